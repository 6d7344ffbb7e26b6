internal import PlayfieldMaths
internal import VisionCore

/// A die that is looked at alone, at several sizes and mirrored, to make sure that it is one and what
/// it shows.
///
/// Two networks are asked. Where pips are faint, what the dice network says of a die wavers with its
/// size and with how it lies on the raster of cells; where there is no die, it wavers more. The
/// portrait network spends as much on one die as the dice network on a frame of film. They err in
/// other places, and the mean of several views is right more often than any of them, as that of
/// several crops in Szegedy et al., "Going Deeper with Convolutions" (2014),
/// <https://arxiv.org/abs/1409.4842>.
struct Portrait: Sendable {
  private let subject: Sighting
  /// The looks and views that are left.
  private(set) var steps: [ReadingStep]
  /// What the looks say, summed up.
  private var logits = SIMD8<Float>.zero
  private var looks: Float = 0
  private var answers: [PortraitAnswer] = []

  /// The sides of the top face in the looks, in pixels of the dice network's input.
  private static let lookSides = [28.0, 36, 44, 52, 60]
  private static let lookInputSide = 96
  /// What is asked of a sighting here; a look without one counts as this much of each value.
  static let minimumConfidence: Float = 0.01

  /// - Parameters:
  ///   - subject: The die as the looks at the picture saw it.
  ///   - picture: The upright picture's size.
  ///   - makesViews: Whether the portrait network is asked.
  init(of subject: Sighting, in picture: PixelSize, makesViews: Bool) {
    self.subject = subject
    let box = subject.die.boundingBox
    let views = makesViews ? PortraitView.all(of: box, in: picture) : []
    steps =
      views.map { .portrait($0) } + Self.looks(at: box, in: picture).map { .look($0) }
  }

  private static func looks(at box: BoundingBox, in picture: PixelSize) -> [Look] {
    let side = box.side(in: picture)
    return lookSides.flatMap { drawnSide in
      let scale = drawnSide / side
      func span(_ center: Double, in length: Int) -> (start: Int, length: Int) {
        let span = min(max(1, Int((Double(lookInputSide) / scale).rounded())), length)
        let start = Int((center * Double(length)).rounded()) - span / 2
        return (min(max(0, start), length - span), span)
      }
      let x = span(box.center.x, in: picture.width)
      let y = span(box.center.y, in: picture.height)
      let region = PixelRect(x: x.start, y: y.start, width: x.length, height: y.length)
      // All of the input but where the picture is smaller than that.
      func drawn(_ length: Int) -> Int {
        min(max(1, Int((Double(length) * scale).rounded())), lookInputSide)
      }
      let look = Look(
        picture: picture, region: region,
        drawn: PixelSize(width: drawn(region.width), height: drawn(region.height)),
        inMiddleOf: lookInputSide)
      var mirrored = look
      mirrored.isMirrored = true
      return [look, mirrored]
    }
  }

  /// Takes in what the last of ``steps``, a look, has seen.
  mutating func learn(_ found: [Sighting]) {
    steps.removeLast()
    let box = subject.die.boundingBox
    let seen = found.filter { box.contains($0.die.boundingBox.center) }
      .max { $0.die.confidence < $1.die.confidence }
    let scores = seen?.scores ?? SIMD8(repeating: Self.minimumConfidence)
    for value in 0..<DieValue.allCases.count { logits[value] += scores[value].logit }
    looks += 1
  }

  /// Takes in what the portrait network says of the last of ``steps``, a view.
  mutating func learn(_ answer: PortraitAnswer) {
    steps.removeLast()
    answers.append(answer)
  }

  /// The die as all looks and views together show it.
  var conclusion: Sighting {
    guard looks > 0 else { return subject }
    var conclusion = subject
    var most = -Float.infinity
    for value in DieValue.allCases {
      // The first sighting, which found the die, weighs as much as all looks.
      let logit = (logits[value.pips - 1] / looks + subject.die.confidence.logit) / 2
      conclusion.scores[value.pips - 1] = Float(logit: logit)
      if logit > most {
        most = logit
        conclusion.die = DieObservation(
          label: value, confidence: Float(logit: logit), boundingBox: subject.die.boundingBox)
      }
    }
    return answers.isEmpty ? conclusion : weighed(conclusion)
  }

  /// How much the logit of the portrait network counts, that there is a die at all, beside the dice
  /// network's.
  private static let portraitWeight: Float = 0.5
  /// The confidence of the dice network that speaks neither for nor against a die.
  private static let neutral: Float = 0.2
  /// By so many logits the dice network's own value is held likelier, at most.
  private static let mostBelief: Float = 4

  /// What the dice network concludes, weighed with the portrait network's answers.
  ///
  /// The value is the likeliest to the portrait network, after that of the dice network was given
  /// what its confidence exceeds ``neutral`` by. The confidence is that there is a die; those of the
  /// other values follow from how much less likely they are. A portrait network that is undecided
  /// speaks against a die, as its threshold lies above even odds (`export.py`).
  private func weighed(_ conclusion: Sighting) -> Sighting {
    let die = conclusion.die
    var mean = PortraitAnswer(
      logits: answers.reduce(SIMD8.zero) { $0 + $1.logits } / Float(answers.count))
    let belief = die.confidence.logit - Self.neutral.logit
    let confidence = Float(logit: die.confidence.logit + Self.portraitWeight * mean.existence)
    mean.logits[die.label.pips] += min(max(0, belief), Self.mostBelief)

    let shares = mean.confidences
    let likeliest = DieValue.allCases.max { shares[$0.pips] < shares[$1.pips] } ?? die.label
    var weighed = conclusion
    weighed.die = DieObservation(
      label: likeliest, confidence: confidence, boundingBox: die.boundingBox)
    for value in DieValue.allCases {
      let share = shares[value.pips] / max(shares[likeliest.pips], .leastNormalMagnitude)
      weighed.scores[value.pips - 1] = confidence * share
    }
    return weighed
  }
}
