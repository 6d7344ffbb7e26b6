import Testing
import VisionCore

@testable import DiceReading

/// A die with a square box in the middle row.
private func sighting(
  _ value: DieValue, _ confidence: Float, x: Double = 0.5, y: Double = 0.5, side: Double = 0.1
) -> Sighting {
  var scores = SIMD8<Float>(repeating: 0.02)
  scores[value.pips - 1] = confidence
  return Sighting(
    die: DieObservation(
      label: value, confidence: confidence,
      boundingBox: BoundingBox(x: x - side / 2, y: y - side / 2, width: side, height: side)),
    rank: 1, isCut: false, scores: scores)
}

@Suite("Dice beside others")
struct ContextRescoringTests {
  @Test(
    "what covers a third of a surer top is that die's side",
    arguments: [
      (0.03, 0.04, [.six], "the front of a die, as a low camera sees it"),
      (0.05, 0.01, [.six], "a side in the corner of the top"),
      (0.06, 0.06, [.six, .two], "dice that touch, both at 45 degrees"),
      (0.09, 0.0, [.six, .two], "dice in a row"),
    ] as [(Double, Double, [DieValue], String)])
  func sides(x: Double, y: Double, values: [DieValue], reason: String) {
    let dice = [sighting(.two, 0.5, x: 0.5 + x, y: 0.5 + y), sighting(.six, 0.9)]
    #expect(dice.withoutSides(iouThreshold: 0.3).map(\.die.label) == values, "\(reason)")
  }

  @Test("who lets boxes overlap more gets what overlaps more")
  func overlap() {
    let dice = [sighting(.two, 0.5, x: 0.53, y: 0.55), sighting(.six, 0.9)]  // share 0.35 of each
    #expect([0.25, 0.3, 0.6].map { dice.withoutSides(iouThreshold: $0).count } == [1, 2, 2])
  }

  @Test(
    "small things beside large dice have to be surer than dice of their size",
    arguments: [
      (0.065, 0.40, 0.40, "a 12 mm die beside one of 18"),
      (0.050, 0.39, 0.18, "a pip of a plaid"),
      (0.030, 0.40, 0.04, "a town on a map"),
      (0.045, 0.95, 0.78, "a small die: both networks are sure"),
      (0.010, 0.95, 0.49, "no size makes a sure die none"),
      (0.200, 0.40, 0.40, "a die near the camera"),
    ] as [(Double, Float, Float, String)])
  func size(side: Double, confidence: Float, rescored: Float, reason: String) {
    let dice = [
      sighting(.two, 0.9, x: 0.2), sighting(.three, 0.8, x: 0.4),
      sighting(.one, confidence, x: 0.8, side: side),
    ].rescoredBySureDice()
    #expect(dice.map(\.die.label) == [.two, .three, .one])
    #expect(dice.prefix(2).map(\.die.confidence) == [0.9, 0.8])
    #expect(abs(dice[2].die.confidence - rescored) < 0.015, "\(reason)")
    #expect(abs(dice[2].scores[0] - dice[2].die.confidence) < 1e-4)
  }

  @Test("of two sure dice, one near and one far off, neither is doubted")
  func two() {
    let dice = [sighting(.two, 0.9, side: 0.15), sighting(.three, 0.7, x: 0.2, side: 0.055)]
    for dice in [dice, dice.reversed()] {
      #expect(dice.rescoredBySureDice().map(\.die.confidence) == dice.map(\.die.confidence))
    }
  }

  @Test(
    "where no die is sure, none is likely, whatever its size",
    arguments: [
      (0.49, 0.02, 0.19, "below the threshold of the requests"),
      (0.30, 0.20, 0.10, "a shoe in a photograph of sports"),
      (0.50, 0.20, 0.50, "a sure one stands by itself"),
    ] as [(Float, Double, Float, String)])
  func unsure(confidence: Float, side: Double, rescored: Float, reason: String) {
    let dice = [sighting(.two, confidence, side: side)].rescoredBySureDice()
    #expect(abs(dice[0].die.confidence - rescored) < 0.01, "\(reason)")
    #expect([Sighting]().rescoredBySureDice().isEmpty)
  }
}
