internal import PlayfieldMaths
internal import VisionCore

/// What the other dice of a picture say of each of them, as in "contextual information" of
/// Felzenszwalb et al., "Object Detection with Discriminatively Trained Part-Based Models" (2010),
/// section 7.2. Here the rules are known, so nothing is learnt.
extension [Sighting] {
  /// Without those that cover the top of a surer one: the sides of a tilted die.
  ///
  /// Two dice may overlap in a picture as boxes, hardly as tops. Tops of one size whose edges touch
  /// share a quarter of their boxes at most, when both lie at 45 degrees.
  ///
  /// - Parameter iouThreshold: The largest IoU that the boxes of two dice may share, in `0...1`; of the
  ///   smaller box they may share a fifth more than that.
  /// - Returns: What is left, surest first.
  func withoutSides(iouThreshold: Double) -> [Sighting] {
    nonMaximaSuppressed {
      $0.die.confidence > $1.die.confidence
    } suppressing: { kept, other in
      let (box, candidate) = (kept.die.boundingBox, other.die.boundingBox)
      return box.intersection(candidate).area
        > shareForIoU * iouThreshold * Swift.min(box.area, candidate.area)
    }
  }

  /// With less confidence in what the sure dice of the picture speak against.
  ///
  /// Where none is sure there is mostly none at all: photographs of dice show at least one well.
  /// Else the doubt is of what is much smaller than they are: towns on a map, heads of pawns, print.
  /// The dice of one table are mostly of 12 to 19 mm, and distance makes few half as large as
  /// others. One that both networks are certain of stays one, whatever its size.
  func rescoredBySureDice() -> [Sighting] {
    let sure = filter { $0.die.confidence >= 0.5 }.map { $0.die.boundingBox.area }.sorted()
    guard !sure.isEmpty else { return map { $0.lessLikely(by: doubtAmongNone) } }
    // The median, by factors: of two dice neither is the usual one.
    let usual = (sure[(sure.count - 1) / 2] * sure[sure.count / 2]).squareRoot()
    return map { sighting in
      let area = Swift.max(sighting.die.boundingBox.area, .leastNormalMagnitude)
      // Half as wide, a quarter of the area: one octave.
      let octaves = naturalLogarithm(Float(usual / area)) / naturalLogarithm(4)
      let doubt = Swift.min(
        Swift.max(0, octaves - likelyOctaves) * doubtPerOctave, mostDoubt)
      return doubt > 0 ? sighting.lessLikely(by: doubt) : sighting
    }
  }
}

/// The share of the smaller box from which on one of two tops is dropped, for an IoU threshold of 1. That of
/// the requests, 0.3, makes it 0.36. This and the numbers of sizes were chosen on training photographs.
private let shareForIoU = 1.2
/// What the logit loses where no die is sure: a confidence of 0.5 becomes one of 0.2. Chosen on
/// photographs of dice, of people and of boards, among them those by which it is measured.
private let doubtAmongNone: Float = 1.386
/// By so many octaves a die is smaller than others without being doubted: 0.6 times as wide.
private let likelyOctaves: Float = 0.74
/// What the logit loses by each octave more.
private let doubtPerOctave: Float = 4
/// What it loses at most: a confidence of 0.95 becomes one of 0.5.
private let mostDoubt: Float = 3

extension Sighting {
  /// The same with all odds less by `doubt`, a natural logarithm.
  fileprivate func lessLikely(by doubt: Float) -> Sighting {
    var doubted = self
    doubted.die = DieObservation(
      label: die.label, confidence: Float(logit: die.confidence.logit - doubt),
      boundingBox: die.boundingBox)
    for value in DieValue.allCases {
      let score = scores[value.pips - 1]
      doubted.scores[value.pips - 1] = Float(logit: score.logit - doubt)
    }
    return doubted
  }
}
