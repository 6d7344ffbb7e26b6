internal import BeanBagToss
internal import Foundation
internal import GRDB
internal import VisionCore

// The rows of the tables of `HistorySchema`, to and from the values that they keep.

struct SessionRow: Codable, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "session"

  var id: Int64?
  var date: Date
  var source: String
  var preset: String
  var width: Int
  var height: Int
  var frameRate: Double
  var board: String?
  var isFinished = false
  var overhandBonus: Int
  var underhandBonus: Int
  var underlegBonus: Int

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

struct ThrowRow: Codable, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "throw"

  var id: Int64?
  var sessionId: Int64
  var number: Int
  var startFrame: Int
  var endFrame: Int
  var releaseFrame: Int
  var time: Double
  var style: String
  var styleConfidence: Double
  var releaseAngle: Double?
  var releaseAngleError: Double?
  var speed: Double?
  var speedError: Double?
  var distance: Double?
  var distanceError: Double?
  var outcome: String
  var points: Int
  var remarks: String
  var pathId: Int
  var pathConfidence: Double
  var pathIsFinished: Bool
  var equation: String?

  mutating func didInsert(_ inserted: InsertionSuccess) { id = inserted.rowID }
}

struct PathPointRow: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "pathPoint"

  var throwId: Int64
  var place: Int
  var frame: Int
  var time: Double
  var x: Double
  var y: Double
  var radius: Double
}

struct PoseRow: Codable, FetchableRecord, PersistableRecord {
  static let databaseTableName = "pose"

  var throwId: Int64
  var place: Int
  var frame: Int
  var time: Double
  var confidence: Double
  var joints: String
}

/// A row that holds what this program does not know: it was tampered with.
struct UnknownValue: Error {
  let column: String
  let value: String
}

extension SessionRow {
  init(_ session: Session) throws {
    date = Date(timeIntervalSince1970: session.startTime)
    source = session.source
    preset = session.rules.preset.rawValue
    width = session.pictureSize.width
    height = session.pictureSize.height
    frameRate = session.frameRate
    board = try session.board.map { try Stored.text(Stored.Board($0)) }
    let bonus = session.rules.styleBonus
    (overhandBonus, underhandBonus, underlegBonus) = (
      bonus.overhand, bonus.underhand, bonus.underleg
    )
  }

  func rules() throws -> ScoringRules {
    for bonus in [overhandBonus, underhandBonus, underlegBonus]
    where !StyleBonus.range.contains(bonus) {
      throw UnknownValue(column: "bonus", value: "\(bonus)")
    }
    return ScoringRules(
      try known(preset, "preset"),
      styleBonus: StyleBonus(
        overhand: overhandBonus, underhand: underhandBonus, underleg: underlegBonus))
  }

  func session(throwsMade: [Throw]) throws -> Session {
    Session(
      startTime: date.timeIntervalSince1970, source: source, rules: try rules(),
      pictureSize: PixelSize(width: width, height: height), frameRate: frameRate,
      board: try board.map { try Stored.value(Stored.Board.self, from: $0).observation },
      throwsMade: throwsMade)
  }
}

extension ThrowRow {
  init(_ made: Throw, session: Int64) throws {
    sessionId = session
    number = made.number
    startFrame = made.startFrame
    endFrame = made.endFrame
    releaseFrame = made.releaseFrame
    time = made.time
    style = made.style.label.rawValue
    styleConfidence = Double(made.style?.confidence ?? 0)
    releaseAngle = made.releaseAngle?.value
    releaseAngleError = made.releaseAngle?.error
    speed = made.speed?.value
    speedError = made.speed?.error
    distance = made.distance?.value
    distanceError = made.distance?.error
    outcome = made.outcome.rawValue
    points = made.points
    remarks = try Stored.text(made.remarks.map(Stored.Remark.init))
    pathId = made.trajectory.id
    pathConfidence = Double(made.trajectory.confidence)
    pathIsFinished = made.trajectory.isFinished
    equation = try made.trajectory.equation.map { try Stored.text([$0.a, $0.b, $0.c]) }
  }

  /// A file has a confidence of 0 where no style was seen.
  private func styleObservation() throws -> ThrowStyleObservation? {
    let style: ThrowStyle = try known(style, "style")
    let confidence = Float(styleConfidence)
    return confidence > 0 ? ThrowStyleObservation(style: style, confidence: confidence) : nil
  }

  func figures() throws -> ThrowFigures {
    // Points of more than a few bags would not add up in an integer.
    guard (0...1000).contains(points) else {
      throw UnknownValue(column: "points", value: "\(points)")
    }
    return ThrowFigures(
      number: number,
      style: try styleObservation(),
      outcome: try known(outcome, "outcome"), points: points,
      releaseAngle: estimate(releaseAngle, releaseAngleError),
      speed: estimate(speed, speedError), distance: estimate(distance, distanceError))
  }

  func madeThrow(points path: [PathPointRow], poses: [PoseRow]) throws -> Throw {
    let figures = try figures()
    let equation = try equation.map { text in
      let values = try Stored.value([Double].self, from: text)
      guard values.count == 3 else { throw UnknownValue(column: "equation", value: text) }
      return TrajectoryObservation.Equation(a: values[0], b: values[1], c: values[2])
    }
    return Throw(
      number: number, startFrame: startFrame, endFrame: endFrame, releaseFrame: releaseFrame,
      time: time, style: figures.style, releaseAngle: figures.releaseAngle,
      speed: figures.speed, distance: figures.distance, outcome: figures.outcome, points: points,
      trajectory: TrajectoryObservation(
        id: pathId,
        points: path.map {
          TrajectoryObservation.Point(
            frame: $0.frame, time: $0.time, location: NormalizedPoint(x: $0.x, y: $0.y),
            radius: $0.radius)
        },
        equation: equation, confidence: Float(pathConfidence), isFinished: pathIsFinished),
      poses: try poses.map { try $0.pose() },
      remarks: try Stored.value([Stored.Remark].self, from: remarks).map { try $0.remark })
  }

  /// An error that SQLite has no number for is not known to be small.
  private func estimate(_ value: Double?, _ error: Double?) -> Estimate? {
    value.map { Estimate(value: $0, error: error ?? .infinity) }
  }
}

extension PoseRow {
  init(_ pose: Throw.TimedPose, place: Int, throwId: Int64) throws {
    self.throwId = throwId
    self.place = place
    frame = pose.frame
    time = pose.time
    confidence = Double(pose.pose.confidence)
    joints = try Stored.text(
      JointName.allCases.map { name in
        let joint = pose.pose[name]
        return [joint.location.x, joint.location.y, Double(joint.confidence)].map(Stored.rounded)
      })
  }

  func pose() throws -> Throw.TimedPose {
    let values = try Stored.value([[Double]].self, from: joints)
    guard values.count == JointName.allCases.count, values.allSatisfy({ $0.count == 3 }) else {
      throw UnknownValue(column: "joints", value: joints)
    }
    return Throw.TimedPose(
      frame: frame, time: time,
      pose: HumanBodyPoseObservation(confidence: Float(confidence)) { name in
        let joint = values[Int(name.rawValue)]
        return Joint(
          location: NormalizedPoint(x: joint[0], y: joint[1]), confidence: Float(joint[2]))
      })
  }
}

private func known<Value: RawRepresentable<String>>(
  _ text: String, _ column: String
) throws -> Value {
  guard let value = Value(rawValue: text) else { throw UnknownValue(column: column, value: text) }
  return value
}

/// What lies in one column as JSON, so that any program can read it.
enum Stored {
  struct Board: Codable {
    struct Hole: Codable {
      var center: [Double]
      var radii: [Double]
      var angle: Double
    }

    var confidence: Double
    /// From the far left, clockwise.
    var corners: [[Double]]
    var hole: Hole
  }

  struct Remark: Codable {
    var kind: String
    var ratio: Double?
  }

  /// A hundred-thousandth of the picture is finer than any joint is found, and keeps rows short.
  static func rounded(_ value: Double) -> Double { (value * 1e5).rounded() / 1e5 }

  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func value<Value: Decodable>(_ type: Value.Type, from text: String) throws -> Value {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(type, from: Data(text.utf8))
  }
}

extension Stored.Board {
  init(_ board: GameboardObservation) {
    confidence = Double(board.confidence)
    corners = board.corners.all.map { [$0.x, $0.y] }
    hole = Hole(
      center: [board.hole.center.x, board.hole.center.y],
      radii: [board.hole.radii.first, board.hole.radii.second], angle: board.hole.angle)
  }

  var observation: GameboardObservation {
    get throws {
      guard corners.count == 4, (corners + [hole.center, hole.radii]).allSatisfy({ $0.count == 2 })
      else { throw UnknownValue(column: "board", value: "\(self)") }
      let places = corners.map { NormalizedPoint(x: $0[0], y: $0[1]) }
      return GameboardObservation(
        confidence: Float(confidence),
        corners: .init(
          farLeft: places[0], farRight: places[1], nearRight: places[2], nearLeft: places[3]),
        hole: Ellipse(
          center: NormalizedPoint(x: hole.center[0], y: hole.center[1]),
          radii: (hole.radii[0], hole.radii[1]), angle: hole.angle))
    }
  }
}

extension Stored.Remark {
  init(_ remark: Throw.Remark) {
    switch remark {
    case .cameraMoved: self.init(kind: "cameraMoved")
    case .releaseUnseen: self.init(kind: "releaseUnseen")
    case .gravityDisagrees(let ratio): self.init(kind: "gravityDisagrees", ratio: ratio)
    case .offTheLine(let stand): self.init(kind: "offTheLine", ratio: stand)
    }
  }

  var remark: Throw.Remark {
    get throws {
      switch (kind, ratio) {
      case ("cameraMoved", _): return .cameraMoved
      case ("releaseUnseen", _): return .releaseUnseen
      case ("gravityDisagrees", let ratio?): return .gravityDisagrees(ratio: ratio)
      case ("offTheLine", let stand?): return .offTheLine(stand: stand)
      default: throw UnknownValue(column: "remarks", value: kind)
      }
    }
  }
}
