public import VisionCore

/// What a detector makes of the last frame: which dice it follows, and what it waits for before it
/// reports a roll. For whoever wants to see how it decides.
public struct RollOutlook: Hashable, Sendable {
  /// A die that is followed.
  public struct Die: Hashable, Sendable {
    /// The value with the most votes.
    public let value: DieValue
    /// Where it has been still.
    public let boundingBox: BoundingBox
    /// For how many seconds it has been seen at its place; 0 while it seems to move.
    public let stillness: Double
  }

  /// What keeps a roll from being reported.
  public enum Wait: UInt8, CaseIterable, Hashable, Sendable {
    /// There is no die, or none that is seen often enough.
    case dice
    /// A die moves, or was not seen often enough where it came to rest.
    case stillness
    /// All lie still, but not for as long as they have to.
    case rest
    /// Beside those that lie still another die was in sight a moment ago.
    case stray
    /// The dice at rest were reported: only other dice, or dice at other places, are news.
    case change
  }

  /// In any order.
  public let dice: [Die]
  public let wait: Wait
  /// For how many seconds the dice have to lie still, as far as that is known.
  public let requiredRest: Double
}
