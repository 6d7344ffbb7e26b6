package import VisionCore

/// A die as one look saw it.
package struct Sighting: Hashable, Sendable {
  package var die: DieObservation
  /// How much the look is to be believed, in `0...1`: the confidence, times the look's trust in
  /// dice of this size.
  package var rank: Double
  /// Whether the look's edge cuts the die.
  package var isCut: Bool
  /// The confidence of each value, "1" first; the last two stand for nothing.
  package var scores: SIMD8<Float>

  package init(die: DieObservation, rank: Double, isCut: Bool, scores: SIMD8<Float> = .zero) {
    self.die = die
    self.rank = rank
    self.isCut = isCut
    self.scores = scores
  }
}

extension Sequence<Sighting> {
  /// One sighting a die, from all looks, left to right by box centre.
  ///
  /// A die has one value, so boxes suppress each other whatever their values. One top never holds
  /// another, so a box inside another goes too, however small a part of it: a closer look takes a
  /// large pip for a die with a "1", which IoU alone lets pass.
  package func merged(iouThreshold: Double) -> [Sighting] {
    nonMaximaSuppressed {
      $0.rank > $1.rank
    } suppressing: { kept, other in
      let (box, candidate) = (kept.die.boundingBox, other.die.boundingBox)
      let shared = box.intersection(candidate).area
      return box.intersectionOverUnion(candidate) > iouThreshold
        || shared > nestedShare * Swift.min(box.area, candidate.area)
    }
    .leftToRight()
  }

  /// What was found in a part of a picture, with the boxes in the whole; what the part's edge cuts is left out.
  package func moved(from part: PixelRect, to picture: PixelSize) -> [Sighting] {
    let look = Look(picture: picture, region: part, drawn: part.size)
    let place = BoundingBox(part, in: picture)
    return compactMap { sighting in
      var moved = sighting
      moved.die.boundingBox = place.denormalized(sighting.die.boundingBox)
      return look.cuts(moved.die.boundingBox) ? nil : moved
    }
  }

  /// As people list what they rolled: by box centre.
  func leftToRight() -> [Sighting] {
    sorted { $0.die.boundingBox.center.x < $1.die.boundingBox.center.x }
  }
}

/// The share of the smaller box that lies in the larger one from which on it counts as inside.
private let nestedShare = 0.7
