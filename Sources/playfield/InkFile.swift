import Foundation
import Handwriting
import VisionCore

/// A handwritten number, as a line of a file has it.
struct InkLine {
  /// Those that have ink.
  let strokes: [Stroke]
  /// Which of the line's strokes each one is.
  let places: [Int]
  /// The number that was meant, where it is known.
  let label: String?
}

/// A file of handwritten numbers: JSON Lines `{"strokes": [[[x, y], …], …], "label"?}`.
struct InkFile {
  private let file: JSONLinesFile

  var path: String { file.path }
  var lines: [JSONLinesFile.Line] { file.lines }

  init(path: String) throws(Failure) {
    file = try JSONLinesFile(
      path: path,
      form: #"Give lines such as {"strokes": [[[0, 0], [0, 9]]], "label": "1"}."#)
  }

  /// - Throws: What is wrong with the line, and where.
  func read(_ line: JSONLinesFile.Line) throws(Failure) -> InkLine {
    do throws(Fault) {
      return try Self.parse(line.content)
    } catch {
      throw file.failure(in: line, error.sentence)
    }
  }

  /// Why a line is no number.
  private enum Fault: Error {
    case decoding(DecodingError)
    case noPair(stroke: Int, point: Int, numbers: Int)
    case outOfRange(stroke: Int, point: Int)
    case noInk

    var sentence: String {
      switch self {
      case .decoding(let error):
        error.sentence + ". A line is {\"strokes\": [[[x, y], …], …], \"label\"?}."
      case .noPair(let stroke, let point, let numbers):
        "strokes[\(stroke)][\(point)] has \(numbers) numbers. A point is [x, y]."
      case .outOfRange(let stroke, let point):
        """
        strokes[\(stroke)][\(point)] lies too far out. Give coordinates from \
        \(Int(Stroke.range.lowerBound)) to \(Int(Stroke.range.upperBound)).
        """
      case .noInk: "there is no point in its strokes. A stroke is [[x, y], …]."
      }
    }
  }

  private struct Line: Decodable {
    let strokes: [[[Double]]]
    let label: String?

    enum CodingKeys: CodingKey { case strokes, label }

    init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      strokes = try values.decode([[[Double]]].self, forKey: .strokes)
      // People write numbers without quotes, too.
      if let number = try? values.decode(Int.self, forKey: .label) {
        label = String(number)
      } else {
        label = try values.decodeIfPresent(String.self, forKey: .label)
      }
    }
  }

  private static func parse(_ content: Data) throws(Fault) -> InkLine {
    let line: Line
    do {
      line = try JSONDecoder().decode(Line.self, from: content)
    } catch let error as DecodingError {
      throw .decoding(error)
    } catch {
      throw .noInk
    }
    var strokes: [Stroke] = []
    var places: [Int] = []
    for (strokeIndex, points) in line.strokes.enumerated() {
      for (pointIndex, point) in points.enumerated() {
        // What follows x and y, such as time and pressure, is not needed.
        guard point.count >= 2 else {
          throw .noPair(stroke: strokeIndex, point: pointIndex, numbers: point.count)
        }
        guard point[..<2].allSatisfy(Stroke.range.contains) else {
          throw .outOfRange(stroke: strokeIndex, point: pointIndex)
        }
      }
      if let stroke = Stroke(points: points.map { InkPoint(x: $0[0], y: $0[1]) }) {
        strokes.append(stroke)
        places.append(strokeIndex)
      }
    }
    guard !strokes.isEmpty else { throw .noInk }
    return InkLine(strokes: strokes, places: places, label: line.label)
  }
}
