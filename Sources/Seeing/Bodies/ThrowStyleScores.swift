internal import PlayfieldMaths
package import VisionCore

/// How likely each style is, in the order of ``ThrowStyle``'s cases; together 1.
package struct ThrowStyleScores: Hashable, Sendable {
  private var probabilities: SIMD4<Float>

  /// - Parameter logits: What the network says of overhand, underhand, underleg and none.
  package init(logits: SIMD4<Float>) {
    let most = logits.max()
    let powers = SIMD4((0..<4).map { exponential(logits[$0] - most) })
    probabilities = powers / powers.sum()
  }

  private init(probabilities: SIMD4<Float>) {
    self.probabilities = probabilities
  }

  package subscript(style: ThrowStyle) -> Float {
    switch style {
    case .overhand: probabilities[0]
    case .underhand: probabilities[1]
    case .underleg: probabilities[2]
    case .none: probabilities[3]
    }
  }

  /// What is likeliest.
  package var observation: ThrowStyleObservation {
    let style = ThrowStyle.allCases.max { self[$0] < self[$1] } ?? .none
    return ThrowStyleObservation(style: style, confidence: self[style])
  }

  /// What is likeliest of what is a throw.
  package var throwing: ThrowStyleObservation {
    let style = ThrowStyle.allCases.filter { $0 != .none }.max { self[$0] < self[$1] } ?? .none
    return ThrowStyleObservation(style: style, confidence: self[style])
  }

  /// The mean of several.
  package static func mean(_ scores: some Collection<ThrowStyleScores>) -> ThrowStyleScores {
    let sum = scores.reduce(SIMD4<Float>()) { $0 + $1.probabilities }
    return ThrowStyleScores(probabilities: sum / Float(scores.count))
  }

  /// What the windows of a motion say together: a throw is seen by several, so that of all means over
  /// three neighbours the one counts in which a throw is likeliest.
  ///
  /// - Returns: `nil` for no windows.
  package static func joined(_ windows: [ThrowStyleScores]) -> ThrowStyleScores? {
    windows.indices.map { mean(windows[max(0, $0 - 1)..<min(windows.count, $0 + 2)]) }
      .min { $0[.none] < $1[.none] }
  }
}
