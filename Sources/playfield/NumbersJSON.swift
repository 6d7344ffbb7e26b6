import SpokenNumbers

// The JSON lines of the numbers commands.

extension JSON {
  /// What was said in an utterance.
  static func utterance(file: String, _ reading: NumberReading, milliseconds: Double) -> JSON {
    let best = reading.likely.first
    return [
      "file": .string(file), "number": best.map { .string($0.number.text) } ?? .null,
      "confidence": .number(Double(reading.confidence), places: 4),
      "words": .string((best?.words ?? []).map(\.text).joined(separator: " ")),
      "milliseconds": .number(milliseconds, places: 1),
    ]
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
