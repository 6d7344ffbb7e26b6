import BeanBagToss
import Media

/// What was seen of a board in each frame of a clip, for replaying without the pictures.
struct LandingsRecorder {
  private let file: OutputFile
  private let frameRate: Double
  private var frames: [JSON] = []

  /// Opens the file, so that a place that cannot be written is told before a long clip is watched.
  init(path: String, frameRate: Double) throws(Failure) {
    do throws(MediaError) {
      file = try OutputFile(path: path)
    } catch {
      throw Failure(error)
    }
    self.frameRate = frameRate
  }

  /// Adds a frame: what moves, then what has changed; 0 for a frame in which the board was hidden.
  mutating func append(_ sighting: BoardSighting) {
    guard !sighting.isHidden else { return frames.append(.integer(0)) }
    frames.append(
      .array([
        .array(sighting.moving.map { .array(Self.numbers($0)) }),
        .array(
          sighting.changes.map { change in
            let kind = JSON.integer(change.kind == .covered ? 1 : 0)
            return .array([kind, .number(change.time, places: 4)] + Self.numbers(change.blob))
          }),
      ]))
  }

  private static func numbers(_ blob: BoardBlob) -> [JSON] {
    let colour = [blob.colour.x, blob.colour.y, blob.colour.z]
    return [blob.place.x, blob.place.y, blob.area, blob.areaOnBoard, blob.areaInHole].map {
      JSON.number($0, places: 3)
    } + colour.map { .number($0, places: 0) } + [
      .number(blob.elongation, places: 2), .integer(blob.touchesEdge ? 1 : 0),
    ]
  }

  func finish() throws(Failure) {
    let recording: JSON = ["frameRate": .number(frameRate, places: 3), "frames": .array(frames)]
    do throws(MediaError) {
      try file.replaceContent(with: Array(recording.text.utf8))
    } catch {
      throw Failure(error)
    }
  }
}
