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

/// Pixels of three bytes in memory, which are read four bytes at once where that stays within it.
@usableFromInline
struct RGBBytes {
  @usableFromInline let start: UnsafeRawPointer
  /// The last pixel.
  @usableFromInline let last: UnsafeRawPointer

  init(_ bytes: UnsafeBufferPointer<UInt8>, of size: PixelSize) {
    precondition(bytes.count == 3 * size.width * size.height, "three bytes a pixel")
    start = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped)
    last = start + bytes.count - 3
  }

  /// Red, green, blue, and a number that says nothing.
  @inlinable @inline(__always)
  subscript(index: Int) -> SIMD4<UInt8> {
    let pixel = start + 3 &* index
    guard pixel < last else {
      return SIMD4(
        pixel.load(as: UInt8.self), pixel.load(fromByteOffset: 1, as: UInt8.self),
        pixel.load(fromByteOffset: 2, as: UInt8.self), 0)
    }
    return unsafeBitCast(pixel.loadUnaligned(as: UInt32.self), to: SIMD4<UInt8>.self)
  }
}

/// Rows of pixels of three bytes.
struct RGBRows: PixelRows {
  struct Row: PixelRow {
    fileprivate let bytes: RGBBytes
    /// The index of its first pixel.
    fileprivate let first: Int

    @inline(__always)
    subscript(x: Int) -> SIMD4<UInt8> { bytes[first &+ x] }
  }

  private let bytes: RGBBytes
  private let first: Int
  private let rowStep: Int
  let size: PixelSize

  /// - Parameters:
  ///   - bytes: The image's, which outlive this value.
  ///   - image: Its size.
  ///   - part: Lies within it.
  init(_ bytes: UnsafeBufferPointer<UInt8>, image: PixelSize, part: PixelRect) {
    self.bytes = RGBBytes(bytes, of: image)
    first = part.y * image.width + part.x
    rowStep = image.width
    size = part.size
  }

  @inline(__always)
  func row(_ y: Int) -> Row { Row(bytes: bytes, first: first + y &* rowStep) }
}
