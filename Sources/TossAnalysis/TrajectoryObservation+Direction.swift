internal import VisionCore

extension TrajectoryObservation {
  /// How much farther from a place, across the picture and in its widths, a path must have come to lead away
  /// from it. A bag keeps its speed across the picture as it rises and falls, so it will not come back.
  private static let awayBy = 0.08

  /// Whether the path leads away from a place: whoever throws so does not throw there. A path that rises
  /// steeply may yet come down anywhere.
  func leadsAway(from place: NormalizedPoint) -> Bool {
    guard let first = points.first?.location, let last = points.last?.location else { return false }
    return abs(last.x - place.x) - abs(first.x - place.x) > Self.awayBy
  }
}
