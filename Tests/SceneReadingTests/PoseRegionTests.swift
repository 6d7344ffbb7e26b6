import Testing
import VisionCore

@testable import SceneReading

@Suite("Where a person is looked for")
struct PoseRegionTests {
  @Test(
    "two points give a square that is upright to the person",
    arguments: [
      // (hips, top, angle, why)
      (SIMD2(50.0, 60.0), SIMD2(50.0, 20.0), 0.0, "standing"),
      (SIMD2(50, 60), SIMD2(90, 60), .pi / 2, "lying, the head to the right"),
      (SIMD2(50, 60), SIMD2(10, 60), -.pi / 2, "lying, the head to the left"),
      (SIMD2(50, 60), SIMD2(50, 100), .pi, "standing on the head"),
    ])
  func fromPoints(hips: SIMD2<Double>, top: SIMD2<Double>, angle: Double, why: String) throws {
    let (hips, top) = (EdgePoint(hips), EdgePoint(top))
    let region = try #require(PoseRegion(hips: hips, top: top))
    #expect(region.center == hips && region.side == 100, "\(why)")
    #expect(abs(region.angle - angle) < 1e-12, "\(why)")
    // The top is where the square's own vertical meets the circle round the person.
    let back = region.point(SquarePoint(x: 0.5, y: 0.5 - 0.5 / 1.25))
    #expect(((back - top) * (back - top)).sum() < 1e-18, "\(why)")
  }

  @Test(
    "points that show no direction give none",
    arguments: [SIMD2(50.0, 60.0), SIMD2(.nan, 3), SIMD2(.infinity, 3)])
  func degenerate(top: SIMD2<Double>) {
    #expect(PoseRegion(hips: EdgePoint(x: 50, y: 60), top: EdgePoint(top)) == nil)
  }

  @Test(
    "a body that is guessed far too large for the head is nobody's",
    arguments: [
      // (the head's width, from the hips to the circle, whether somebody is there)
      (0.1, 0.4, true), (0.1, 0.6, true), (0.1, 0.7, false),
      (0.02, 0.12, true), (0.02, 0.13, false),
    ])
  func size(head: Double, reach: Double, isThere: Bool) {
    let box = BoundingBox(x: 0.5, y: 0.5, width: head, height: head)
    let seen = PoseDetection(
      confidence: 0.9, box: box, hips: SquarePoint(x: 0.5, y: 0.8),
      top: SquarePoint(x: 0.5, y: 0.8 - reach))
    let look = PoseRegion(center: EdgePoint(x: 300, y: 100), side: 200, angle: 0)
    #expect((PoseRegion(seen, in: look) != nil) == isThere)
  }
}
