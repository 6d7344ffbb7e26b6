import DiceGame
import Testing
import VisionCore

/// The order in which both rules report what happens, on observations without mistakes.
@Suite struct RollEndDetectorTests {
  private func die(_ value: DieValue, x: Double, y: Double = 0.5) -> DieObservation {
    DieObservation(label: value, confidence: 0.9, boundingBox: SimulatedTable.box(x, y))
  }

  /// The events of frames a thirtieth of a second apart, with the index of the frame that reported each.
  private func events(
    _ rule: RollRule, _ frames: [[DieObservation]]
  ) -> [(frame: Int, event: RollEvent)] {
    var detector = RollEndDetector(rule: rule)
    return frames.enumerated().flatMap { index, dice in
      detector.update(with: dice, at: Double(index) / 30).map { (index, $0) }
    }
  }

  @Test(arguments: RollRule.allCases)
  func `a table without dice reports nothing`(rule: RollRule) {
    #expect(events(rule, [[DieObservation]](repeating: [], count: 90)).isEmpty)
  }

  @Test func `the classic rule ends a roll with the second of two equal frames, and only once`() {
    let reported = events(
      .consecutiveFrames,
      [0.1, 0.3, 0.5, 0.501, 0.5, 0.7, 0.7].map { [die(.four, x: $0)] } + [[]])
    let expected = [0: "rolling", 3: "ended", 5: "rolling", 6: "ended", 7: "cleared"]
    #expect(reported.map(\.frame) == expected.keys.sorted())
    for (frame, event) in reported { #expect(name(event) == expected[frame]) }
  }

  @Test func `the classic rule wants each die to have a partner of its own`() {
    let pair = [die(.four, x: 0.3), die(.four, x: 0.7)]
    let heap = [die(.four, x: 0.3), die(.four, x: 0.301)]
    #expect(events(.consecutiveFrames, [pair, heap]).map(\.event) == [.rolling])
    #expect(events(.consecutiveFrames, [pair, pair.reversed()]).count == 2)
  }

  @Test func `the classic rule takes another value for another die`() {
    #expect(
      events(.consecutiveFrames, [[die(.four, x: 0.3)], [die(.five, x: 0.3)]]).map(\.event)
        == [.rolling])
  }

  @Test func `the steady rule reports rolling, ended, cleared, each once`() {
    let still = [die(.two, x: 0.3), die(.five, x: 0.7)]
    let reported = events(
      .steady,
      [[DieObservation]](repeating: still, count: 60) + [[DieObservation]](repeating: [], count: 60)
    )
    #expect(reported.map { name($0.event) } == ["rolling", "ended", "cleared"])
    #expect(reported[1].frame <= 10)
  }

  @Test func `frames that come after a long pause do not clear the table`() {
    var detector = RollEndDetector()
    let still = [die(.two, x: 0.3), die(.five, x: 0.7)]
    var reported: [RollEvent] = []
    for time in (0..<20).map({ Double($0) / 30 }) + (0..<20).map({ 60 + Double($0) / 30 }) {
      reported += detector.update(with: still, at: time)
    }
    #expect(reported.map(name) == ["rolling", "ended"])
  }

  @Test func `two boxes of one die are one die, and the surer value counts`() {
    let frame = [
      die(.six, x: 0.5),
      DieObservation(
        label: .five, confidence: 0.5, boundingBox: SimulatedTable.box(0.503, 0.502)),
    ]
    let reported = events(.steady, [[DieObservation]](repeating: frame, count: 30))
    #expect(reported.map { name($0.event) } == ["rolling", "ended"])
    guard case .ended(let roll) = reported.last?.event else { return }
    #expect(roll.values == [6])
  }

  @Test func `a box without area is no die`() {
    let dot = DieObservation(
      label: .one, confidence: 0.9, boundingBox: BoundingBox(x: 0.5, y: 0.5, width: 0, height: 0))
    #expect(events(.steady, [[DieObservation]](repeating: [dot], count: 30)).isEmpty)
  }

  @Test(arguments: [Double.nan, .infinity])
  func `a box that is nowhere is no die, and does not hide the others`(x: Double) {
    let frame = [die(.four, x: x), die(.two, x: 0.3)]
    for rule in RollRule.allCases {
      let reported = events(rule, [[DieObservation]](repeating: frame, count: 30))
      for case .ended(let roll) in reported.map(\.event) { #expect(roll.values == [2]) }
    }
    let reported = events(.steady, [[DieObservation]](repeating: frame, count: 30))
    #expect(reported.map { name($0.event) } == ["rolling", "ended"])
  }

  @Test(arguments: [2.0, 1.0])
  func `the box of a die at rest stays on the die at one frame a second too`(rate: Double) {
    var detector = RollEndDetector()
    var boxes: [BoundingBox] = []
    for frame in 0..<12 {
      // The detector's box trembles by a twentieth of the die.
      let x = 0.3 + (frame.isMultiple(of: 2) ? 0.0025 : 0)
      for case .ended(let roll) in detector.update(
        with: [die(.four, x: x)], at: Double(frame) / rate)
      {
        boxes += roll.dice.map(\.boundingBox)
      }
    }
    #expect(boxes.count == 1)
    #expect(boxes.allSatisfy { abs($0.center.x - 0.30125) < 0.0013 })
  }

  private func name(_ event: RollEvent) -> String {
    switch event {
    case .rolling: "rolling"
    case .ended: "ended"
    case .cleared: "cleared"
    }
  }
}
