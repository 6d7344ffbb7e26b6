/// A number that the child gave, and how it was given.
public struct Answer: Hashable, Sendable {
  /// How a number was given.
  public enum Source: UInt8, CaseIterable, Hashable, Sendable {
    /// Written by hand.
    case pen
    /// Typed.
    case keys
    /// Spoken.
    case voice

    /// The confidence from which on an answer is judged: what those who read and hear numbers call certain.
    /// What a key says is beyond doubt.
    public var minimumConfidence: Float {
      switch self {
      case .pen: 0.7
      case .keys: 0
      case .voice: 0.5
      }
    }
  }

  public let number: Int
  public let source: Source
  /// How likely it is that the child meant this number, in `0...1`.
  public let confidence: Float

  public init(_ number: Int, source: Source, confidence: Float = 1) {
    self.number = number
    self.source = source
    self.confidence = confidence
  }

  /// Whether it was understood well enough to be judged.
  public var isClear: Bool { confidence >= source.minimumConfidence }
}
