import VisionCore

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
    self = ["confidence": .number(Double(person.confidence), places: 4), "joints": .object(joints)]
  }

  /// The people in a picture, or in a frame of a film.
  static func poses(_ people: [HumanBodyPoseObservation], file: String, frame: Int?) -> JSON {
    var members = [Member(key: "file", value: .string(file))]
    if let frame { members.append(Member(key: "frame", value: .integer(frame))) }
    members.append(Member(key: "people", value: .array(people.map(JSON.init))))
    return .object(members)
  }
}
