import Foundation
import SceneReading
import VisionCore

/// A sequence of poses, as a line of a file has it.
struct MotionLine {
  /// As it is written; a number is a name, too.
  let id: String
  let motion: BodyMotion
}

/// A file of sequences of poses: JSON Lines `{"id", "names", "size", "fps"?, "frames": [[[x, y,
/// visible], …], …]}`.
struct MotionFile {
  private let file: JSONLinesFile

  var path: String { file.path }
  var lines: [JSONLinesFile.Line] { file.lines }

  init(path: String) throws(Failure) {
    file = try JSONLinesFile(path: path, form: Self.form)
  }

  private static let form =
    #"A line is {"id", "names", "size", "fps"?, "frames": [[[x, y, visible], …], …]}."#

  /// - Throws: What is wrong with the line, and where.
  func read(_ line: JSONLinesFile.Line) throws(Failure) -> MotionLine {
    do throws(Fault) {
      return try Line(line.content).motionLine()
    } catch {
      throw file.failure(in: line, error.sentence)
    }
  }

  /// Why a line is no sequence.
  enum Fault: Error {
    case decoding(DecodingError)
    case notJSON
    case noKnownName
    case noFrame
    case joints(frame: Int, count: Int, names: Int)
    case numbers(frame: Int, joint: Int, count: Int)
    case rate(Double)

    var sentence: String {
      switch self {
      case .decoding(let error): "\(error.sentence). \(MotionFile.form)"
      case .notJSON: "it is not JSON. \(MotionFile.form)"
      case .noKnownName:
        """
        none of its names is known. Give names such as leftShoulder, rightWrist, leftHip; and at \
        least a shoulder or a hip.
        """
      case .noFrame: "there is no frame in it. \(MotionFile.form)"
      case .joints(let frame, let count, let names):
        "frames[\(frame)] has \(count) joints, but there are \(names) names."
      case .numbers(let frame, let joint, let count):
        "frames[\(frame)][\(joint)] has \(count) numbers. A joint is [x, y, visible]."
      case .rate(let rate):
        "fps is \(rate). Give 1 to 1000 frames a second, or leave it out."
      }
    }
  }
}

/// A line as it is written.
private struct Line: Decodable {
  let id: String
  let names: [String]
  let size: [Double]?
  let fps: Double?
  /// A joint without a place may be null, or have nulls for numbers.
  let frames: [[[Double?]?]]

  enum CodingKeys: CodingKey { case id, names, size, fps, frames }

  init(_ content: Data) throws(MotionFile.Fault) {
    do {
      self = try JSONDecoder().decode(Line.self, from: content)
    } catch let error as DecodingError {
      throw .decoding(error)
    } catch {
      throw .notJSON
    }
  }

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    if let number = try? values.decode(Int.self, forKey: .id) {
      id = String(number)
    } else {
      id = try values.decode(String.self, forKey: .id)
    }
    names = try values.decode([String].self, forKey: .names)
    size = try values.decodeIfPresent([Double].self, forKey: .size)
    fps = try values.decodeIfPresent(Double.self, forKey: .fps)
    frames = try values.decode([[[Double?]?]].self, forKey: .frames)
  }

  /// Where no rate is given it is that of most films.
  private static let usualRate = 30.0

  func motionLine() throws(MotionFile.Fault) -> MotionLine {
    let columns = BodyMotion.Joint.allCases.map { $0.column(among: names) }
    // Without shoulders and hips there is nothing to see the others against.
    let trunk: [BodyMotion.Joint] = [.leftShoulder, .rightShoulder, .leftHip, .rightHip]
    guard trunk.contains(where: { columns[$0.rawValue] != nil }) else { throw .noKnownName }
    guard !frames.isEmpty else { throw .noFrame }
    let rate = fps ?? Self.usualRate
    guard (1...1000).contains(rate) else { throw .rate(rate) }
    try check()
    let unit = unit
    let moments = frames.enumerated().map { index, frame in
      let marks = columns.map { $0.flatMap { Mark(frame[$0], unit: unit) } }
      let places = Mark.places(of: marks)
      return BodyMotion.Moment(time: Double(index) / rate) { places[$0.rawValue] }
    }
    return MotionLine(id: id, motion: BodyMotion(moments: moments))
  }

  private func check() throws(MotionFile.Fault) {
    for (index, frame) in frames.enumerated() {
      guard frame.count == names.count else {
        throw .joints(frame: index, count: frame.count, names: names.count)
      }
      for (joint, numbers) in frame.enumerated() {
        if let count = numbers?.count, count < 2 {
          throw .numbers(frame: index, joint: joint, count: count)
        }
      }
    }
  }

  /// What a number is worth, across and down. Numbers of 0 to 1 in a picture of a known size are parts
  /// of it, which are longer across than down.
  private var unit: SIMD2<Float> {
    guard let size, size.count == 2, size.allSatisfy({ $0 > 2 }) else { return SIMD2(1, 1) }
    let areParts = frames.joined().allSatisfy { numbers in
      guard let mark = Mark(numbers, unit: SIMD2(1, 1)), mark.visible > 0 else { return true }
      return abs(mark.place.x) <= 2 && abs(mark.place.y) <= 2
    }
    return areParts ? SIMD2(Float(size[0]), Float(size[1])) : SIMD2(1, 1)
  }
}

/// A joint as it is written: `[x, y, visible]`.
private struct Mark {
  let place: SIMD2<Float>
  /// 0 for a joint that is hidden or not there, 1 or 2 for one that is seen; or a confidence.
  let visible: Float

  init?(_ numbers: [Double?]?, unit: SIMD2<Float>) {
    guard let numbers, let x = numbers[0], let y = numbers[1] else { return nil }
    place = SIMD2(Float(x), Float(y)) * unit
    visible = numbers.count > 2 ? Float(numbers[2] ?? 0) : 1
    // What no picture has would swallow the rest of the body in rounding.
    guard abs(place.x) <= 1e6, abs(place.y) <= 1e6 else { return nil }
  }

  /// The joints of a frame, and how much each is to be believed.
  ///
  /// What is not visible has been guessed, or not been placed at all: it is believed half where it lies
  /// near those that are visible, and not in the very corner of the picture, which is how "nowhere" is
  /// written.
  static func places(of marks: [Mark?]) -> [BodyMotion.Place] {
    let seen = marks.compactMap { $0 }.filter { $0.visible > 0 }.map(\.place)
    let low = seen.dropFirst().reduce(seen.first ?? .zero) { pointwiseMin($0, $1) }
    let high = seen.dropFirst().reduce(seen.first ?? .zero) { pointwiseMax($0, $1) }
    let reach = SIMD2<Float>(repeating: (high - low).max() / 2)
    return marks.map { mark in
      guard let mark else { return .unknown }
      let place = mark.place
      if mark.visible > 0 {
        return .init(x: place.x, y: place.y, belief: mark.visible >= 0.5 ? 1 : 0.5)
      }
      let isNear = all((place .> low - reach) .& (place .< high + reach))
      let isInCorner = abs(place.x) <= 1 && abs(place.y) <= 1
      guard seen.count >= 3, isNear, !isInCorner else { return .unknown }
      return .init(x: place.x, y: place.y, belief: 0.5)
    }
  }
}

extension BodyMotion.Joint {
  /// The joint's names in data sets, without capitals and signs between their words.
  private var spellings: [String] {
    self == .head ? ["head", "nose", "face", "headtop", "tophead"] : ["\(self)".lowercased()]
  }

  /// The joint's column among names such as `leftWrist`, `left_wrist`, `Left Wrist`.
  fileprivate func column(among names: [String]) -> Int? {
    let plain = names.map { $0.lowercased().filter(\.isLetter) }
    return spellings.lazy.compactMap { plain.firstIndex(of: $0) }.first
  }
}
