import DiceGame
import Testing
import VisionCore

/// What the rule says it waits for, frame by frame at thirty a second.
@Suite struct RollOutlookTests {
  private func die(_ value: DieValue, x: Double) -> DieObservation {
    DieObservation(
      label: value, confidence: 0.9,
      boundingBox: BoundingBox(x: x, y: 0.4, width: 0.1, height: 0.1))
  }

  /// The outlook after each of the frames, and how many rolls were reported.
  private func outlooks(
    _ frames: [[DieObservation]]
  ) throws -> (outlooks: [RollOutlook], reported: Int) {
    var detector = RollEndDetector()
    var reported = 0
    let outlooks = try frames.enumerated().map { index, dice in
      for case .ended in detector.update(with: dice, at: Double(index) / 30) { reported += 1 }
      return try #require(detector.outlook)
    }
    return (outlooks, reported)
  }

  @Test func `a roll that comes to rest is waited for in its order`() throws {
    let moving = stride(from: 0.1, to: 0.5, by: 0.08).map { [die(.four, x: $0)] }
    let lying = [[DieObservation]](repeating: [die(.four, x: 0.5)], count: 15)
    let (outlooks, reported) = try outlooks([[], []] + moving + lying)
    #expect(reported == 1)
    let waits = outlooks.map(\.wait).reduce(into: [RollOutlook.Wait]()) { waits, wait in
      if waits.last != wait { waits.append(wait) }
    }
    #expect(waits == [.dice, .stillness, .change])
    let last = try #require(outlooks.last?.dice.first)
    #expect(last.value == .four && abs(last.boundingBox.x - 0.5) < 1e-9)
    // From the first to the last of fifteen frames.
    #expect(abs(last.stillness - 14.0 / 30) < 0.001)
  }

  @Test func `a value that changes where the die lies must lie for a second`() throws {
    let (outlooks, reported) = try outlooks(
      (0..<10).map { _ in [die(.four, x: 0.2), die(.two, x: 0.6)] }
        + (0..<15).map { _ in [die(.four, x: 0.2), die(.five, x: 0.6)] })
    #expect(reported == 1)
    let resting = try #require(outlooks.last { $0.wait == .rest })
    #expect(resting.requiredRest == 1)
  }

  @Test func `another die that was just in sight is waited for`() throws {
    let pair = [die(.four, x: 0.2), die(.two, x: 0.6)]
    let blurred = stride(from: 0.0, to: 0.9, by: 0.13).map { pair + [die(.one, x: $0)] }
    let (outlooks, reported) = try outlooks(
      (0..<6).map { _ in pair } + blurred + (0..<3).map { _ in pair })
    #expect(reported == 0)
    #expect(outlooks.last?.wait == .stray)
  }

  @Test func `a rule that follows no dice has no outlook`() {
    #expect(RollEndDetector(rule: .consecutiveFrames).outlook == nil)
  }
}
