import Foundation
import Handwriting
import Testing

enum Project {
  static let folder = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
}

/// A number of `Samples/numbers.jsonl`, written by us.
struct SampleNumber: Decodable, Sendable {
  let label: String
  let strokes: [Stroke]

  private enum CodingKeys: CodingKey { case label, strokes }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    label = try values.decode(String.self, forKey: .label)
    strokes = try values.decode([[[Double]]].self, forKey: .strokes).compactMap { Stroke($0) }
  }

  static let all: [SampleNumber] = {
    let file = Project.folder.appending(path: "Samples/numbers.jsonl")
    let lines = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return lines.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(SampleNumber.self, from: Data($0.utf8))
    }
  }()
}

/// A picture as training draws it, and what the ONNX file says of it: `digit-pictures.json`.
struct DrawnPicture: Decodable, Sendable, CustomTestStringConvertible {
  let name: String
  let strokes: [[[Double]]]
  let pen: Float
  /// Bytes.
  let pixels: [Float]
  let logits: [Float]

  var testDescription: String { "\(name), pen \(pen)" }

  static let all: [DrawnPicture] = {
    let file = Project.folder.appending(path: "Tests/Fixtures/digit-pictures.json")
    return (try? JSONDecoder().decode([DrawnPicture].self, from: Data(contentsOf: file))) ?? []
  }()
}

extension Stroke {
  /// A stroke of points `[x, y]`.
  init?(_ points: [[Double]]) {
    self.init(points: points.map { InkPoint(x: $0[0], y: $0[1]) })
  }

  /// An upright line at `x`.
  static func line(x: Double, height: Double = 100) -> Stroke {
    Stroke([[x, 0], [x, height]])!
  }

  /// A bar from `left` to `right`.
  static func bar(_ left: Double, _ right: Double, y: Double = 0) -> Stroke {
    Stroke([[left, y], [right, y]])!
  }

  /// A ring over `left...right`.
  static func ring(_ left: Double, _ right: Double, height: Double = 100) -> Stroke {
    let middle = (left + right) / 2
    return Stroke([
      [middle, 0], [left, height / 2], [middle, height], [right, height / 2], [middle, 0],
    ])!
  }
}

extension DigitScores {
  /// So sure of one digit, and else of "no digit".
  init(_ digit: Int, confidence: Float) {
    var probabilities = [Float](repeating: 0, count: 10)
    probabilities[digit] = confidence
    self.init(probabilities: probabilities)
  }
}
