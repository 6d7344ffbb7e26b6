import Testing
import VisionCore

@testable import SceneReading

@Suite("A camera that stands still")
struct CameraStabilityTests {
  struct Row: Sendable {
    let reason: String
    let isStill: Bool
    /// The shift of each frame.
    let shift: @Sendable (Int) -> (dx: Double, dy: Double)
  }

  static let table = [
    Row(reason: "it does not move", isStill: true) { _ in (0, 0) },
    Row(reason: "it trembles: 0.0075 in 15 frames", isStill: true) { _ in (0.0005, 0) },
    Row(reason: "it drifts: 0.015", isStill: false) { _ in (0.001, 0) },
    Row(reason: "it sinks: 0.015", isStill: false) { _ in (0, -0.001) },
    Row(reason: "it shakes, though the shifts cancel", isStill: false) {
      ($0 % 2 == 0 ? 0.002 : -0.002, 0)
    },
    Row(reason: "both ways together: 0.0127", isStill: false) { _ in (0.0006, 0.0006) },
    Row(reason: "one jolt", isStill: false) { ($0 == 7 ? 0.02 : 0, 0) },
  ]

  @Test("is still when its shifts sum to less than the threshold", arguments: table)
  func threshold(row: Row) {
    var stability = CameraStability()
    var answers: [Bool] = []
    for frame in 0..<15 {
      let (dx, dy) = row.shift(frame)
      answers.append(stability.update(dx: dx, dy: dy))
    }
    #expect(answers.dropLast().allSatisfy { !$0 }, "before a window has passed nothing is said")
    #expect(answers.last == row.isStill, "\(row.reason)")
  }

  @Test func `a jolt is forgotten once a window has passed`() {
    var stability = CameraStability(window: 5)
    _ = stability.update(dx: 1, dy: 0)
    let answers = (0..<6).map { _ in stability.update(dx: 0, dy: 0) }
    #expect(answers == [false, false, false, false, true, true])
  }
}
