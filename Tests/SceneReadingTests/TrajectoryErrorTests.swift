import PlayfieldMaths
import Testing
import VisionCore

@testable import SceneReading

@Suite("The errors of a path's points")
struct TrajectoryErrorTests {
  /// A throw whose points scatter by as much as `scatter` says for each.
  private static func path(_ count: Int, scatter: (Int) -> Double) -> TrajectoryObservation {
    var random = SplitMix64(seed: 3)
    // The sum of twelve even numbers is about normal.
    func normal() -> Double {
      (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
    }
    return TrajectoryObservation(
      id: 0,
      points: (0..<count).map { index in
        let time = Double(index) / 30
        return TrajectoryObservation.Point(
          frame: index, time: time,
          location: NormalizedPoint(
            x: 0.1 + 0.5 * time + scatter(index) * normal(),
            y: 0.5 - 0.8 * time + 0.9 * time * time + scatter(index) * normal()),
          radius: 0.01)
      },
      equation: nil, confidence: 1, isFinished: true)
  }

  @Test(
    "are by how much the points scatter",
    arguments: [
      (400, 0.002, 0.002, "in the mean over many"),
      (400, 0.0, 0.0003, "never better than a fraction of a pixel"),
      (3, 0.01, 0.0003, "three points always lie on a parabola, and say nothing"),
      (1, 0.01, 0.0003, "nor does one"),
    ])
  func scatter(count: Int, scatter: Double, expected: Double, reason: String) {
    let errors = Self.path(count) { _ in scatter }.errors
    #expect(errors.count == count)
    let square = errors.reduce(0) { $0 + $1 * $1 } / Double(count)
    #expect(abs(square.squareRoot() - expected) < 0.1 * expected, "\(reason)")
  }

  @Test func `are large where the points scatter, and small elsewhere`() {
    let errors = Self.path(60) { $0 < 30 ? 0.0005 : 0.006 }.errors
    #expect(errors.prefix(24).allSatisfy { $0 < 0.002 })
    #expect(errors.suffix(24).reduce(0, +) / 24 > 0.003)
  }

  @Test func `do not exist for a path without points`() {
    #expect(Self.path(0) { _ in 0 }.errors.isEmpty)
  }
}
