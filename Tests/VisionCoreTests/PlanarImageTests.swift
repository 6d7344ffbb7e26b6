import Testing

@testable import VisionCore

@Suite("Images in planes")
struct PlanarImageTests {
  // Odd sides: the last differences belong to one column and one row.
  private let size = PixelSize(width: 5, height: 3)

  private func planes(
    _ format: PicturePlanes.Format, _ layouts: [(offset: Int, stride: Int)], _ bytes: [UInt8]
  ) throws -> PlanarImage {
    try bytes.withUnsafeBytes { memory in
      let picture = PicturePlanes(
        format, ColorEncoding(.bt709, isFullRange: true), coded: size,
        visible: PixelRect(x: 0, y: 0, width: size.width, height: size.height),
        layouts: layouts.map { PicturePlanes.Layout(offset: $0.offset, stride: $0.stride) },
        in: memory)
      return PlanarImage(try #require(picture))
    }
  }

  @Test func `planes lose their gaps, and differences that alternate are put in order`() throws {
    let luma = (0..<15).map { UInt8($0) }
    let (blue, red) = ((100..<106).map { UInt8($0) }, (200..<206).map { UInt8($0) })
    var apart = [UInt8](repeating: 77, count: 8 * 3 + 4 * 2 + 6 * 2)
    var together = [UInt8](repeating: 77, count: 8 * 3 + 8 * 2)
    for y in 0..<3 {
      for x in 0..<5 {
        apart[8 * y + x] = luma[5 * y + x]
        together[8 * y + x] = luma[5 * y + x]
      }
    }
    for y in 0..<2 {
      for x in 0..<3 {
        apart[24 + 4 * y + x] = blue[3 * y + x]
        apart[32 + 6 * y + x] = red[3 * y + x]
        together[24 + 8 * y + 2 * x] = blue[3 * y + x]
        together[24 + 8 * y + 2 * x + 1] = red[3 * y + x]
      }
    }
    let image = try planes(.i420, [(0, 8), (24, 4), (32, 6)], apart)
    #expect(image.samples == luma + blue + red)
    #expect(image.encoding == ColorEncoding(.bt709, isFullRange: true))
    #expect(try planes(.nv12, [(0, 8), (24, 8)], together) == image)
  }

  @Test(
    "colours become what they are as an image",
    arguments: [(PicturePlanes.Format.rgba, [0, 1, 2]), (.bgra, [2, 1, 0])])
  func colours(format: PicturePlanes.Format, order: [Int]) throws {
    let pixels = (0..<45).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    var bytes = [UInt8](repeating: 9, count: 24 * 3)
    for y in 0..<3 {
      for x in 0..<5 {
        for (place, channel) in order.enumerated() {
          bytes[24 * y + 4 * x + place] = pixels[15 * y + 3 * x + channel]
        }
      }
    }
    let expected = PlanarImage(RGBImage(width: 5, height: 3, pixels: pixels))
    #expect(try planes(format, [(0, 24)], bytes) == expected)
  }
}
