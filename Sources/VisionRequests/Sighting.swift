internal import VisionCore

/// A die as one look saw it.
struct Sighting: Hashable, Sendable {
  var die: DieObservation
  /// How much the look is to be believed, in `0...1`: the confidence, times the look's trust in
  /// dice of this size.
  var rank: Double
  /// Whether the look's edge cuts the die.
  var isCut: Bool
}

extension Sequence<Sighting> {
  /// One observation a die, from all looks, left to right by box centre.
  ///
  /// A die has one value, so boxes suppress each other whatever their values. One top never holds
  /// another, so a box inside another goes too, however small a part of it: a closer look takes a
  /// large pip for a die with a "1", which IoU alone lets pass.
  func merged(iouThreshold: Double) -> [DieObservation] {
    nonMaximaSuppressed {
      $0.rank > $1.rank
    } suppressing: { kept, other in
      let (box, candidate) = (kept.die.boundingBox, other.die.boundingBox)
      let shared = box.intersection(candidate).area
      return box.intersectionOverUnion(candidate) > iouThreshold
        || shared > nestedShare * Swift.min(box.area, candidate.area)
    }
    .map(\.die)
    .sorted { $0.boundingBox.center.x < $1.boundingBox.center.x }
  }
}

/// The share of the smaller box that lies in the larger one from which on it counts as inside.
private let nestedShare = 0.7
