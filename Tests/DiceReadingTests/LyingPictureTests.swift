import DiceReading
import Testing
import VisionCore

@Suite("Whether a picture lies on its side")
struct LyingPictureTests {
  private static func dice(_ confidences: [Float]) -> [DieObservation] {
    confidences.map {
      DieObservation(
        label: .three, confidence: $0,
        boundingBox: BoundingBox(x: 0, y: 0, width: 0.1, height: 0.1))
    }
  }

  @Test(
    "turned by a quarter its dice are fewer and surer",
    arguments: [
      ([0.5, 0.6, 0.5, 0.4], [0.9, 0.95, 0.9], true),  // sides were taken for tops
      ([0.9, 0.95, 0.9], [0.5, 0.6, 0.5, 0.4], false),  // it stands upright
      ([0.5, 0.6], [0.9, 0.9], false),  // as many: only surer
      ([0.9, 0.9, 0.3], [0.6, 0.6], false),  // fewer, and not surer
      ([0.5], [], false),  // nothing is surer than nothing
      ([], [0.9], false),
      ([], [], false),
    ] as [([Float], [Float], Bool)])
  func suspected(read: [Float], turned: [Float], expected: Bool) {
    #expect(
      LyingPicture.isSuspected(read: Self.dice(read), readTurned: Self.dice(turned)) == expected)
  }
}
