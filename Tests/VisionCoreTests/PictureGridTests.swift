import Testing
import VisionCore

@Suite("Points of a picture, from one frame of coordinates to another")
struct PictureGridTests {
  struct Row: Sendable {
    let reason: String
    let size: PixelSize
    let pixel: PixelPoint
    let edge: EdgePoint
    let normalized: NormalizedPoint
    let widths: WidthPoint
  }

  /// Powers of two, so that all numbers are exact.
  static let size = PixelSize(width: 8, height: 4)

  static let table = [
    Row(
      reason: "the picture's corner lies half a pixel before the first pixel's centre", size: size,
      pixel: PixelPoint(x: -0.5, y: -0.5), edge: EdgePoint(x: 0, y: 0),
      normalized: NormalizedPoint(x: 0, y: 0), widths: WidthPoint(x: 0, y: 0)),
    Row(
      reason: "the centre of the first pixel", size: size, pixel: PixelPoint(x: 0, y: 0),
      edge: EdgePoint(x: 0.5, y: 0.5), normalized: NormalizedPoint(x: 1.0 / 16, y: 1.0 / 8),
      widths: WidthPoint(x: 1.0 / 16, y: 1.0 / 16)),
    Row(
      reason: "the middle lies between four pixels, half a height down", size: size,
      pixel: PixelPoint(x: 3.5, y: 1.5), edge: EdgePoint(x: 4, y: 2),
      normalized: NormalizedPoint(x: 0.5, y: 0.5), widths: WidthPoint(x: 0.5, y: 0.25)),
    Row(
      reason: "the centre of the last pixel", size: size, pixel: PixelPoint(x: 7, y: 3),
      edge: EdgePoint(x: 7.5, y: 3.5), normalized: NormalizedPoint(x: 15.0 / 16, y: 7.0 / 8),
      widths: WidthPoint(x: 15.0 / 16, y: 7.0 / 16)),
    Row(
      reason: "a tall picture is more than a width high",
      size: PixelSize(width: 4, height: 8), pixel: PixelPoint(x: 3.5, y: 7.5),
      edge: EdgePoint(x: 4, y: 8), normalized: NormalizedPoint(x: 1, y: 1),
      widths: WidthPoint(x: 1, y: 2)),
    Row(
      reason: "a point beyond the picture's edge is counted on", size: size,
      pixel: PixelPoint(x: -8.5, y: 7.5), edge: EdgePoint(x: -8, y: 8),
      normalized: NormalizedPoint(x: -1, y: 2), widths: WidthPoint(x: -1, y: 1)),
  ]

  @Test("a place is the same in all frames, there and back", arguments: table)
  func places(row: Row) {
    let (size, why) = (row.size, row.reason)
    #expect(EdgePoint(row.pixel) == row.edge, "\(why)")
    #expect(PixelPoint(row.edge) == row.pixel, "\(why)")
    #expect(size.normalized(row.pixel) == row.normalized, "\(why)")
    #expect(size.normalized(row.edge) == row.normalized, "\(why)")
    #expect(size.pixel(at: row.normalized) == row.pixel, "\(why)")
    #expect(size.inWidths(row.pixel) == row.widths, "\(why)")
    #expect(size.pixel(at: row.widths) == row.pixel, "\(why)")
    #expect(row.normalized.inWidths(size.aspectRatio) == row.widths, "\(why)")
    #expect(row.widths.normalized(size.aspectRatio) == row.normalized, "\(why)")
    let normalized = SIMD2(row.normalized.x, row.normalized.y)
    #expect(size.pixelsFromNormalized.map(normalized) == row.pixel.coordinates, "\(why)")
    #expect(size.pixelsFromWidths.map(row.widths.coordinates) == row.pixel.coordinates, "\(why)")
    #expect(size.widthsFromPixels.map(row.pixel.coordinates) == row.widths.coordinates, "\(why)")
  }

  struct Scaling: Sendable {
    let reason: String
    let scale: Double
    let pixel: PixelPoint
    let scaled: PixelPoint
  }

  static let scalings = [
    Scaling(
      reason: "the same size", scale: 1, pixel: PixelPoint(x: 3, y: 5),
      scaled: PixelPoint(x: 3, y: 5)),
    Scaling(
      reason: "four pixels become one: its centre is where they meet", scale: 0.5,
      pixel: PixelPoint(x: 0.5, y: 0.5), scaled: PixelPoint(x: 0, y: 0)),
    Scaling(
      reason: "one pixel becomes sixteen", scale: 4, pixel: PixelPoint(x: 0, y: 1),
      scaled: PixelPoint(x: 1.5, y: 5.5)),
    Scaling(
      reason: "the picture's corner stays", scale: 0.25, pixel: PixelPoint(x: -0.5, y: -0.5),
      scaled: PixelPoint(x: -0.5, y: -0.5)),
  ]

  @Test("a place of a picture is found again at another size, and back", arguments: scalings)
  func scaling(row: Scaling) {
    let (scale, why) = (row.scale, row.reason)
    #expect(row.pixel.scaled(by: scale) == row.scaled, "\(why)")
    #expect(row.scaled.scaled(by: 1 / scale) == row.pixel, "\(why)")
    #expect((EdgePoint(row.pixel) * SIMD2(scale, scale)) == EdgePoint(row.scaled), "\(why)")
    #expect(Matrix3.pixels(scaledBy: SIMD2(scale, scale)).map(row.pixel) == row.scaled, "\(why)")
  }

  @Test func `width and height may be scaled differently`() {
    let pixel = PixelPoint(x: 0, y: 0)
    #expect(Matrix3.pixels(scaledBy: SIMD2(2, 4)).map(pixel) == PixelPoint(x: 0.5, y: 1.5))
    #expect(PixelPoint(EdgePoint(pixel) * SIMD2(2, 4)) == PixelPoint(x: 0.5, y: 1.5))
  }

  @Test func `the mean of points is half-way between two, and the way between them a vector`() {
    let (a, b) = (WidthPoint(x: 0.25, y: 0.5), WidthPoint(x: 0.75, y: 0))
    #expect([a, b].mean() == WidthPoint(x: 0.5, y: 0.25))
    #expect(b - a == SIMD2(0.5, -0.5) && a + (b - a) == b)
  }
}
