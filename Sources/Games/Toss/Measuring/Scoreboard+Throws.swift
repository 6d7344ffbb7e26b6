internal import VisionCore

extension Scoreboard {
  /// The score that throws come to, in the order in which they were made.
  public init(rules: ScoringRules, throwsMade: some Sequence<ThrowFigures>) {
    self.init(rules: rules)
    for made in throwsMade { add(Bag(outcome: made.outcome, style: made.style.label)) }
  }

  /// The score of one player, "5", or of both sides, "3 : 2".
  public var text: String {
    rules.preset == .practice ? "\(score.first)" : "\(score.first) : \(score.second)"
  }
}

extension SessionSummary {
  public var scoreboard: Scoreboard { Scoreboard(rules: rules, throwsMade: throwsMade) }
}
