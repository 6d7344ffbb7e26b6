import DiceGame
import Testing
import VisionCore

@Suite struct RollTests {
  private func die(_ value: DieValue, x: Double, y: Double = 0.5) -> DieObservation {
    DieObservation(label: value, confidence: 0.9, boundingBox: SimulatedTable.box(x, y))
  }

  @Test func `dice are listed from left to right by the centre of the box`() {
    let roll = Roll(dice: [die(.three, x: 0.8), die(.two, x: 0.1), die(.six, x: 0.4)])
    #expect(roll.values == [2, 6, 3])
    #expect(roll.sum == 11)
  }

  @Test func `of two dice with one x the upper comes first, in whatever order they are seen`() {
    let (upper, lower) = (die(.five, x: 0.5, y: 0.2), die(.one, x: 0.5, y: 0.7))
    #expect(Roll(dice: [upper, lower]).values == [5, 1])
    #expect(Roll(dice: [lower, upper]).values == [5, 1])
  }
}
