import BeanBagToss
import Testing
import VisionCore

@Test(
  "A bag is worth what the preset says",
  arguments: [
    // What is beside the board is worth nothing, however it was thrown.
    (ScoringPreset.practice, Outcome.off, ThrowStyle.underleg, 0),
    (.cornhole, .off, .overhand, 0),
    (.practice, .board, .overhand, 1),
    (.practice, .hole, .underhand, 3),
    // Beneath the leg is five times as hard.
    (.practice, .board, .underleg, 5),
    (.practice, .hole, .underleg, 15),
    // The game of two sides knows no styles.
    (.cornhole, .board, .underleg, 1),
    (.cornhole, .hole, .underleg, 3),
    // A bag whose throw nobody saw still lies where it lies.
    (.practice, .hole, .none, 3),
  ])
func points(preset: ScoringPreset, outcome: Outcome, style: ThrowStyle, points: Int) {
  #expect(preset.points(for: outcome, style: style) == points)
}
