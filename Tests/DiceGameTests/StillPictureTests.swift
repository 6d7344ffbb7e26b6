import DiceGame
import Foundation
import Testing
import VisionCore

/// A detector that reads a frame only where something moves or moved a few readings ago, where a roll is
/// pending, or every half second, as the page does.
struct GatedDetector {
  private(set) var detector = RollEndDetector()
  /// How many frames were read.
  private(set) var readings = 0
  private var lastReading = -Double.infinity
  private var readingsSinceMotion = 0

  /// Takes in a frame; `moves` says whether the picture has changed since the one before.
  mutating func update(
    with dice: [DieObservation], at time: Double, moves: Bool
  ) -> [RollEvent] {
    if moves { readingsSinceMotion = 0 }
    guard readingsSinceMotion <= 8 || detector.isPending || time >= lastReading + 0.5 else {
      detector.pass(until: time)
      return []
    }
    lastReading = time
    readingsSinceMotion += 1
    readings += 1
    return detector.update(with: dice, at: time)
  }
}

/// What the rule makes of frames that are not read because nothing has changed in them.
@Suite struct StillPictureTests {
  private func die(_ value: DieValue, x: Double = 0.5) -> DieObservation {
    DieObservation(label: value, confidence: 0.9, boundingBox: SimulatedTable.box(x, 0.5))
  }

  /// A die that slides from the left and comes to rest in the middle.
  private var sliding: [DieObservation] {
    stride(from: 0.1, to: 0.5, by: 0.08).map { die(.two, x: $0) }
  }

  @Test func `time that passes is no sighting and no vote`() {
    var detector = RollEndDetector()
    var time = 0.0
    for dice in sliding + [die(.five)] {
      for case .ended in detector.update(with: [dice], at: time) { Issue.record("too early") }
      time += 1.0 / 30
    }
    #expect(detector.isPending)
    // A second in which that one wrong reading would have been right a hundred times.
    for _ in 0..<100 {
      detector.pass(until: time)
      time += 0.01
    }
    #expect(detector.isPending, "nobody has seen the die often enough")
    var reported: [(values: [Int], reading: Int)] = []
    for reading in 1...6 {
      for case .ended(let roll) in detector.update(with: [die(.four)], at: time) {
        reported.append((roll.values, reading))
      }
      time += 1.0 / 30
    }
    #expect(reported.map(\.values) == [[4]])
    // Three sightings make a die, and the wrong one was the first.
    #expect(reported.map(\.reading) == [2])
  }

  @Test(arguments: 1...2)
  func `a wrong reading as the die comes to rest is outvoted though nothing moves any more`(
    wrong: Int
  ) {
    let frames =
      sliding + [DieObservation](repeating: die(.five), count: wrong)
      + [DieObservation](repeating: die(.four), count: 60)
    var plain = RollEndDetector()
    var gated = GatedDetector()
    var reported: (plain: [(values: [Int], frame: Int)], gated: [(values: [Int], frame: Int)])
    reported = ([], [])
    for (index, dice) in frames.enumerated() {
      let time = Double(index) / 30
      for case .ended(let roll) in plain.update(with: [dice], at: time) {
        reported.plain.append((roll.values, index))
      }
      for case .ended(let roll) in gated.update(
        with: [dice], at: time, moves: index <= sliding.count)
      {
        reported.gated.append((roll.values, index))
      }
    }
    #expect(reported.gated.map(\.values) == [[4]])
    #expect(reported.gated.map(\.frame) == reported.plain.map(\.frame))
    // Two seconds of stillness follow the report.
    #expect(gated.readings < sliding.count + 22, "the gate closes once the roll is reported")
    #expect(!gated.detector.isPending)
  }

  @Test func `dice that are taken away clear the table after a second, as if all frames were read`()
  {
    var plain = RollEndDetector()
    var gated = GatedDetector()
    var cleared: (plain: Int?, gated: Int?)
    for index in 0..<120 {
      let dice = index < 45 ? [die(.three)] : []
      let time = Double(index) / 30
      if plain.update(with: dice, at: time).contains(.cleared) { cleared.plain = index }
      let moves = index == 0 || index == 45
      if gated.update(with: dice, at: time, moves: moves).contains(.cleared) {
        cleared.gated = index
      }
    }
    #expect(cleared.plain != nil && cleared.gated == cleared.plain)
  }

  @Test func `an empty table is left alone, and a die that was seen once does not hold the gate`() {
    var gated = GatedDetector()
    for index in 0..<300 {
      let dice = index == 100 ? [die(.three)] : []
      #expect(gated.update(with: dice, at: Double(index) / 30, moves: index == 100).isEmpty)
    }
    // Twice a second, and some frames in which the die is not seen again.
    #expect(gated.readings < 40)
  }

  @Test(
    "Every recorded roll is reported at the same time, whether or not frames without motion are read",
    arguments: RecordingTests.names)
  func recordings(name: String) throws {
    let recording = try JSONDecoder().decode(
      Recording.self,
      from: Data(contentsOf: RecordingTests.folder.appending(path: name)))
    var plain = RollEndDetector()
    var gated = GatedDetector()
    var reported: (plain: [(values: [Int], frame: Int)], gated: [(values: [Int], frame: Int)])
    reported = ([], [])
    var unread = 0
    for index in recording.frames.indices {
      let dice = recording.observations(inFrame: index)
      let time = Double(index) / recording.frameRate
      for case .ended(let roll) in plain.update(with: dice, at: time) {
        reported.plain.append((roll.values, index))
      }
      // The truth of a rest is good to three frames.
      let rests = recording.rolls.contains { $0.rest[0] + 3 < index && index < $0.rest[1] - 3 }
      let before = gated.readings
      for case .ended(let roll) in gated.update(with: dice, at: time, moves: !rests) {
        reported.gated.append((roll.values, index))
      }
      unread += gated.readings == before ? 1 : 0
    }
    #expect(reported.gated.map(\.values) == recording.rolls.map(\.values))
    for (gated, plain) in zip(reported.gated, reported.plain) {
      #expect(Double(abs(gated.frame - plain.frame)) / recording.frameRate < 0.034)
    }
    // Most rests last longer than it takes to report the roll.
    #expect(unread > 0 || recording.rolls.count == 1)
  }
}
