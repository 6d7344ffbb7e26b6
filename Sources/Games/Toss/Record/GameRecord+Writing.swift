internal import VisionCore

extension GameRecord {
  /// As JSON. Places and times are rounded to a millionth, which is finer than anything is seen.
  public var text: String { json.text }

  private var json: JSON {
    [
      "format": .integer(Self.format), "began": .number(session.startTime, places: 3),
      "source": .string(session.source), "rules": .string(session.rules.preset.rawValue),
      "styleBonus": [
        "overhand": .integer(session.rules.styleBonus.overhand),
        "underhand": .integer(session.rules.styleBonus.underhand),
        "underleg": .integer(session.rules.styleBonus.underleg),
      ],
      "picture": [
        "width": .integer(session.pictureSize.width),
        "height": .integer(session.pictureSize.height),
      ],
      "frameRate": .rounded(session.frameRate),
      "board": session.board.map { JSON($0) } ?? .null,
      "finished": .boolean(isFinished),
      "throws": .array(session.throwsMade.map { JSON($0) }),
      "corrections": .array(corrections.map { JSON($0) }),
    ]
  }
}

extension JSON {
  fileprivate static func rounded(_ number: Double) -> JSON { .number(number, places: 6) }

  fileprivate init(_ place: NormalizedPoint) { self = [.rounded(place.x), .rounded(place.y)] }

  fileprivate init(_ board: GameboardObservation) {
    let hole = board.hole
    self = [
      "confidence": .rounded(Double(board.confidence)), "corners": JSON(board.corners),
      "hole": [
        "center": JSON(hole.center),
        "radii": [.rounded(hole.radii.first), .rounded(hole.radii.second)],
        "angle": .rounded(hole.angle),
      ],
      "cornerError": board.cornerError.map { .rounded($0) } ?? .null,
    ]
  }

  fileprivate init(_ corners: GameboardObservation.Corners) {
    self = .array(corners.all.map { JSON($0) })
  }

  /// An error that is not known is `null`.
  fileprivate init(_ estimate: Estimate?) {
    guard let estimate, estimate.value.isFinite else {
      self = .null
      return
    }
    self = ["value": .rounded(estimate.value), "error": .rounded(estimate.error)]
  }

  fileprivate init(_ made: Throw) {
    self = [
      "throw": .integer(made.number), "startFrame": .integer(made.startFrame),
      "endFrame": .integer(made.endFrame), "releaseFrame": .integer(made.releaseFrame),
      "time": .rounded(made.time),
      "style": made.style.map {
        ["label": .string($0.style.rawValue), "confidence": .rounded(Double($0.confidence))]
      } ?? .null,
      "releaseAngle": JSON(made.releaseAngle), "speed": JSON(made.speed),
      "distance": JSON(made.distance), "stand": JSON(made.stand),
      "outcome": .string(made.outcome.rawValue), "points": .integer(made.points),
      "remarks": .array(made.remarks.map { JSON($0) }),
      "withdrawn": .boolean(made.isWithdrawn),
      "path": JSON(made.trajectory), "poses": .array(made.poses.map { JSON($0) }),
    ]
  }

  fileprivate init(_ remark: Throw.Remark) {
    switch remark {
    case .cameraMoved: self = ["kind": "cameraMoved"]
    case .releaseUnseen: self = ["kind": "releaseUnseen"]
    case .gravityDisagrees(let ratio):
      self = ["kind": "gravityDisagrees", "value": .rounded(ratio)]
    case .offTheLine(let stand): self = ["kind": "offTheLine", "value": .rounded(stand)]
    }
  }

  fileprivate init(_ path: TrajectoryObservation) {
    self = [
      "id": .integer(path.id),
      // Frame, time, place and radius.
      "points": .array(
        path.points.map {
          [
            .integer($0.frame), .rounded($0.time), .rounded($0.location.x),
            .rounded($0.location.y), .rounded($0.radius),
          ]
        }),
      "equation": path.equation.map {
        [.number($0.a, places: 9), .number($0.b, places: 9), .number($0.c, places: 9)]
      } ?? .null,
      "confidence": .rounded(Double(path.confidence)), "finished": .boolean(path.isFinished),
    ]
  }

  fileprivate init(_ pose: Throw.TimedPose) {
    self = [
      "frame": .integer(pose.frame), "time": .rounded(pose.time),
      "confidence": .number(Double(pose.pose.confidence), places: 4),
      // Place and confidence of each joint. A hundred-thousandth of the picture is finer than any is found.
      "joints": .array(
        JointName.allCases.map {
          let joint = pose.pose[$0]
          return [
            .number(joint.location.x, places: 5), .number(joint.location.y, places: 5),
            .number(Double(joint.confidence), places: 4),
          ]
        }),
    ]
  }

  fileprivate init(_ correction: TossCorrection) {
    switch correction {
    case .outcome(let number, let outcome):
      self = ["throw": .integer(number), "outcome": .string(outcome.rawValue)]
    case .noThrow(let number): self = ["throw": .integer(number), "outcome": .null]
    case .board(let corners): self = ["board": JSON(corners)]
    case .boardUnknown: self = ["board": .null]
    }
  }
}
