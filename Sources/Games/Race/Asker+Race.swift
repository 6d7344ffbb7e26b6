public import DiceGame

extension Asker {
  /// The race: it is played with two dice.
  public static let race = Asker.other(maximumDice: Race.diceCount)
}
