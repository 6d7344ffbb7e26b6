import BeanBagToss
import Testing
import VisionCore

@Test(
  "A bag is worth what the rules say",
  arguments: [
    // What is beside the board is worth nothing, however it was thrown.
    (ScoringRules.practice, Outcome.off, ThrowStyle.underleg, 0),
    (.cornhole, .off, .overhand, 0),
    // Underhand is how cornhole is thrown; the others are harder.
    (.practice, .board, .underhand, 1), (.practice, .hole, .underhand, 3),
    (.practice, .board, .overhand, 2), (.practice, .hole, .overhand, 6),
    (.practice, .board, .underleg, 5), (.practice, .hole, .underleg, 15),
    // The game of two sides knows no styles.
    (.cornhole, .board, .underleg, 1), (.cornhole, .hole, .overhand, 3),
    // A bag whose throw nobody saw still lies where it lies.
    (.practice, .hole, .none, 3),
    // What is set counts, also for two sides.
    (ScoringRules(.practice, styleBonus: StyleBonus(overhand: 4)), .hole, .overhand, 12),
    (ScoringRules(.practice, styleBonus: StyleBonus(overhand: 4)), .hole, .underleg, 3),
    (ScoringRules(.cornhole, styleBonus: StyleBonus(underhand: 0)), .hole, .underhand, 0),
  ])
func points(rules: ScoringRules, outcome: Outcome, style: ThrowStyle, points: Int) {
  #expect(rules.points(for: outcome, style: style) == points)
}

@Test func `a scoreboard counts by the bonuses of its rules`() {
  var scoreboard = Scoreboard(
    rules: ScoringRules(.practice, styleBonus: StyleBonus(overhand: 3, underleg: 2)))
  for style in ThrowStyle.allCases { scoreboard.add(.init(outcome: .hole, style: style)) }
  #expect(ThrowStyle.allCases.indices.map { scoreboard.points(of: $0) } == [9, 3, 6, 3])
  #expect(scoreboard.score.first == 21)
}
