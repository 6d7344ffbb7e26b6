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

@Test(
  "Who stands too near or too far is marked, and who may stand right is not",
  arguments: [
    (ScoringPreset.cornhole, 7.62, 0.1, false),
    // Half a metre is nobody's concern.
    (.cornhole, 7.2, 0.01, false), (.cornhole, 8.1, 0.01, false),
    (.cornhole, 6.9, 0.05, true), (.cornhole, 8.5, 0.05, true),
    // It may be that this one stands where the rules want.
    (.cornhole, 6.5, 0.4, false),
    // A practice may be thrown from anywhere.
    (.practice, 3, 0.1, false),
  ])
func stand(preset: ScoringPreset, stand: Double, error: Double, isForbidden: Bool) {
  #expect(preset.forbids(stand: stand, error: error) == isForbidden)
}
