import SpokenNumbers
import VisionCore

// The JSON lines of the numbers commands.

extension JSON {
  /// What was said in an utterance.
  static func utterance(file: String, _ reading: NumberReading, milliseconds: Double) -> JSON {
    let best = reading.likely.first
    let reason =
      reading.isTooQuiet ? [Member(key: "reason", value: .string("too quiet"))] : []
    return .object(
      [
        Member(key: "file", value: .string(file)),
        Member(key: "number", value: best.map { .string($0.number.text) } ?? .null),
      ] + reason + [
        Member(key: "confidence", value: .number(Double(reading.confidence), places: 4)),
        Member(
          key: "words", value: .string((best?.words ?? []).map(\.text).joined(separator: " "))),
        Member(key: "milliseconds", value: .number(milliseconds, places: 1)),
      ])
  }

  /// How one speaker of a set was heard.
  static func hearing(set: String, speaker: String, _ tally: HearingTally) -> JSON {
    [
      "set": .string(set), "speaker": .string(speaker), "clips": .integer(tally.clips),
      "right": .integer(tally.right), "another": .integer(tally.another),
      "none": .integer(tally.none),
    ]
  }
}
