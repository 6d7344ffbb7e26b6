internal import PlayfieldMaths
internal import VisionCore

/// A roll has ended when two frames in a row show as many dice, and each die has one partner of the
/// same value whose box overlaps its own almost wholly.
///
/// The rule of Apple's sample "Understanding a Dice Roll with Vision and Object Detection" (2019).
struct ConsecutiveFramesRule {
  /// The minimum IoU of a die's boxes in two frames between which it did not move.
  static let samePlaceIoU = 0.85

  private(set) var state = TableState.clear
  private var previous: [DieObservation] = []

  mutating func update(with dice: [DieObservation]) -> [RollEvent] {
    defer { previous = dice }
    if dice.isEmpty {
      defer { state = .clear }
      return state == .clear ? [] : [.cleared]
    }
    if isUnchanged(dice) {
      defer { state = .resting }
      return state == .resting ? [] : [.ended(Roll(dice: dice))]
    }
    defer { state = .rolling }
    return state == .rolling ? [] : [.rolling]
  }

  private func isUnchanged(_ dice: [DieObservation]) -> Bool {
    guard dice.count == previous.count else { return false }
    let partners = minimumCostAssignment(rows: dice.count, columns: dice.count, limit: 1) {
      let (now, before) = (dice[$0], previous[$1])
      let overlap = now.boundingBox.intersectionOverUnion(before.boundingBox)
      return now.label == before.label && overlap > Self.samePlaceIoU ? 1 - overlap : .infinity
    }
    return partners.allSatisfy { $0 != nil }
  }
}
