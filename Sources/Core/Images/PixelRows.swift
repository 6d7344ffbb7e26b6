/// A part of an image in memory, row by row.
protocol PixelRows {
  associatedtype Row: PixelRow

  var size: PixelSize { get }

  func row(_ y: Int) -> Row
}

/// A row of pixels: red, green, blue, and a number that says nothing.
protocol PixelRow {
  subscript(x: Int) -> SIMD4<UInt8> { get }
}

/// Rows of pixels of four bytes, as a browser's canvas has them.
struct RGBARows: PixelRows {
  struct Row: PixelRow {
    fileprivate let pixels: UnsafePointer<SIMD4<UInt8>>

    @inline(__always)
    subscript(x: Int) -> SIMD4<UInt8> { pixels[x] }
  }

  private let pixels: UnsafePointer<SIMD4<UInt8>>
  private let rowStep: Int
  let size: PixelSize

  /// - Parameters:
  ///   - image: The image.
  ///   - part: Lies within it.
  init(_ image: RGBAPixels, part: PixelRect) {
    pixels = image.pixels + part.y * image.size.width + part.x
    rowStep = image.size.width
    size = part.size
  }

  @inline(__always)
  func row(_ y: Int) -> Row { Row(pixels: pixels + y &* rowStep) }
}

/// Rows of pixels of three bytes.
struct RGBRows: PixelRows {
  struct Row: PixelRow {
    fileprivate let bytes: UnsafeRawPointer
    /// Up to where four bytes may be read at once.
    fileprivate let end: UnsafeRawPointer

    @inline(__always)
    subscript(x: Int) -> SIMD4<UInt8> {
      let pixel = bytes + 3 &* x
      guard pixel < end else {
        return SIMD4(
          pixel.load(as: UInt8.self), pixel.load(fromByteOffset: 1, as: UInt8.self),
          pixel.load(fromByteOffset: 2, as: UInt8.self), 0)
      }
      return unsafeBitCast(pixel.loadUnaligned(as: UInt32.self), to: SIMD4<UInt8>.self)
    }
  }

  private let first: UnsafeRawPointer
  private let end: UnsafeRawPointer
  private let rowStep: Int
  let size: PixelSize

  /// - Parameters:
  ///   - bytes: The image's, which outlive this value.
  ///   - image: Its size.
  ///   - part: Lies within it.
  init(_ bytes: UnsafeBufferPointer<UInt8>, image: PixelSize, part: PixelRect) {
    precondition(bytes.count == 3 * image.width * image.height, "three bytes a pixel")
    let start = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
    first = start + 3 * (part.y * image.width + part.x)
    end = start + bytes.count - 3
    rowStep = 3 * image.width
    size = part.size
  }

  @inline(__always)
  func row(_ y: Int) -> Row { Row(bytes: first + y &* rowStep, end: end) }
}
