/// A picture in memory as a camera's frame or a browser's canvas has it: 8-bit planes, row by row from
/// the top.
///
/// Formats and fields are those of WebCodecs' `VideoFrame`, <https://www.w3.org/TR/webcodecs/>.
package struct PicturePlanes {
  /// Which samples there are, and how they lie. Raw values are known to the page.
  package enum Format: UInt8, CaseIterable {
    /// One plane of red, green, blue and opacity, which is not looked at.
    case rgba
    /// One plane of blue, green, red and opacity, which is not looked at.
    case bgra
    /// Luma, blue and red difference in planes of their own; each sample of the last two belongs to
    /// 2 x 2 pixels. A plane of opacity behind them is not looked at.
    case i420
    /// Luma, and a plane in which blue and red difference alternate; else as ``i420``.
    case nv12

    package var planeCount: Int {
      switch self {
      case .rgba, .bgra: 1
      case .nv12: 2
      case .i420: 3
      }
    }

    /// How many bytes one row of each plane has at least, and how many rows there are.
    fileprivate func extents(of size: PixelSize) -> [(rowBytes: Int, rows: Int)] {
      let half = PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
      return switch self {
      case .rgba, .bgra: [(4 * size.width, size.height)]
      case .i420:
        [(size.width, size.height), (half.width, half.height), (half.width, half.height)]
      case .nv12: [(size.width, size.height), (2 * half.width, half.height)]
      }
    }
  }

  /// One plane in memory.
  package struct Plane {
    let start: UnsafePointer<UInt8>
    /// From one row to the next, in bytes.
    let stride: Int

    func row(_ y: Int) -> UnsafePointer<UInt8> { start + y &* stride }
  }

  /// Where a plane begins in memory, and how far it is from one row to the next, both in bytes.
  package struct Layout: Hashable, Sendable {
    package let offset: Int
    package let stride: Int

    package init(offset: Int, stride: Int) {
      self.offset = offset
      self.stride = stride
    }
  }

  package let format: Format
  /// What luma and colour differences mean; RGB has no use for it.
  package let encoding: ColorEncoding
  /// The part that is shown, in pixels of the planes.
  package let visible: PixelRect
  let planes: [Plane]

  /// The size of the part that is shown, as it is stored.
  package var size: PixelSize { visible.size }

  /// The same picture for what reads still ones; `nil` unless it is RGBA without gaps between rows.
  package var rgbaPixels: RGBAPixels? {
    guard format == .rgba, planes[0].stride == 4 * size.width, visible.x == 0, visible.y == 0 else {
      return nil
    }
    let pixels = UnsafeRawPointer(planes[0].start).assumingMemoryBound(to: SIMD4<UInt8>.self)
    return RGBAPixels(size: size, pixels: pixels)
  }

  /// Refuses a visible part that does not lie within the planes, sides without pixels or of more than
  /// 16,384, and planes that do not lie within the memory.
  ///
  /// - Parameters:
  ///   - format: Which samples there are.
  ///   - encoding: What they mean.
  ///   - coded: How large the planes are, in pixels.
  ///   - visible: The part that is shown.
  ///   - layouts: One for each plane.
  ///   - memory: What holds all planes, and outlives this value.
  package init?(
    _ format: Format, _ encoding: ColorEncoding = ColorEncoding(), coded: PixelSize,
    visible: PixelRect, layouts: [Layout], in memory: UnsafeRawBufferPointer
  ) {
    let sides = 1...16_384
    guard sides.contains(coded.width), sides.contains(coded.height),
      sides.contains(visible.width), sides.contains(visible.height),
      visible.x >= 0, visible.x <= coded.width - visible.width,
      visible.y >= 0, visible.y <= coded.height - visible.height,
      let bytes = memory.bindMemory(to: UInt8.self).baseAddress
    else { return nil }
    let extents = format.extents(of: coded)
    guard extents.count == layouts.count else { return nil }
    var planes: [Plane] = []
    for (extent, layout) in zip(extents, layouts) {
      guard (0...memory.count).contains(layout.offset),
        layout.stride >= extent.rowBytes, layout.stride <= memory.count
      else { return nil }
      // In the browser `Int` has 32 bits.
      let end =
        Int64(layout.offset) + Int64(layout.stride) * Int64(extent.rows - 1)
        + Int64(extent.rowBytes)
      guard end <= Int64(memory.count) else { return nil }
      planes.append(Plane(start: bytes + layout.offset, stride: layout.stride))
    }
    self.init(format: format, encoding: encoding, visible: visible, planes: planes)
  }

  /// The planes hold the visible part, and outlive this value.
  init(format: Format, encoding: ColorEncoding, visible: PixelRect, planes: [Plane]) {
    self.format = format
    self.encoding = encoding
    self.visible = visible
    self.planes = planes
  }

  /// A part of the same picture.
  ///
  /// - Parameter region: Within the part that is shown, as it is stored.
  /// - Returns: The part, in the same memory.
  package func cropped(to region: PixelRect) -> PicturePlanes {
    let part = PixelRect(
      x: visible.x + region.x, y: visible.y + region.y, width: region.width, height: region.height)
    return PicturePlanes(format: format, encoding: encoding, visible: part, planes: planes)
  }
}

/// How luma and colour differences are made of red, green and blue.
public struct ColorEncoding: Hashable, Sendable {
  /// The shares of red, green and blue in luma. Raw values are known to the page.
  public enum Matrix: UInt8, CaseIterable, Sendable {
    /// ITU-R BT.601, of smaller pictures and of most cameras.
    case bt601
    /// ITU-R BT.709, of larger films.
    case bt709
    /// ITU-R BT.2020 with luma that is not constant, of films with more colours.
    case bt2020
  }

  public let matrix: Matrix
  /// Whether samples take all of `0...255`; else black is 16, white 235, and differences lie in
  /// `16...240`.
  public let isFullRange: Bool

  public init(_ matrix: Matrix = .bt601, isFullRange: Bool = false) {
    self.matrix = matrix
    self.isFullRange = isFullRange
  }
}

/// What one unit of luma, of blue and of red difference adds to red, green and blue.
struct ColorConversion {
  private let luma: Float
  private let blue: SIMD4<Float>
  private let red: SIMD4<Float>
  /// The color of a pixel whose samples are all 0.
  private let zero: SIMD4<Float>

  init(_ encoding: ColorEncoding) {
    let (kr, kb): (Float, Float) =
      switch encoding.matrix {
      case .bt601: (0.299, 0.114)
      case .bt709: (0.2126, 0.0722)
      case .bt2020: (0.2627, 0.0593)
      }
    let kg = 1 - kr - kb
    luma = encoding.isFullRange ? 1 : 255 / 219
    let difference: Float = encoding.isFullRange ? 1 : 255 / 224
    blue = SIMD4(0, -2 * kb * (1 - kb) / kg, 2 * (1 - kb), 0) * difference
    red = SIMD4(2 * (1 - kr), -2 * kr * (1 - kr) / kg, 0, 0) * difference
    let black: Float = encoding.isFullRange ? 0 : 16
    zero = SIMD4(repeating: -black * luma) - (blue + red) * 128
  }

  /// The levels of red, green or blue that eight pixels' samples in `0...255` mean; they may lie outside of that.
  @inline(__always)
  func level(
    _ channel: Int, luma: SIMD8<Float>, blue: SIMD8<Float>, red: SIMD8<Float>
  ) -> SIMD8<Float> {
    luma * self.luma + zero[channel] + blue * self.blue[channel] + red * self.red[channel]
  }
}
