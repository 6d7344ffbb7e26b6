internal import VisionCore

extension Float {
  /// The logarithm of the odds of a confidence, which is first held within `0.0001...0.9999`.
  var logit: Float {
    let bounded = Swift.min(Swift.max(self, 0.0001), 0.9999)
    return naturalLogarithm(bounded / (1 - bounded))
  }

  /// The confidence with these odds.
  init(logit: Float) { self = 1 / (1 + exponential(-logit)) }
}
