import Media
import SceneReading
import VisionCore

/// What moves in each frame of a video, for judging it again without its pictures.
struct MotionRecorder {
  private let file: OutputFile
  private var lines: String

  /// Opens the file, so that a place that cannot be written is reported before a long clip is watched.
  init(path: String, video: String, size: (width: Int, height: Int)) throws(Failure) {
    do throws(MediaError) {
      file = try OutputFile(path: path)
    } catch {
      throw Failure(error)
    }
    let head: JSON = [
      "file": .string(video), "width": .integer(size.width), "height": .integer(size.height),
    ]
    lines = head.text + "\n"
  }

  mutating func append(_ motion: MovingObjects) { lines += JSON(motion).text + "\n" }

  func finish() throws(Failure) {
    do throws(MediaError) {
      try file.replaceContent(with: Array(lines.utf8))
    } catch {
      throw Failure(error)
    }
  }
}
