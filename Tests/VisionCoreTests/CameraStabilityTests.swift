import Testing
import VisionCore

@Suite("A camera that stands still")
struct CameraStabilityTests {
  @Test(
    "is still when its shifts sum to less than the threshold",
    arguments: [
      // (shift of each frame, still, why)
      ({ (_: Int) in (0.0, 0.0) }, true, "it does not move"),
      ({ _ in (0.0005, 0) }, true, "it trembles: 0.0075 in 15 frames"),
      ({ _ in (0.001, 0) }, false, "it drifts: 0.015"),
      ({ _ in (0, -0.001) }, false, "it sinks: 0.015"),
      ({ $0 % 2 == 0 ? (0.002, 0) : (-0.002, 0) }, false, "it shakes, and the shakes cancel"),
      ({ _ in (0.0006, 0.0006) }, false, "both ways together: 0.0127"),
      ({ $0 == 7 ? (0.02, 0) : (0, 0) }, false, "one jolt"),
    ] as [(@Sendable (Int) -> (Double, Double), Bool, String)])
  func threshold(shift: @Sendable (Int) -> (Double, Double), isStill: Bool, why: String) {
    var stability = CameraStability()
    var answers: [Bool] = []
    for frame in 0..<15 {
      let (dx, dy) = shift(frame)
      answers.append(stability.update(dx: dx, dy: dy))
    }
    #expect(answers.dropLast().allSatisfy { !$0 }, "before a window has passed nothing is said")
    #expect(answers.last == isStill, "\(why)")
  }

  @Test func `a jolt is forgotten once a window has passed`() {
    var stability = CameraStability(window: 5)
    _ = stability.update(dx: 1, dy: 0)
    let answers = (0..<6).map { _ in stability.update(dx: 0, dy: 0) }
    #expect(answers == [false, false, false, false, true, true])
  }
}
