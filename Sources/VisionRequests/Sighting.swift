internal import VisionCore

/// A die as one look saw it.
struct Sighting: Hashable, Sendable {
  var die: DieObservation
  /// The side of the top face in pixels of the look's input.
  var side: Double
  /// How much the look is to be believed, in `0...1`: the confidence, times the look's trust in
  /// dice of this size.
  var rank: Double
  /// Whether the look's edge cuts the die.
  var isCut: Bool
}

extension Sequence<Sighting> {
  /// One observation a die, from all looks, left to right by box centre.
  ///
  /// A die has one value, so boxes suppress each other whatever their values.
  func merged(iouThreshold: Double) -> [DieObservation] {
    nonMaximaSuppressed {
      $0.rank > $1.rank
    } suppressing: { kept, other in
      kept.die.boundingBox.intersectionOverUnion(other.die.boundingBox) > iouThreshold
    }
    .map(\.die)
    .sorted { $0.boundingBox.center.x < $1.boundingBox.center.x }
  }
}
