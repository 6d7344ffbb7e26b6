internal import VisionCore

/// A die that is looked at alone, at several sizes and mirrored, to make sure of its value.
///
/// Where pips are faint, what the network says of a die wavers with its size and with how it lies on
/// the raster of cells; where there is no die, it wavers more. The mean of several looks is right
/// more often than any of them, as that of several crops in Szegedy et al., "Going Deeper with
/// Convolutions" (2014), <https://arxiv.org/abs/1409.4842>.
struct Portrait: Sendable {
  private let subject: Sighting
  /// The looks that are left.
  private(set) var looks: [Look]
  private var logits = SIMD8<Float>.zero
  private var count: Float = 0

  /// The sides of the top face in the looks, in pixels of the network's input.
  private static let sides = [28.0, 36, 44, 52, 60]
  private static let inputSide = 96
  /// What is asked of a sighting here; a look without one counts as this much of each value.
  static let leastConfidence: Float = 0.01

  init(of subject: Sighting, in picture: PixelSize) {
    self.subject = subject
    let box = subject.die.boundingBox
    let width = box.width * Double(picture.width)
    let height = box.height * Double(picture.height)
    let side = (width * height).squareRoot()
    looks = Self.sides.flatMap { drawnSide in
      let scale = drawnSide / max(side, 1)
      func span(_ center: Double, in length: Int) -> (start: Int, length: Int) {
        let span = min(max(1, Int((Double(Self.inputSide) / scale).rounded())), length)
        let start = Int((center * Double(length)).rounded()) - span / 2
        return (min(max(0, start), length - span), span)
      }
      let x = span(box.center.x, in: picture.width)
      let y = span(box.center.y, in: picture.height)
      let region = PixelRect(x: x.start, y: y.start, width: x.length, height: y.length)
      // All of the input but where the picture is smaller than that.
      let longSide = Double(region.size.longSide)
      func drawn(_ length: Int) -> Int {
        max(1, Int((Double(length) / longSide * Double(Self.inputSide)).rounded()))
      }
      let look = Look(
        picture: picture, region: region,
        drawn: PixelSize(width: drawn(region.width), height: drawn(region.height)))
      var mirrored = look
      mirrored.isMirrored = true
      return [look, mirrored]
    }
  }

  /// Takes in what the last of ``looks`` has seen.
  mutating func learn(_ found: [Sighting]) {
    looks.removeLast()
    let box = subject.die.boundingBox
    let seen = found.filter { box.contains($0.die.boundingBox.center) }
      .max { $0.die.confidence < $1.die.confidence }
    let scores = seen?.scores ?? SIMD8(repeating: Self.leastConfidence)
    for value in 0..<DieValue.allCases.count { logits[value] += Self.logit(scores[value]) }
    count += 1
  }

  /// The die, its value the one that all looks together hold most likely.
  ///
  /// The first sighting, which found the die, weighs as much as the portrait.
  var conclusion: Sighting {
    guard count > 0 else { return subject }
    var conclusion = subject
    var most = -Float.infinity
    for value in DieValue.allCases {
      let logit = (logits[value.pips - 1] / count + Self.logit(subject.die.confidence)) / 2
      conclusion.scores[value.pips - 1] = Self.confidence(logit)
      if logit > most {
        most = logit
        conclusion.die = DieObservation(
          label: value, confidence: Self.confidence(logit), boundingBox: subject.die.boundingBox)
      }
    }
    return conclusion
  }

  private static func logit(_ confidence: Float) -> Float {
    let bounded = min(max(confidence, 0.0001), 0.9999)
    return naturalLogarithm(bounded / (1 - bounded))
  }

  private static func confidence(_ logit: Float) -> Float { 1 / (1 + exponential(-logit)) }
}
