/// How a bag was thrown.
public enum ThrowStyle: String, CaseIterable, Hashable, Sendable {
  case overhand, underhand
  /// Through beneath a raised leg.
  case underleg
  /// It was no throw.
  case none
}

/// How a person threw, and how sure that is.
public struct ThrowStyleObservation: Hashable, Sendable {
  public var style: ThrowStyle
  /// In `0...1`.
  public var confidence: Float

  public init(style: ThrowStyle, confidence: Float) {
    self.style = style
    self.confidence = confidence
  }
}
