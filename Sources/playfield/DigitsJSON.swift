import Handwriting
import VisionCore

// The JSON lines of the digits commands.

extension JSON {
  init(_ digit: DigitObservation, of line: InkLine) {
    self = [
      "digit": .integer(digit.digit), "confidence": .number(Double(digit.confidence), places: 4),
      "box": JSON(digit.boundingBox),
      "strokes": .array(digit.strokes.map { .integer(line.places[$0]) }),
    ]
  }

  /// What was read of a line of ink.
  static func number(_ page: InkPage, of line: InkLine) -> JSON {
    var members: [JSON.Member] = []
    if let label = line.label { members.append(.init(key: "label", value: .string(label))) }
    members += [
      .init(key: "number", value: .string(page.number)),
      .init(key: "digits", value: .array(page.digits.map { JSON($0, of: line) })),
      .init(key: "confidence", value: .number(Double(page.confidence), places: 4)),
    ]
    return .object(members)
  }
}
