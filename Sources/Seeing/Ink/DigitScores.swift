internal import PlayfieldMaths
internal import VisionCore

/// What the network makes of a picture: how likely each digit is, and that it is no digit.
public struct DigitScores: Hashable, Sendable {
  /// The network's outputs: the digits 0 to 9, and "no digit".
  public static let classes = 11

  /// The probabilities of the digits 0 to 9. What they lack to 1 is the probability that the ink is
  /// no digit: a scribble, a sign, two digits in one.
  public let probabilities: [Float]

  /// - Parameter probabilities: Ten, each in `0...1`, of a sum of at most 1.
  public init(probabilities: [Float]) {
    self.probabilities = probabilities
  }

  /// Softmax over the network's ``classes`` logits.
  init(logits: some Collection<Float>) {
    let highest = logits.max() ?? 0
    let weights = logits.map { exponential($0 - highest) }
    let sum = weights.reduce(0, +)
    probabilities = weights.dropLast().map { $0 / sum }
  }

  /// The likeliest digit, in `0...9`; of equal ones the lowest.
  public var digit: Int {
    var best = 0
    for digit in probabilities.indices where probabilities[digit] > probabilities[best] {
      best = digit
    }
    return best
  }

  /// The probability of ``digit``.
  public var confidence: Float { probabilities[digit] }
}
