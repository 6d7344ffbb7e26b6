import BeanBagToss
import Media
import SceneReading
import TossAnalysis
import VisionCore
import VisionRequests

/// What `toss analyze --inspect` writes: all that was seen in each frame and all that the game made of it, with
/// every digit, so that another version of the program can be compared with this one.
struct TossInspection {
  private let file: OutputFile
  private var lines: String
  private var board: GameboardObservation?

  /// Opens the file, so that a place that cannot be written is reported before a long clip is watched.
  init(path: String, video: String, size: (width: Int, height: Int)) throws(Failure) {
    do throws(MediaError) {
      file = try OutputFile(path: path)
    } catch {
      throw Failure(error)
    }
    lines = ""
    write(["file": .string(video), "width": .integer(size.width), "height": .integer(size.height)])
  }

  /// Adds what a frame has shown, and the events that follow from it.
  mutating func append(_ sight: TossSight, _ events: [TossWatch.Event]) {
    write([
      "frame": .integer(sight.frame), "time": .number(sight.time),
      "shift": [.number(sight.shift.dx), .number(sight.shift.dy)],
    ])
    if let motion = sight.motion { write(["objects": JSON(exactly: motion)]) }
    if let board = sight.board, board != self.board {
      self.board = board
      write(["board": JSON(exactly: board)])
    }
    for path in sight.paths { write(["path": JSON(exactly: path)]) }
    for bag in sight.bags { write(["bag": JSON(exactly: bag)]) }
    for event in events { write(["event": JSON(exactly: event)]) }
  }

  private mutating func write(_ line: JSON) { lines += line.text + "\n" }

  func finish() throws(Failure) {
    do throws(MediaError) {
      try file.replaceContent(with: Array(lines.utf8))
    } catch {
      throw Failure(error)
    }
  }
}

extension JSON {
  /// What moves in a frame; for each object `[x, y, radius, fill, red, green, blue, isolated, edge]`.
  fileprivate init(exactly motion: MovingObjects) {
    let objects = motion.objects.map { object in
      JSON.array(
        ([object.place.x, object.place.y, object.radius, object.fill]
          + (0..<3).map { object.color[$0] }).map(JSON.number)
          + [.integer(object.isIsolated ? 1 : 0), .integer(object.touchesEdge ? 1 : 0)])
    }
    self = ["frame": .integer(motion.frame), "objects": .array(objects)]
  }

  fileprivate init(exactly board: GameboardObservation) {
    let hole = board.hole
    self = [
      "corners": .array(board.corners.all.map(JSON.init(exactly:))),
      "hole": [
        "center": JSON(exactly: hole.center),
        "radii": [.number(hole.radii.first), .number(hole.radii.second)],
        "angle": .number(hole.angle),
      ],
      "confidence": .number(Double(board.confidence)),
    ]
  }

  fileprivate init(exactly point: NormalizedPoint) { self = [.number(point.x), .number(point.y)] }

  fileprivate init(exactly path: TrajectoryObservation) {
    let points = path.points.map { point in
      JSON.array([
        .integer(point.frame), .number(point.location.x), .number(point.location.y),
        .number(point.radius),
      ])
    }
    self = [
      "id": .integer(path.id), "points": .array(points),
      "equation": path.equation.map { [.number($0.a), .number($0.b), .number($0.c)] } ?? .null,
      "confidence": .number(Double(path.confidence)),
    ]
  }

  fileprivate init(exactly event: BagEvent) {
    switch event {
    case .landed(let landing):
      self = [
        "landed": .integer(landing.number), "firstFrame": .integer(landing.firstFrame),
        "restFrame": .integer(landing.restFrame), "rest": .string(landing.rest.name),
        "place": [.number(landing.place.x), .number(landing.place.y)],
      ]
    case .moved(let move):
      self = [
        "moved": move.landing.map(JSON.integer) ?? .null, "frame": .integer(move.frame),
        "rest": .string(move.rest.name),
      ]
    }
  }

  fileprivate init(exactly event: TossWatch.Event) {
    switch event {
    case .stateChanged(let state): self = ["state": .string("\(state)")]
    case .throwEnded(let made, let decision):
      self = ["throw": JSON(exactly: made), "decidedBy": .string(decision.rawValue)]
    case .throwChanged(let made): self = ["changed": JSON(exactly: made)]
    case .notice(let notice): self = ["notice": .string("\(notice)")]
    case .bag(let bag): self = JSON(exactly: bag)
    }
  }

  fileprivate init(exactly made: Throw) {
    func estimate(_ estimate: Estimate?) -> JSON {
      estimate.map { [.number($0.value), .number($0.error)] } ?? .null
    }
    self = [
      "number": .integer(made.number), "startFrame": .integer(made.startFrame),
      "endFrame": .integer(made.endFrame), "releaseFrame": .integer(made.releaseFrame),
      "time": .number(made.time),
      "style": made.style.map { .string($0.style.rawValue) } ?? .null,
      "styleConfidence": made.style.map { .number(Double($0.confidence)) } ?? .null,
      "angle": estimate(made.releaseAngle), "speed": estimate(made.speed),
      "distance": estimate(made.distance), "stand": estimate(made.stand),
      "outcome": .string(made.outcome.rawValue), "points": .integer(made.points),
      "trajectory": JSON(exactly: made.trajectory), "poses": .integer(made.poses.count),
      "remarks": .array(made.remarks.map { .string($0.name) }),
    ]
  }
}

extension BagRest {
  fileprivate var name: String {
    switch self {
    case .seen(let outcome): outcome.rawValue
    case .unknown(let reason): reason.rawValue
    }
  }
}
