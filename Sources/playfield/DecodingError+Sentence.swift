import VisionCore

extension DecodingError {
  /// What is wrong, and where: "images[2].width is missing".
  var sentence: String {
    switch self {
    case .keyNotFound(let key, let context):
      "\(Self.place(context.codingPath + [key])) is missing"
    case .valueNotFound(_, let context):
      "\(Self.place(context.codingPath)) is null"
    case .typeMismatch(let type, let context):
      "\(Self.place(context.codingPath)) is not \(Self.name(of: type))"
    case .dataCorrupted(let context):
      context.codingPath.isEmpty
        ? "it is not JSON" : "\(Self.place(context.codingPath)) has a value out of range"
    @unknown default: "it is not as it should be"
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    let place = path.reduce("") { place, key in
      if let index = key.intValue { return "\(place)[\(index)]" }
      return place.isEmpty ? key.stringValue : "\(place).\(key.stringValue)"
    }
    return place.isEmpty ? "it" : place
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is any Numeric.Type: "a number"
    case is any Collection.Type where !(type is [String: Any].Type): "a list"
    default: "an object"
    }
  }
}
