import Testing
import VisionCore

@testable import DiceReading

/// A sighting of a square box in the middle row.
private func sighting(_ value: DieValue, rank: Double, x: Double, side: Double) -> Sighting {
  let box = BoundingBox(x: x, y: 0.5 - side / 2, width: side, height: side)
  return Sighting(
    die: DieObservation(label: value, confidence: 0.9, boundingBox: box), rank: rank,
    isCut: false)
}

@Suite("Merging what several looks saw")
struct SightingTests {
  @Test(
    "keeps one observation a die, left to right",
    arguments: [
      // Apart: both, left to right and not by rank.
      (
        [
          sighting(.two, rank: 0.9, x: 0.6, side: 0.1),
          sighting(.one, rank: 0.5, x: 0.2, side: 0.1),
        ], [.one, .two]
      ),
      // The same die with another value: the look that is trusted more.
      (
        [
          sighting(.six, rank: 0.4, x: 0.2, side: 0.1),
          sighting(.four, rank: 0.9, x: 0.21, side: 0.1),
        ], [.four]
      ),
      // A pip taken for a die; its IoU with the die is 0.04.
      (
        [
          sighting(.three, rank: 0.9, x: 0.2, side: 0.1),
          sighting(.one, rank: 0.8, x: 0.24, side: 0.02),
        ], [.three]
      ),
      // Dice that touch: the boxes of turned ones overlap a little.
      (
        [
          sighting(.three, rank: 0.9, x: 0.2, side: 0.1),
          sighting(.one, rank: 0.8, x: 0.28, side: 0.1),
        ], [.three, .one]
      ),
    ] as [([Sighting], [DieValue])])
  func merging(sightings: [Sighting], values: [DieValue]) {
    #expect(sightings.merged(iouThreshold: 0.3).map(\.die.label) == values)
  }
}
