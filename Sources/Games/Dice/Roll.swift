public import VisionCore

/// Dice that have come to rest.
public struct Roll: Hashable, Sendable {
  /// From left to right by the centre of the box; of two dice with one `x`, the upper comes first.
  public let dice: [DieObservation]

  /// - Parameter dice: In any order.
  public init(dice: [DieObservation]) {
    self.dice = dice.sorted { a, b in
      let (left, right) = (a.boundingBox.center, b.boundingBox.center)
      return (left.x, left.y, a.label.rawValue) < (right.x, right.y, b.label.rawValue)
    }
  }

  /// The values from left to right, each in `1...6`.
  public var values: [Int] { dice.map { $0.label.pips } }

  /// The sum of the values.
  public var sum: Int { values.reduce(0, +) }
}

/// What happens to the dice on the table.
public enum RollEvent: Hashable, Sendable {
  /// Dice move, or have just appeared. May come to nothing: the hand that took a die may put it
  /// back, and then ``ended(_:)`` does not follow.
  case rolling
  /// A roll lies still. Reported once for each roll.
  case ended(Roll)
  /// No die has been in view for a while.
  case cleared
}
