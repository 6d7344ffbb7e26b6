import DiceGame
import VisionCore

// The JSON lines of the dice commands. Coordinates get five places, a tenth of a pixel in a picture
// of 10,000; times four, confidences four.

extension JSON {
  init(_ box: BoundingBox) {
    self = .array([box.x, box.y, box.width, box.height].map { .number($0, places: 5) })
  }

  init(_ die: DieObservation) {
    self = [
      "value": .integer(die.label.pips), "confidence": .number(Double(die.confidence), places: 4),
      "box": JSON(die.boundingBox),
    ]
  }

  /// What was read in a picture.
  static func picture(
    file: String, width: Int, height: Int, roll: Roll, milliseconds: Double
  ) -> JSON {
    [
      "file": .string(file), "width": .integer(width), "height": .integer(height),
      "dice": .array(roll.dice.map(JSON.init)), "sum": .integer(roll.sum),
      "milliseconds": .number(milliseconds, places: 1),
    ]
  }

  /// A roll that has ended; rolls count from 1.
  static func roll(_ number: Int, _ roll: Roll, frame: Int, time: Double) -> JSON {
    [
      "roll": .integer(number), "frame": .integer(frame), "time": .number(time, places: 4),
      "values": .array(roll.values.map(JSON.integer)), "sum": .integer(roll.sum),
      "dice": .array(roll.dice.map(JSON.init)),
    ]
  }

  static func event(_ event: RollEvent, frame: Int, time: Double) -> JSON {
    [
      "event": .string(event.name), "frame": .integer(frame), "time": .number(time, places: 4),
    ]
  }

  /// How a data set was read.
  static func evaluation(_ evaluation: Evaluation) -> JSON {
    let score = evaluation.score
    var members: [JSON.Member] = [
      .init(key: "set", value: .string(evaluation.set)),
      .init(key: "photos", value: .integer(score.photos)),
      .init(key: "dice", value: .integer(score.dice)),
      .init(key: "right", value: .integer(score.right)),
      .init(key: "wrong", value: .integer(score.wrong)),
      .init(key: "missed", value: .integer(score.missed)),
      .init(key: "extra", value: .integer(score.extra)),
      .init(key: "photosRight", value: .integer(score.photosRight)),
      .init(key: "mAP50", value: evaluation.meanAP50.map { .number($0, places: 4) } ?? .null),
      .init(
        key: "confusion", value: .array(score.confusion.map { .array($0.map(JSON.integer)) })),
    ]
    if score.distractors > 0 {
      members += [
        .init(key: "notPipDice", value: .integer(score.distractors)),
        .init(key: "notPipDiceReported", value: .integer(score.distractorsReported)),
      ]
    }
    return .object(members)
  }
}

extension RollEvent {
  var name: String {
    switch self {
    case .rolling: "rolling"
    case .ended: "ended"
    case .cleared: "cleared"
    }
  }
}

extension Roll {
  /// "2 + 4 + 1 = 7", as an exercise book has it; "no dice" without any.
  var equation: String {
    switch dice.count {
    case 0: "no dice"
    case 1: "\(sum)"
    default: values.map(String.init).joined(separator: " + ") + " = \(sum)"
    }
  }
}
