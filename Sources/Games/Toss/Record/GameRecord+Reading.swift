internal import VisionCore

extension GameRecord {
  /// Why a text is no record.
  public enum ReadingError: Error, Hashable, Sendable {
    /// It is not JSON from a byte on.
    case notJSON(offset: Int)
    /// It has another format, or says none.
    case otherFormat(Int?)
    /// A value is missing, of another kind, or out of its range.
    case badValue(String)
  }

  /// Reads what ``text`` has written.
  ///
  /// - Parameter text: In UTF-8.
  /// - Throws: ``ReadingError`` for anything else: nothing of it is taken then.
  public init(reading text: [UInt8]) throws(ReadingError) {
    let json: JSON
    do throws(JSON.SyntaxError) {
      json = try JSON(parsing: text)
    } catch {
      throw .notJSON(offset: error.offset)
    }
    let format = json["format"]?.integer
    guard format == Self.format else { throw .otherFormat(format) }
    let game = Entry(json)
    let bonus = try game.entry("styleBonus")
    let picture = try game.entry("picture")
    let sides = 1...65_536
    session = Session(
      startTime: try game.number("began"), source: try game.string("source"),
      rules: ScoringRules(
        try game.choice("rules"),
        styleBonus: StyleBonus(
          overhand: try bonus.integer("overhand", in: StyleBonus.range),
          underhand: try bonus.integer("underhand", in: StyleBonus.range),
          underleg: try bonus.integer("underleg", in: StyleBonus.range))),
      pictureSize: PixelSize(
        width: try picture.integer("width", in: sides),
        height: try picture.integer("height", in: sides)),
      frameRate: try game.number("frameRate"),
      board: try game.optional("board").map { (board) throws(ReadingError) in try board.board })
    isFinished = try game.boolean("finished")
    for entry in try game.list("throws") {
      let made = try entry.made
      guard made.number == session.throwsMade.count + 1 else { throw .badValue("throw") }
      session.throwsMade.append(made)
    }
    corrections = []
    for entry in try game.list("corrections") { corrections.append(try entry.correction) }
  }
}

private typealias ReadingError = GameRecord.ReadingError

/// An object of the text, and how values are read from it.
private struct Entry {
  private let json: JSON

  init(_ json: JSON) { self.json = json }

  // MARK: Values

  private func value<Value>(_ key: String, _ read: (JSON) -> Value?) throws(ReadingError) -> Value {
    guard let value = json[key].flatMap(read) else { throw .badValue(key) }
    return value
  }

  func number(_ key: String) throws(ReadingError) -> Double {
    try value(key) { $0.number.flatMap { $0.isFinite ? $0 : nil } }
  }

  func string(_ key: String) throws(ReadingError) -> String { try value(key) { $0.string } }

  func boolean(_ key: String) throws(ReadingError) -> Bool { try value(key) { $0.boolean } }

  func integer(_ key: String, in range: ClosedRange<Int>) throws(ReadingError) -> Int {
    try value(key) { $0.integer.flatMap { range.contains($0) ? $0 : nil } }
  }

  func entry(_ key: String) throws(ReadingError) -> Entry { try value(key) { Entry($0) } }

  /// `nil` for `null`.
  func optional(_ key: String) throws(ReadingError) -> Entry? {
    let entry = try entry(key)
    return entry.json.isNull ? nil : entry
  }

  func list(_ key: String) throws(ReadingError) -> [Entry] {
    try value(key) { $0.array?.map { Entry($0) } }
  }

  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    _ key: String
  ) throws(ReadingError) -> Choice {
    try value(key) { json in
      json.string.flatMap { name in
        Choice.allCases.first { $0.rawValue.utf8.elementsEqual(name.utf8) }
      }
    }
  }

  /// A list of `count` numbers.
  func numbers(_ count: Int, _ key: String) throws(ReadingError) -> [Double] {
    try value(key) { Self.numbers(count, $0) }
  }

  /// Lists of `count` numbers each.
  func rows(of count: Int, _ key: String) throws(ReadingError) -> [[Double]] {
    try value(key) { json in
      guard let rows = json.array?.map({ Self.numbers(count, $0) }) else { return nil }
      return rows.contains { $0 == nil } ? nil : rows.compactMap { $0 }
    }
  }

  private static func numbers(_ count: Int, _ json: JSON) -> [Double]? {
    let numbers = json.array?.compactMap { $0.number }.filter { $0.isFinite }
    return numbers?.count == count && json.array?.count == count ? numbers : nil
  }

  private func integer(_ number: Double, _ key: String) throws(ReadingError) -> Int {
    guard let integer = Int(exactly: number) else { throw .badValue(key) }
    return integer
  }

  // MARK: Parts of a game

  private func estimate(_ key: String) throws(ReadingError) -> Estimate? {
    guard let entry = try optional(key) else { return nil }
    return Estimate(
      value: try entry.number("value"),
      error: try entry.optional("error") == nil ? .infinity : try entry.number("error"))
  }

  private func corners(_ key: String) throws(ReadingError) -> GameboardObservation.Corners {
    let places = try rows(of: 2, key).map { NormalizedPoint(x: $0[0], y: $0[1]) }
    guard places.count == 4 else { throw .badValue(key) }
    return GameboardObservation.Corners(
      farLeft: places[0], farRight: places[1], nearRight: places[2], nearLeft: places[3])
  }

  var board: GameboardObservation {
    get throws(ReadingError) {
      let hole = try entry("hole")
      let (center, radii) = (try hole.numbers(2, "center"), try hole.numbers(2, "radii"))
      return GameboardObservation(
        confidence: Float(try number("confidence")), corners: try corners("corners"),
        hole: Ellipse(
          center: NormalizedPoint(x: center[0], y: center[1]), radii: (radii[0], radii[1]),
          angle: try hole.number("angle")),
        cornerError: try optional("cornerError") == nil ? nil : try number("cornerError"))
    }
  }

  var made: Throw {
    get throws(ReadingError) {
      let frames = 0...Int(Int32.max)
      var poses: [Throw.TimedPose] = []
      for entry in try list("poses") { poses.append(try entry.pose) }
      var remarks: [Throw.Remark] = []
      for entry in try list("remarks") { remarks.append(try entry.remark) }
      var made = Throw(
        number: try integer("throw", in: 1...10_000),
        startFrame: try integer("startFrame", in: frames),
        endFrame: try integer("endFrame", in: frames),
        releaseFrame: try integer("releaseFrame", in: frames), time: try number("time"),
        style: try optional("style").map { (style) throws(ReadingError) in
          ThrowStyleObservation(
            style: try style.choice("label"), confidence: Float(try style.number("confidence")))
        },
        releaseAngle: try estimate("releaseAngle"), speed: try estimate("speed"),
        distance: try estimate("distance"), stand: try estimate("stand"),
        outcome: try choice("outcome"), points: try integer("points", in: 0...1_000),
        trajectory: try entry("path").path, poses: poses, remarks: remarks)
      made.isWithdrawn = try boolean("withdrawn")
      return made
    }
  }

  private var remark: Throw.Remark {
    get throws(ReadingError) {
      let kind = try string("kind")
      func isKind(_ name: StaticString) -> Bool {
        kind.utf8.elementsEqual(
          UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
      }
      if isKind("cameraMoved") { return .cameraMoved }
      if isKind("releaseUnseen") { return .releaseUnseen }
      if isKind("gravityDisagrees") { return .gravityDisagrees(ratio: try number("value")) }
      if isKind("offTheLine") { return .offTheLine(stand: try number("value")) }
      throw .badValue("kind")
    }
  }

  private var path: TrajectoryObservation {
    get throws(ReadingError) {
      var points: [TrajectoryObservation.Point] = []
      for row in try rows(of: 5, "points") {
        points.append(
          TrajectoryObservation.Point(
            frame: try integer(row[0], "points"), time: row[1],
            location: NormalizedPoint(x: row[2], y: row[3]), radius: row[4]))
      }
      var equation: TrajectoryObservation.Equation?
      if try optional("equation") != nil {
        let factors = try numbers(3, "equation")
        equation = TrajectoryObservation.Equation(a: factors[0], b: factors[1], c: factors[2])
      }
      return TrajectoryObservation(
        id: try integer("id", in: 0...Int(Int32.max)), points: points, equation: equation,
        confidence: Float(try number("confidence")), isFinished: try boolean("finished"))
    }
  }

  private var pose: Throw.TimedPose {
    get throws(ReadingError) {
      let joints = try rows(of: 3, "joints")
      guard joints.count == JointName.allCases.count else { throw .badValue("joints") }
      return Throw.TimedPose(
        frame: try integer(try number("frame"), "frame"), time: try number("time"),
        pose: HumanBodyPoseObservation(confidence: Float(try number("confidence"))) { name in
          let joint = joints[Int(name.rawValue)]
          return Joint(
            location: NormalizedPoint(x: joint[0], y: joint[1]), confidence: Float(joint[2]))
        })
    }
  }

  var correction: TossCorrection {
    get throws(ReadingError) {
      if let board = json["board"] {
        return board.isNull ? .boardUnknown : .board(try corners("board"))
      }
      let number = try integer("throw", in: 1...10_000)
      return try optional("outcome") == nil
        ? .noThrow(number) : .outcome(throw: number, try choice("outcome"))
    }
  }
}
