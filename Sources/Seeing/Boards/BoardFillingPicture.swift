internal import PlayfieldMaths
package import VisionCore

/// A board that fills the picture: one that was cut out of a photograph, or lies before the lens.
package enum BoardFillingPicture {
  /// A board that the networks find and that takes such a share of the picture is one. Lettering on a
  /// board that fills the picture looks to them like smaller ones; a larger one is that board itself.
  private static let plainShare = 0.04...0.7

  /// How far a picture's shape may be from a board's, to be taken for one that a board fills.
  private static let shapeError = 0.12

  /// By how many levels a hole is darker than the board round it, and in how many of the directions in
  /// which that is looked at: a bag may lie over the rim.
  private static let holeDarkness = 25.0
  private static let directions = 24
  private static let darkDirections = 18

  /// Whether what the networks have found may be only a part of a board that fills the picture.
  package static func mayHide(_ found: GameboardObservation?) -> Bool {
    guard let points = found?.corners.all else { return true }
    let share = points.indices.reduce(0) { sum, index in
      let (a, b) = (points[index], points[(index + 1) % points.count])
      return sum + (a.x * b.y - b.x * a.y) / 2
    }
    return !plainShare.contains(share)
  }

  /// The picture's corners as a board's, in the order that the hole gives; `nil` where the picture has
  /// another shape than a board, or no hole where a board has it.
  package static func corners(of picture: RGBImage) -> GameboardObservation.Corners? {
    let shape = Double(picture.width) / Double(picture.height)
    let board = Gameboard.width / Gameboard.length
    let isUpright = abs(shape / board - 1) < shapeError
    guard isUpright || abs(shape * board - 1) < shapeError else { return nil }
    let corners = [(0.0, 0.0), (1, 0), (1, 1), (0, 1)].map { NormalizedPoint(x: $0.0, y: $0.1) }
    // From the hole at the top, clockwise: at the right, the foot, the left.
    let along = Gameboard.holeCenter.y / Gameboard.length
    let turns =
      isUpright
      ? [(0, 0.5, along), (2, 0.5, 1 - along)]
      : [(1, 1 - along, 0.5), (3, along, 0.5)]
    let radius =
      Gameboard.holeRadius / Gameboard.width
      * Double(isUpright ? picture.width : picture.height)
    /// In each direction, how much lighter it is beyond the rim than in the hole.
    func contrasts(_ place: (x: Double, y: Double)) -> [Double] {
      let hole = mean(of: lightness(of: picture, at: place, on: 0.4 * radius))
      return lightness(of: picture, at: place, on: 1.8 * radius).map { $0 - hole }
    }
    let candidates = turns.map { (turn: $0.0, contrasts: contrasts(($0.1, $0.2))) }
    let best = candidates.max { mean(of: $0.contrasts) < mean(of: $1.contrasts) }
    guard let (turn, contrasts) = best,
      contrasts.count(where: { $0 > holeDarkness }) >= darkDirections
    else { return nil }
    return GameboardObservation.Corners(
      farLeft: corners[turn], farRight: corners[(turn + 1) % 4],
      nearRight: corners[(turn + 2) % 4], nearLeft: corners[(turn + 3) % 4])
  }

  /// The lightness at places on a circle about a place, in levels.
  private static func lightness(
    of picture: RGBImage, at place: (x: Double, y: Double), on radius: Double
  ) -> [Double] {
    (0..<directions).map { step in
      let angle = Double(step) / Double(directions) * 2 * Double.pi
      let x = Int(place.x * Double(picture.width) + radius * cosine(of: angle))
      let y = Int(place.y * Double(picture.height) + radius * sine(of: angle))
      let across = min(picture.width - 1, max(0, x))
      let down = min(picture.height - 1, max(0, y))
      let pixel = (down * picture.width + across) * 3
      return Double(picture.pixels[pixel..<pixel + 3].reduce(0) { $0 + Int($1) }) / 3
    }
  }

  private static func mean(of values: [Double]) -> Double {
    values.reduce(0, +) / Double(values.count)
  }
}
