import DiceGame
import Media
import VisionCore

/// The film that `dice watch --annotate` writes: each frame with its dice and the last roll.
struct AnnotatedFilm {
  private let path: String
  private let frameRate: Double
  private let annotator = Annotator()
  private var writer: VideoWriter?
  private var caption = ""

  init(path: String, frameRate: Double) {
    self.path = path
    self.frameRate = frameRate
  }

  /// Takes note of what the caption is to say from now on.
  mutating func note(_ event: RollEvent) {
    caption =
      switch event {
      case .rolling: "rolling"
      case .ended(let roll): roll.equation
      case .cleared: ""
      }
  }

  /// Adds a frame. The first one gives the film its size.
  mutating func append(
    _ image: RGBImage, orientation: ImageOrientation, dice: [DieObservation]
  ) throws(Failure) {
    do throws(MediaError) {
      var picture = image.turnedUpright(from: orientation)
      annotator.draw(dice: dice, caption: caption, on: &picture)
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
