import SceneReading
import VisionCore
import VisionRequests

// The JSON lines of the vision commands, with as many places as those of the dice commands.

extension JSON {
  init(_ point: NormalizedPoint) {
    self = .array([.number(point.x, places: 5), .number(point.y, places: 5)])
  }

  init(_ person: HumanBodyPoseObservation) {
    let joints = JointName.allCases.map { name in
      let joint = person[name]
      return Member(
        key: "\(name)",
        value: .array([
          .number(joint.location.x, places: 5), .number(joint.location.y, places: 5),
          .number(Double(joint.confidence), places: 4),
        ]))
    }
    self = [
      "confidence": .number(Double(person.confidence), places: 4),
      "box": JSON(person.boundingBox), "joints": .object(joints),
    ]
  }

  /// The people in a picture, or in a frame of a film.
  static func poses(_ people: [HumanBodyPoseObservation], file: String, frame: Int?) -> JSON {
    var members = [Member(key: "file", value: .string(file))]
    if let frame { members.append(Member(key: "frame", value: .integer(frame))) }
    members.append(Member(key: "people", value: .array(people.map(JSON.init))))
    return .object(members)
  }

  /// What moves in a frame.
  init(_ motion: MovingObjects) {
    let objects = motion.objects.map { object in
      let color = (0..<3).map { JSON.number(object.color[$0], places: 1) }
      return JSON.array(
        [object.place.x, object.place.y, object.radius, object.fill].map { .number($0, places: 5) }
          + color
          + [.integer(object.isIsolated ? 1 : 0), .integer(object.touchesEdge ? 1 : 0)])
    }
    var members = [
      Member(key: "frame", value: .integer(motion.frame)),
      Member(key: "time", value: .number(motion.time, places: 4)),
      Member(key: "repetitions", value: .array(motion.repetitions.map(JSON.integer))),
      Member(key: "objects", value: .array(objects)),
    ]
    if let view = motion.view {
      let views = view.views.map { matrix in
        let (first, second, third) = matrix.rows
        let rows = [first, second, third]
        return JSON.array(rows.flatMap { row in (0..<3).map { .number(row[$0], places: 7) } })
      }
      members.append(Member(key: "views", value: .array(views)))
    }
    self = .object(members)
  }

  /// The path of something thrown.
  init(_ path: TrajectoryObservation) {
    func points(_ location: (TrajectoryObservation.Point) -> NormalizedPoint) -> JSON {
      .array(
        path.points.map { point in
          let place = location(point)
          return [
            .integer(point.frame), .number(place.x, places: 5), .number(place.y, places: 5),
          ]
        })
    }
    var members: [Member] = [
      Member(key: "id", value: .integer(path.id)),
      Member(key: "startFrame", value: path.points.first.map { .integer($0.frame) } ?? .null),
      Member(key: "endFrame", value: path.points.last.map { .integer($0.frame) } ?? .null),
      Member(key: "start", value: path.points.first.map { .number($0.time, places: 4) } ?? .null),
      Member(key: "end", value: path.points.last.map { .number($0.time, places: 4) } ?? .null),
      Member(key: "points", value: points(\.location)),
    ]
    if path.points.contains(where: { $0.steadyLocation != $0.location }) {
      members.append(Member(key: "steady", value: points(\.steadyLocation)))
    }
    members += [
      Member(key: "errors", value: .array(path.errors.map { .number($0, places: 5) })),
      Member(
        key: "equation",
        value: path.equation.map { .array([$0.a, $0.b, $0.c].map { .number($0, places: 5) }) }
          ?? .null),
      Member(key: "confidence", value: .number(Double(path.confidence), places: 4)),
    ]
    self = .object(members)
  }

  init(_ board: GameboardObservation) {
    let hole = board.hole
    self = [
      "confidence": .number(Double(board.confidence), places: 4),
      "error": board.cornerError.map { .number($0, places: 5) } ?? .null,
      "corners": .array(board.corners.all.map(JSON.init)),
      "hole": [
        "center": JSON(hole.center),
        "radii": .array([
          .number(hole.radii.first, places: 5), .number(hole.radii.second, places: 5),
        ]),
        "angle": .number(hole.angle, places: 2),
      ],
    ]
  }

  /// The boards in a picture.
  static func boards(_ boards: [GameboardObservation], file: String) -> JSON {
    ["file": .string(file), "boards": .array(boards.map(JSON.init))]
  }

  /// How somebody throws.
  static func throwStyle(_ found: ThrowStyleObservation, id: String) -> JSON {
    [
      "id": .string(id), "label": .string(found.style.rawValue),
      "confidence": .number(Double(found.confidence), places: 4),
    ]
  }

  /// How a camera moves, in pixels of a picture of some width.
  static func stability(
    from frame: Int?, shifts: [(frame: Int, shift: ImageTranslation)], width: Double
  ) -> JSON {
    let list = shifts.map { frame, shift in
      JSON.array([
        .integer(frame), .number(shift.dx * width, places: 3),
        .number(shift.dy * width, places: 3),
      ])
    }
    return ["stableFrom": frame.map(JSON.integer) ?? .null, "shift": .array(list)]
  }

  /// The outlines in a picture.
  static func contours(_ observation: ContoursObservation, file: String) -> JSON {
    let contours = observation.contours.map { contour in
      JSON.object([
        Member(key: "points", value: .array(contour.points.map(JSON.init))),
        Member(key: "parent", value: contour.parent.map(JSON.integer) ?? .null),
        Member(key: "aspectRatio", value: .number(contour.aspectRatio, places: 5)),
      ])
    }
    return ["file": .string(file), "contours": .array(contours)]
  }

  /// Where the pixels of a reference frame are in another frame; null where the plane is lost.
  static func registration(_ homography: ImageHomography?, frame: Int, time: Double) -> JSON {
    // The numbers of the last row multiply pixels, so that they need more places.
    [
      "frame": .integer(frame), "time": .number(time, places: 3),
      "homography": homography.map { .array($0.matrix.map { .number($0, places: 9) }) } ?? .null,
    ]
  }
}
