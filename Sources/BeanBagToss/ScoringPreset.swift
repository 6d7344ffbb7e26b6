public import VisionCore

/// By which rules throws are scored.
public enum ScoringPreset: String, CaseIterable, Hashable, Sendable {
  /// One player, eight throws; what goes beneath the leg counts five times.
  case practice
  /// Two sides, four bags each a round; points of a round cancel each other, to 21.
  case cornhole

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
