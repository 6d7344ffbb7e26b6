import Media
import VisionCore

/// What the network saw in each frame of a clip, for replaying the rules without camera or network.
struct SightingsRecorder {
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

  /// Adds a frame: for every die its value, confidence and box.
  mutating func append(_ dice: [DieObservation]) {
    frames.append(
      .array(
        dice.map { die in
          let box = die.boundingBox
          let numbers = [Double(die.confidence), box.x, box.y, box.width, box.height]
          return .array([.integer(die.label.pips)] + numbers.map { .number($0, places: 4) })
        }))
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
