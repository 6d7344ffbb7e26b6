/// Who asks about the dice on the table, and judges the answers.
public enum Asker: Hashable, Sendable {
  /// The dice game itself, in one of its modes.
  case mode(GameMode)
  /// Another game, which takes its rolls from the table and judges by rules of its own.
  case other(maximumDice: Int)

  /// The largest number of dice that is asked about.
  public var maximumDice: Int {
    switch self {
    case .mode(let mode): mode.maximumDice
    case .other(let maximumDice): maximumDice
    }
  }
}
