import VisionCore

extension Failure {
  /// The JSON lines of a file that could not be read: one, or one for each part of a film that is damaged.
  func lines(of file: String) -> [JSON] {
    guard !damage.isEmpty else { return [["file": .string(file), "error": .string(sentence)]] }
    return damage.map { part in
      [
        "file": .string(file), "error": .string(Self.damaged),
        "from": .number(part.lowerBound, places: 4), "to": .number(part.upperBound, places: 4),
      ]
    }
  }

  /// What a line says of a damaged part.
  static let damaged = "damaged"
}
