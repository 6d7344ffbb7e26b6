/// What the child does with the dice on the table.
public enum GameMode: UInt8, CaseIterable, Hashable, Sendable {
  /// How many dice are there?
  case count
  case add
  case multiply

  /// The number that is asked for. The product of ``Game/mostDice`` dice still fits into 32 bits.
  public func answer(for values: [Int]) -> Int {
    switch self {
    case .count: values.count
    case .add: values.reduce(0, +)
    case .multiply: values.reduce(1, *)
    }
  }
}
