import BeanBagToss
import Testing

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
