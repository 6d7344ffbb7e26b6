internal import PlayfieldMaths

/// How likely each part of a word is at each moment: the network's answer to a stretch of sound.
public struct PartScores: Hashable, Sendable {
  /// Outputs a second.
  public static let rate = 25
  /// The network's outputs: the parts, another word, and the blank of connectionist temporal
  /// classification, between parts and while one goes on.
  public static let classes = NumberPart.allCases.count + 2
  /// The class of another word.
  public static let otherWord = NumberPart.allCases.count
  /// The class of the blank.
  public static let blank = otherWord + 1

  /// Moment by moment the probabilities of the classes.
  public let probabilities: [[Float]]

  /// - Parameter probabilities: Moment by moment ``classes`` numbers whose sum is 1.
  public init(probabilities: [[Float]]) {
    self.probabilities = probabilities
  }

  /// Softmax at each moment.
  init(logits: [[Float]]) {
    probabilities = logits.map { logits in
      let highest = logits.max() ?? 0
      let weights = logits.map { exponential($0 - highest) }
      let sum = weights.reduce(0, +)
      return weights.map { $0 / sum }
    }
  }
}
