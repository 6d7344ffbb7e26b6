public import BeanBagToss

extension Scoreboard {
  /// The score that throws come to, in the order in which they were made.
  public init(preset: ScoringPreset, throwsMade: some Sequence<ThrowFigures>) {
    self.init(preset: preset)
    for made in throwsMade { add(Bag(outcome: made.outcome, style: made.style)) }
  }

  /// The score of one player, "5", or of both sides, "3 : 2".
  public var text: String {
    preset == .practice ? "\(score.first)" : "\(score.first) : \(score.second)"
  }
}

extension SessionSummary {
  public var scoreboard: Scoreboard { Scoreboard(preset: preset, throwsMade: throwsMade) }
}
