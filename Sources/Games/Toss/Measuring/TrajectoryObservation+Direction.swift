package import VisionCore

extension TrajectoryObservation {
  /// How much farther from the board, across the picture and in its widths, a path must have come to lead away
  /// from it. A bag keeps its speed across the picture as it rises and falls, so it will not come back.
  private static let awayBy = 0.08

  /// Whether the path leads away from a board: whoever throws so does not throw there. A path that rises steeply
  /// may yet come down anywhere, and what is near the board may still land on it.
  package func leadsAway(from board: GameboardObservation, aspectRatio: Double) -> Bool {
    guard let first = points.first?.location, let last = points.last?.location else { return false }
    let place = board.middle
    return abs(last.x - place.x) - abs(first.x - place.x) > Self.awayBy
      && last.distance(to: place, aspectRatio) > board.reach(aspectRatio)
  }
}
