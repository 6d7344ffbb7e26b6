import BeanBagToss
import VisionCore

// Frames as `FrameRecorder` writes them.

extension JSON {
  /// For every die its value, confidence and box.
  static func recorded(_ dice: [DieObservation]) -> JSON {
    .array(
      dice.map { die in
        let box = die.boundingBox
        let numbers = [Double(die.confidence), box.x, box.y, box.width, box.height]
        return .array([.integer(die.label.pips)] + numbers.map { .number($0, places: 4) })
      })
  }

  /// What moves, then what has changed; 0 for a frame in which the board was hidden.
  static func recorded(_ surface: BoardSurfaceObservation) -> JSON {
    guard !surface.isHidden else { return .integer(0) }
    return .array([
      .array(surface.moving.map { .array(numbers(of: $0)) }),
      .array(
        surface.changes.map { change in
          let kind = JSON.integer(change.kind == .covered ? 1 : 0)
          return .array([kind, .number(change.time, places: 4)] + numbers(of: change.blob))
        }),
    ])
  }

  private static func numbers(of blob: BoardBlob) -> [JSON] {
    let colour = [blob.colour.x, blob.colour.y, blob.colour.z]
    return [blob.place.x, blob.place.y, blob.area, blob.areaOnBoard, blob.areaInHole].map {
      JSON.number($0, places: 3)
    } + colour.map { .number($0, places: 0) } + [
      .number(blob.elongation, places: 2), .integer(blob.isCut ? 2 : blob.touchesEdge ? 1 : 0),
    ]
  }
}
