import Testing
import VisionCore

@testable import Handwriting

@Suite struct StrokeTests {
  @Test(
    "Points that cannot be drawn are left out",
    arguments: [
      ([[0, 0], [.nan, 1], [2, 2]], 2, "not a number"),
      ([[0, 0], [1, .infinity], [2, 2]], 2, "infinite"),
      ([[1e300, 0], [2, 2]], 1, "its square would be infinite"),
      ([[-1e9, 1e9]], 1, "the farthest there is"),
    ] as [([[Double]], Int, String)])
  func points(points: [[Double]], count: Int, reason: String) throws {
    #expect(try #require(Stroke(points)).points.count == count, "\(reason)")
  }

  @Test("A stroke has a point", arguments: [[], [[Double.nan, 0]]] as [[[Double]]])
  func empty(points: [[Double]]) { #expect(Stroke(points) == nil) }

  @Test func `the box is in the unit of the ink`() throws {
    let stroke = try #require(Stroke([[300, -40], [310, 60], [295, 0]]))
    #expect(stroke.boundingBox == BoundingBox(x: 295, y: -40, width: 15, height: 100))
  }
}
