import Testing
import VisionCore

@Suite("Convex polygons")
struct ConvexPolygonTests {
  private static let square = [SIMD2(0.0, 0.0), SIMD2(4, 0), SIMD2(4, 4), SIMD2(0, 4)]

  @Test(
    "the polygon around points has those that stick out, clockwise",
    arguments: [
      (square + [SIMD2(1, 1), SIMD2(3, 2)], square, "what lies inside is left out"),
      (square + [SIMD2(2, 0), SIMD2(4, 1)], square, "so is what lies on a side"),
      (Array(square.reversed()), square, "the order does not matter"),
      (square + square, square, "nor do points that are there twice"),
      (
        [SIMD2(0, 0), SIMD2(2, 1), SIMD2(1, 3)], [SIMD2(0, 0), SIMD2(2, 1), SIMD2(1, 3)],
        "a triangle"
      ),
    ])
  func around(points: [SIMD2<Double>], corners: [SIMD2<Double>], why: String) {
    #expect(ConvexPolygon(around: points)?.corners == corners, "\(why)")
  }

  @Test(
    "points on a line have no polygon around them",
    arguments: [
      [], [SIMD2(1.0, 1.0)], [SIMD2(0, 0), SIMD2(1, 1), SIMD2(2, 2)],
      [SIMD2(0, 0), SIMD2(.nan, 1), SIMD2(1, .infinity)],
    ])
  func flat(points: [SIMD2<Double>]) {
    #expect(ConvexPolygon(around: points) == nil)
  }

  @Test func `cut corners are put back`() throws {
    let cut = [
      SIMD2(1.0, 0.0), SIMD2(3, 0), SIMD2(4, 1), SIMD2(4, 3), SIMD2(3.5, 4), SIMD2(0.5, 4),
      SIMD2(0, 3.5), SIMD2(0, 0.5),
    ]
    let corners = try #require(ConvexPolygon(around: cut)?.enclosingQuadrilateral)
    for corner in Self.square {
      #expect(corners.contains { ($0 - corner).length < 1e-9 }, "\(corners)")
    }
    #expect(corners.count == 4)
  }

  @Test func `four corners are kept, and three make no four`() throws {
    let polygon = try #require(ConvexPolygon(around: Self.square))
    #expect(polygon.enclosingQuadrilateral == Self.square)
    let triangle = try #require(ConvexPolygon(around: Array(Self.square.prefix(3))))
    #expect(triangle.enclosingQuadrilateral == nil)
  }
}
