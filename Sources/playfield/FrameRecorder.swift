import Media
import VisionCore

/// What was seen in each frame of a clip, for replaying the rules without its pictures.
struct FrameRecorder {
  private let file: OutputFile
  private let frameRate: Double
  private var frames: [JSON] = []

  /// Opens the file, so that a place that cannot be written is reported before a long clip is watched.
  init(path: String, frameRate: Double) throws(Failure) {
    do throws(MediaError) {
      file = try OutputFile(path: path)
    } catch {
      throw Failure(error)
    }
    self.frameRate = frameRate
  }

  mutating func append(_ frame: JSON) { frames.append(frame) }

  func finish() throws(Failure) {
    let recording: JSON = ["frameRate": .number(frameRate, places: 3), "frames": .array(frames)]
    do throws(MediaError) {
      try file.replaceContent(with: Array(recording.text.utf8))
    } catch {
      throw Failure(error)
    }
  }
}
