internal import DiceGame

/// A turn of a race: where an answer led.
public struct Move: Hashable, Sendable {
  /// What the answer was.
  public enum Way: UInt8, CaseIterable, Hashable, Sendable {
    case sum
    case difference
    /// The dice game's `Game.secretAnswer`, which no two dice make: it leads straight to the ``Race/goal``.
    case secret

    /// What `number` is of `dice`; `nil` for any other number. No number is two of the three: a sum is
    /// larger than either die, a difference smaller.
    public init?(_ number: Int, to dice: DicePair) {
      switch number {
      case dice.sum: self = .sum
      case dice.difference: self = .difference
      case Game.secretAnswer: self = .secret
      default: return nil
      }
    }
  }

  public let player: Int
  public let dice: DicePair
  public let answer: Int
  public let way: Way
  /// The section before the move.
  public let from: Int
  /// The section after it.
  public let to: Int
}
