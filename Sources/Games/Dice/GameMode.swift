/// What the child does with the dice on the table.
public enum GameMode: UInt8, CaseIterable, Hashable, Sendable {
  /// How many dice are there?
  case count
  case add
  case multiply

  /// The largest number of dice that is asked about. Three dice make a product of up to 216, which a
  /// child can work out; ten make up to 60,466,176.
  public var maximumDice: Int {
    switch self {
    case .count, .add: 10
    case .multiply: 3
    }
  }

  /// Whether the child may see what each die shows. Counting is about how many there are, and numbers
  /// on the dice would suggest otherwise.
  public var showsValues: Bool { self != .count }

  /// The number that is asked for.
  public func answer(for values: [Int]) -> Int {
    switch self {
    case .count: values.count
    case .add: values.reduce(0, +)
    case .multiply: values.reduce(1, *)
    }
  }

  /// The answers that a number of dice can have, whatever they show.
  ///
  /// - Parameter dice: In `1...maximumDice`.
  /// - Returns: Each once.
  public func possibleAnswers(dice: Int) -> [Int] {
    switch self {
    case .count: Array(1...maximumDice)
    case .add: Array(dice...6 * dice)
    case .multiply:
      (1..<dice).reduce([1, 2, 3, 4, 5, 6]) { products, _ in
        var next: [Int] = []
        for product in products {
          for value in 1...6 where !next.contains(product * value) { next.append(product * value) }
        }
        return next
      }
    }
  }

  /// The answer built up die by die, the last of them being ``answer(for:)``: for 4, 6 and 2 these are
  /// 1, 2, 3 in counting, 4, 10, 12 in adding and 4, 24, 48 in multiplying.
  public func steps(for values: [Int]) -> [Int] {
    values.indices.map { answer(for: Array(values[...$0])) }
  }
}
