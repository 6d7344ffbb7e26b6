public import VisionCore

/// Two dice that were rolled.
public struct DicePair: Hashable, Sendable {
  /// In the order in which they lie.
  public let first: DieValue
  public let second: DieValue

  public init(_ first: DieValue, _ second: DieValue) {
    self.first = first
    self.second = second
  }

  /// In `2...12`.
  public var sum: Int { first.pips + second.pips }

  /// The larger minus the smaller, in `0...5`.
  public var difference: Int { abs(first.pips - second.pips) }

  /// Whether `other` shows the same, in whichever order.
  public func showsSame(as other: DicePair) -> Bool {
    sum == other.sum && difference == other.difference
  }
}
