/// Decides from the features of a whole path whether it is that of something thrown: logistic regression.
package struct FlightJudge: Hashable, Sendable {
  private var bias: Double
  /// In the order of ``FlightEvidence/features``.
  private var weights: [Double]

  /// As trained by `Training/Flights`, on drawn scenes alone.
  package static let learned = FlightJudge(
    bias: -13.3841,
    weights: [
      0.6780, -1.7430, -3.3455, 9.6832, 1.6495, 1.2750, 0.2679, -1.2059,
    ])

  /// Accepts every candidate, for training.
  package static let acceptsAll = FlightJudge(bias: .infinity, weights: [])

  /// Whether a path is likelier that of something thrown than not.
  func accepts(_ evidence: FlightEvidence) -> Bool {
    zip(weights, evidence.features).reduce(bias) { $0 + $1.0 * $1.1.value } > 0
  }
}
