internal import PlayfieldMaths
package import VisionCore

/// What the portrait network says of one view: how likely each value is, and that there is no pip die.
package struct PortraitAnswer: Hashable, Sendable {
  /// "No pip die" first, then "1" to "6"; the last stands for nothing.
  var logits: SIMD8<Float>

  init(logits: SIMD8<Float>) {
    self.logits = logits
  }

  /// Reads the network's output `values`, `[1, 7, 4, 4]`: the mean over the places is the answer.
  ///
  /// - Throws: ``UnexpectedShape`` for another network's output.
  package init(_ values: Tensor) throws(UnexpectedShape) {
    let places = PortraitNetwork.outputSide * PortraitNetwork.outputSide
    let expected = [
      1, DieValue.allCases.count + 1, PortraitNetwork.outputSide, PortraitNetwork.outputSide,
    ]
    guard values.shape == expected else {
      throw UnexpectedShape(tensor: "values", expected: expected, actual: values.shape)
    }
    logits = .zero
    for answer in 0...DieValue.allCases.count {
      for place in 0..<places { logits[answer] += values.values[answer * places + place] }
    }
    logits /= Float(places)
  }

  /// The logarithm of the odds that there is a pip die, whatever its value.
  var existence: Float {
    let shares = confidences
    let least: Float = 1e-6
    return naturalLogarithm(max(1 - shares[0], least) / max(shares[0], least))
  }

  /// The logits as shares of 1 (softmax).
  var confidences: SIMD8<Float> {
    let answers = 0...DieValue.allCases.count
    let most = answers.map { logits[$0] }.max() ?? 0
    var shares = SIMD8<Float>.zero
    for answer in answers { shares[answer] = exponential(logits[answer] - most) }
    return shares / shares.sum()
  }
}
