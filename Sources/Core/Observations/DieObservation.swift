/// The value on the top of a six-sided die.
public enum DieValue: UInt8, CaseIterable, Hashable, Sendable {
  case one = 1
  case two, three, four, five, six

  /// The number of pips, in `1...6`.
  public var pips: Int { Int(rawValue) }
}

/// A die that was read: the value on its top, and the box of the top face.
public typealias DieObservation = RecognizedObjectObservation<DieValue>
