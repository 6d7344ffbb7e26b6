extension Float {
  /// The logarithm of the odds of a probability, which is first held within `0.0001...0.9999`.
  package var logit: Float {
    let bounded = Swift.min(Swift.max(self, 0.0001), 0.9999)
    return naturalLogarithm(bounded / (1 - bounded))
  }

  /// The probability with these log odds: the logistic function, or sigmoid.
  package init(logit: Float) { self = 1 / (1 + exponential(-logit)) }
}
