import Media
import VisionCore

/// A film with marked frames; the first one gives it its size.
struct Film {
  private let path: String
  private let frameRate: Double
  private var writer: VideoWriter?

  init(path: String, frameRate: Double) {
    self.path = path
    self.frameRate = frameRate
  }

  mutating func append(_ picture: RGBImage) throws(Failure) {
    do throws(MediaError) {
      if writer == nil {
        writer = try VideoWriter(
          path: path, width: picture.width, height: picture.height, frameRate: frameRate)
      }
      try writer?.append(picture)
    } catch {
      throw Failure(error)
    }
  }

  /// Writes what is left and the film's index, without which no player opens it.
  mutating func finish() throws(Failure) {
    do throws(MediaError) {
      try writer?.finish()
    } catch {
      throw Failure(error)
    }
  }
}
