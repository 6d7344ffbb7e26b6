public import VisionCore

/// By which rules throws are scored.
public enum ScoringPreset: String, CaseIterable, Hashable, Sendable {
  /// One player, eight throws; what goes beneath the leg counts five times.
  case practice
  /// Two sides, four bags each a round; points of a round cancel each other, to 21.
  case cornhole

  /// How far from the hole one stands to throw, in metres: 25 feet.
  public static let stand = 7.62
  /// By how much nearer or farther, in metres, nobody minds.
  private static let standTolerance = 0.5

  /// Whether somebody stands nearer or farther than the rules allow, by the way from the feet to the hole in
  /// metres and its standard error: who may stand right is not blamed. In a practice one may stand anywhere.
  public func forbids(stand: Double, error: Double) -> Bool {
    self == .cornhole && abs(stand - Self.stand) > Self.standTolerance + 2 * error
  }

  /// What a bag is worth where it rests.
  public func points(for outcome: Outcome, style: ThrowStyle) -> Int {
    switch (outcome, self, style) {
    case (.off, _, _): 0
    case (.board, .practice, .underleg): 5
    case (.hole, .practice, .underleg): 15
    case (.board, _, _): 1
    case (.hole, _, _): 3
    }
  }
}
