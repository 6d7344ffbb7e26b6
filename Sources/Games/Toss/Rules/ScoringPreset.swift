/// What is played; ``ScoringRules`` has what can be set beside it.
public enum ScoringPreset: String, CaseIterable, Hashable, Sendable {
  /// One player, eight throws; what is harder than underhand counts more.
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

  /// The bonus of each style where nothing else is set. The game of two sides knows no styles.
  public var styleBonus: StyleBonus {
    switch self {
    case .practice: StyleBonus(overhand: 2, underhand: 1, underleg: 5)
    case .cornhole: StyleBonus()
    }
  }
}
