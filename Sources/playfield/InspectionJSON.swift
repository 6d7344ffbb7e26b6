import SceneReading
import VisionCore
import VisionRequests

// What networks answered, for looking inside.

extension JSON {
  /// What was taken for boards in a picture, and what speaks for each.
  static func candidates(_ candidates: [DetectGameboardRequest.Candidate], file: String) -> JSON {
    [
      "file": .string(file),
      "candidates": .array(
        candidates.map { candidate in
          [
            "board": JSON(candidate.observation),
            "features": .object(
              candidate.features.map {
                Member(key: $0.name, value: .number($0.value, places: 4))
              }),
          ]
        }),
    ]
  }

  /// Where the pose networks looked in an upright picture of a size, and what they answered.
  static func looks(_ looks: [PoseLook], file: String, frame: Int?, size: PixelSize) -> JSON {
    var members = [Member(key: "file", value: .string(file))]
    if let frame { members.append(Member(key: "frame", value: .integer(frame))) }
    members.append(Member(key: "looks", value: .array(looks.map { .look($0, size: size) })))
    return .object(members)
  }

  private static func look(_ look: PoseLook, size: PixelSize) -> JSON {
    let region = look.region
    let square: JSON = [
      "center": .pair(size.normalized(region.center), places: 5),
      "side": .number(region.side / Double(size.width), places: 5),
      "angle": .number(region.angle * 180 / .pi, places: 2),
    ]
    switch look.answer {
    case .people(let people):
      return [
        "network": "detector", "square": square, "people": .array(people.map(JSON.detection)),
      ]
    case .body(let body):
      return [
        "network": "landmarks", "square": square,
        "confidence": .number(Double(body.confidence), places: 4),
        "isPerson": .boolean(body.isPerson),
        "landmarks": .array(
          body.landmarks.map { landmark in
            let place = size.normalized(landmark.location)
            return [
              .number(place.x, places: 5), .number(place.y, places: 5),
              .number(Double(landmark.confidence), places: 4),
            ]
          }),
      ]
    }
  }

  private static func detection(_ person: PoseDetection) -> JSON {
    [
      "confidence": .number(Double(person.confidence), places: 4), "box": JSON(person.box),
      "hips": .pair(person.hips.coordinates, places: 5),
      "top": .pair(person.top.coordinates, places: 5),
    ]
  }

  private static func pair(_ point: NormalizedPoint, places: Int) -> JSON {
    pair(SIMD2(point.x, point.y), places: places)
  }

  private static func pair(_ pair: SIMD2<Double>, places: Int) -> JSON {
    [.number(pair.x, places: places), .number(pair.y, places: places)]
  }

  /// What the throw-style network was shown of a motion, and what it answered.
  static func looks(_ looks: [ThrowStyleLook], id: String) -> JSON {
    [
      "id": .string(id),
      "looks": .array(
        looks.map { look in
          [
            "start": .number(look.start, places: 4),
            "joints": .object(
              BodyMotion.Joint.allCases.map { joint in
                Member(key: "\(joint)", value: .track(look.track(of: joint)))
              }),
            "probabilities": .object(
              ThrowStyle.allCases.map { style in
                Member(
                  key: style.rawValue,
                  value: .number(Double(look.probability(of: style)), places: 4))
              }),
          ]
        }),
    ]
  }

  private static func track(_ places: [BodyMotion.Place]) -> JSON {
    .array(
      places.map { place in
        .array([place.x, place.y, place.belief].map { .number(Double($0), places: 3) })
      })
  }
}
