import DiceGame
import Media
import VisionCore

/// The film that `dice watch --annotate` writes: each frame with its dice and the last roll.
struct AnnotatedFilm {
  private var film: Film
  private let annotator = Annotator()
  private var caption = ""

  init(path: String, frameRate: Double) {
    film = Film(path: path, frameRate: frameRate)
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

  /// Adds a frame.
  mutating func append(
    _ image: RGBImage, orientation: ImageOrientation, dice: [DieObservation]
  ) throws(Failure) {
    var picture = image.turnedUpright(from: orientation)
    annotator.draw(dice: dice, caption: caption, on: &picture)
    try film.append(picture)
  }

  /// Writes what is left and the film's index.
  mutating func finish() throws(Failure) { try film.finish() }
}
