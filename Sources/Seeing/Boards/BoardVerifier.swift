internal import PlayfieldMaths
internal import VisionCore

/// Says from all that speaks for a board and against it how likely it is one.
///
/// Logistic regression; the weights are those of `Training/Gameboard/verifier.py`, trained on drawn boards
/// and on what the networks took for boards in photographs without one.
package enum BoardVerifier {
  private static let bias = -9.3493
  /// In the order of ``BoardEvidence/features``.
  private static let weights = [
    1.5337, -0.2933, -1.1464, 0.4764, -0.4044, 0.6352, -0.9782, 0.4609,
  ]

  /// In `0...1`.
  package static func confidence(of evidence: BoardEvidence) -> Float {
    let sum = zip(weights, evidence.features).reduce(bias) { $0 + $1.0 * $1.1.value }
    return Float(logit: Float(sum))
  }
}
