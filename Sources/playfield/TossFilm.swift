import BeanBagToss
import Media
import TossAnalysis
import VisionCore

/// The film that `toss analyze --annotate` writes: each frame with board, joints, paths, figures and score.
///
/// It is drawn 1.3 seconds late. By then the joints are known of most frames around a release, which are looked
/// at only once a path is seen; elsewhere they lie between those of the looks before and after. The frames
/// of that time are kept whole: 120 MB of film of 1920 x 1080 at 30 frames a second.
struct TossFilm {
  private var film: Film
  private let units: UnitSystem
  private var waiting: [(frame: PlanarFrame, scene: TossScene)] = []

  /// In seconds.
  private static let delay = 1.3

  init(path: String, frameRate: Double, units: UnitSystem) {
    film = Film(path: path, frameRate: frameRate)
    self.units = units
  }

  /// Adds the frame that was seen last.
  mutating func append(
    _ frame: PlanarFrame, of game: borrowing TossWatch
  ) throws(Failure) {
    waiting.append((frame, game.scene))
    while let first = waiting.first, first.frame.time <= frame.time - Self.delay {
      try drawFirst(game)
    }
  }

  /// Draws what is left, and writes the film's index.
  mutating func finish(_ game: borrowing TossWatch) throws(Failure) {
    do throws(Failure) {
      while !waiting.isEmpty { try drawFirst(game) }
    } catch {
      try? film.finish()
      throw error
    }
    try film.finish()
  }

  private mutating func drawFirst(_ game: borrowing TossWatch) throws(Failure) {
    let first = waiting.removeFirst()
    let frame = first.frame
    var scene = first.scene
    scene.paths.removeAll { game.wasTakenBack(path: $0.id) }
    let picture = TossPicture(scene, people: game.people(at: frame.time), units: units)
    var image = frame.image.upright(frame.orientation)
    Annotator().draw(toss: picture, at: frame.time, on: &image)
    try film.append(image)
  }
}
