import Foundation
import Testing
import VisionCore

@Suite("An ellipse through points")
struct FittedEllipseTests {
  /// Points on an ellipse, from one turn to another.
  private static func points(
    center: SIMD2<Double>, radii: SIMD2<Double>, angle: Double, turns: ClosedRange<Double>,
    count: Int
  ) -> [SIMD2<Double>] {
    (0..<count).map { k in
      let turn =
        turns.lowerBound + (turns.upperBound - turns.lowerBound) * Double(k) / Double(count)
      let (x, y) = (radii.x * cos(turn), radii.y * sin(turn))
      return center + SIMD2(x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))
    }
  }

  @Test(
    "is found to a billionth of its size",
    arguments: [
      (SIMD2(0.0, 0), SIMD2(2.0, 1), 0.0, 0...6.28, "lies across"),
      (SIMD2(700, 400), SIMD2(30, 10), 0.5, 0...6.28, "far from the origin, turned"),
      (SIMD2(700, 400), SIMD2(30, 29), -1.2, 0...6.28, "nearly a circle"),
      (SIMD2(-5, 3), SIMD2(4, 0.2), 1.5, 0...6.28, "nearly a line, upright"),
      (SIMD2(50, 50), SIMD2(20, 8), 2.2, 0...3.5, "half of it seen"),
    ])
  func exact(
    center: SIMD2<Double>, radii: SIMD2<Double>, angle: Double, turns: ClosedRange<Double>,
    why: String
  ) throws {
    let points = Self.points(center: center, radii: radii, angle: angle, turns: turns, count: 40)
    let found = try #require(FittedEllipse(through: points))
    #expect((found.center - center).length < 1e-7 * radii.x, "\(why)")
    #expect((found.radii - radii).length < 1e-7 * radii.x, "\(why)")
    #expect(abs(sin(found.angle - angle)) < 1e-6, "\(why)")
    #expect((-Double.pi / 2 - 1e-9...Double.pi / 2 + 1e-9).contains(found.angle))
    for point in points { #expect(abs(found.relativeDistance(of: point) - 1) < 1e-6) }
    let start = found.point(atTurn: 0) - found.center
    #expect(abs(start.length - radii.x) < 1e-6 * radii.x, "turn 0 is on the longer half axis")
  }

  @Test func `points that are a little off move it a little`() throws {
    let center = SIMD2(100.0, 60)
    let points = Self.points(
      center: center, radii: SIMD2(25, 12), angle: 0.3, turns: 0...6.28, count: 64
    ).enumerated().map { index, point in
      point + 0.3 * SIMD2(index.isMultiple(of: 2) ? 1 : -1, index.isMultiple(of: 3) ? 1 : -0.5)
    }
    let found = try #require(FittedEllipse(through: points))
    #expect((found.center - center).length < 0.1)
    #expect((found.radii - SIMD2(25, 12)).length < 0.3)
  }

  @Test(
    "what determines none is refused",
    arguments: [
      [], [SIMD2(1, 1), SIMD2(2, 1), SIMD2(3, 4), SIMD2(4, 4)],
      [SIMD2<Double>](repeating: SIMD2(3, 3), count: 9),
      (0..<9).map { SIMD2(Double($0), 2 * Double($0)) },
      [SIMD2(.nan, 0), SIMD2(1, 0), SIMD2(0, 1), SIMD2(1, 1), SIMD2(2, 3), SIMD2(3, 1)],
    ])
  func refused(points: [SIMD2<Double>]) {
    #expect(FittedEllipse(through: points) == nil)
  }
}
