public import VisionCore

// What outcomes and styles are called, on a page as in a terminal.

extension ThrowStyle {
  public var words: String { self == .none ? "no clear style" : rawValue }
}

extension ThrowStyleObservation {
  /// "underhand (93 %)"; without a clear style there is nothing to be confident of.
  public var words: String { style == .none ? style.words : "\(style.words) (\(percent))" }

  /// Its confidence: "93 %".
  public var percent: String { "\(Int((Double(confidence) * 100).rounded())) %" }
}

extension ThrowStyleObservation? {
  /// Which style; ``ThrowStyle/none`` also where the thrower was not seen.
  package var label: ThrowStyle { self?.style ?? .none }

  package var words: String { self?.words ?? ThrowStyle.none.words }
}

extension BagRest {
  public var words: String {
    switch self {
    case .seen(let outcome): outcome.words
    case .unknown(.cut): "cut off by the picture's edge"
    case .unknown(.unsure): "out of sight"
    }
  }
}

extension Outcome {
  public var words: String {
    switch self {
    case .hole: "in the hole"
    case .board: "on the board"
    case .off: "off the board"
    }
  }
}
