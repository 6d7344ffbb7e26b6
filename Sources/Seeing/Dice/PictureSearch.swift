internal import VisionCore

/// The looks at a still picture: coarse ones first, until the dice are large enough to be read; a
/// close-up, for a die that fills the picture; and then a portrait of each die that was found.
package struct PictureSearch: DiceSearch {
  private let confidenceThreshold: Float
  private let iouThreshold: Double
  private let makesPortraits: Bool
  private let makesViews: Bool
  /// The looks at the picture that are left.
  private var looks: [Look]
  private var sightings: [Sighting] = []
  /// The close-up that is left, and what it has seen.
  private var closeUp: Look?
  private var large: [Sighting] = []
  /// Those that are done, in front of those that are not.
  private var portraits: [Portrait] = []
  private var finishedPortraits = 0
  /// Those that are left as the looks at the picture saw them.
  private var unportrayed: [Sighting] = []

  /// A die that the looks at the picture leave doubtful, with this share of the confidence that is
  /// asked for, is made a portrait of: it may still turn out to be one.
  private static let doubtfulShare: Float = 0.5
  /// As many doubtful ones as a handful of dice may leave; a printed page leaves hundreds.
  private static let maximumDoubtful = 12
  /// Twice as many as people throw at once. A request that asks for next to no confidence finds
  /// hundreds of dice in a printed page, and is to take seconds there, not minutes.
  private static let maximumPortraits = 60

  /// - Parameters:
  ///   - looks: The looks at the picture, the coarsest first.
  ///   - closeUp: The look for a die that fills the picture, if that is to be looked for.
  ///   - confidenceThreshold: The minimum confidence of a die, in `0...1`.
  ///   - iouThreshold: The largest IoU that the boxes of two dice may share, in `0...1`.
  ///   - makesPortraits: Whether each die is looked at alone, too, which takes as long as the looks
  ///     at the picture where there are some dozen dice.
  ///   - makesViews: Whether portraits ask the portrait network, too, which takes about as long again.
  package init(
    _ looks: [Look], closeUp: Look? = nil, confidenceThreshold: Float, iouThreshold: Double,
    makesPortraits: Bool,
    makesViews: Bool
  ) {
    self.looks = looks.reversed()
    self.closeUp = closeUp
    self.confidenceThreshold = confidenceThreshold
    self.iouThreshold = iouThreshold
    self.makesPortraits = makesPortraits
    self.makesViews = makesViews
  }

  /// What is to be done next; `nil` when nothing else is worth its time.
  package var nextStep: ReadingStep? {
    if let look = looks.last { return .look(look) }
    guard finishedPortraits < portraits.count else { return nil }
    return portraits[finishedPortraits].steps.last
  }

  /// The minimum confidence of what a look is to report.
  package var sightingThreshold: Float {
    if looks.isEmpty { return Portrait.minimumConfidence }
    return makesPortraits ? confidenceThreshold * Self.doubtfulShare : confidenceThreshold
  }

  /// Takes in what the look has seen.
  package mutating func learn(_ found: [Sighting]) {
    guard let look = looks.popLast() else {
      return learnAlone { $0.learn(found) }
    }
    if look.isCloseUp {
      large = found.filter { look.isLarge($0.die.boundingBox) }
    } else {
      sightings += found
      // A closer look than the dice need finds nothing but pips in weave and print. The coarsest
      // look does not decide: it cannot see whether there are small dice, too.
      let smallest = found.filter { $0.die.confidence >= confidenceThreshold }
        .map { look.side(of: $0.die.boundingBox) }.min()
      if !look.isCoarsest, let smallest, smallest >= Look.amplySized { looks = [] }
    }
    if looks.isEmpty, let last = closeUp {
      looks = [last]
      closeUp = nil
    }
    if looks.isEmpty, makesPortraits { choosePortraits(in: look.picture) }
  }

  private mutating func choosePortraits(in picture: PixelSize) {
    // Merged separately: portraits decide between a large die and the pips on it.
    let ranked =
      (sightings.merged(iouThreshold: iouThreshold) + large.merged(iouThreshold: iouThreshold))
      .sorted { $0.die.confidence > $1.die.confidence }
    let certain = ranked.count { $0.die.confidence >= confidenceThreshold }
    let subjects = ranked.prefix(min(certain + Self.maximumDoubtful, Self.maximumPortraits))
    portraits = subjects.map { Portrait(of: $0, in: picture, makesViews: makesViews) }
    unportrayed = Array(ranked[subjects.endIndex...])
  }

  /// Takes in what the portrait network says of the view.
  package mutating func learn(_ answer: PortraitAnswer) { learnAlone { $0.learn(answer) } }

  private mutating func learnAlone(_ learn: (inout Portrait) -> Void) {
    guard looks.isEmpty, finishedPortraits < portraits.count else { return }
    learn(&portraits[finishedPortraits])
    if portraits[finishedPortraits].steps.isEmpty { finishedPortraits += 1 }
  }

  /// What was found, one sighting a die, left to right by box centre.
  package var dice: [Sighting] {
    let all =
      makesPortraits
      ? (portraits.map { $0.conclusion } + unportrayed)
        .withoutSides(iouThreshold: iouThreshold).rescoredBySureDice().leftToRight()
      : (sightings + large).merged(iouThreshold: iouThreshold)
    return all.filter { $0.die.confidence >= confidenceThreshold }
  }
}
