public import SpokenNumbers

/// A number that is being said, or was.
public struct SpokenNumberObservation: Hashable, Sendable {
  /// What was said so far: the number, how sure that is, and what else it may have been.
  public let reading: NumberReading
  /// From when to when, in seconds of the sound; the end of one that goes on is now.
  public let timeRange: ClosedRange<Double>
  /// Whether the speaker has ended.
  public let isFinished: Bool

  /// The number in digits; `nil` where it is likelier that none was said.
  public var text: String? { reading.number?.text }

  /// The probability of ``text``, or, if that is `nil`, that no number was said.
  public var confidence: Float { reading.confidence }
}
