internal import PlayfieldMaths
public import VisionCore

/// A roll that the child is asked about, followed while its dice lie on the table.
public struct Question: Hashable, Sendable {
  /// A die as the question counts it.
  public struct Die: Hashable, Sendable {
    /// Stays with the die while the question lasts, wherever it is pushed.
    public let id: Int
    /// What was read from the picture; `nil` for a die that was tapped in.
    public let read: DieValue?
    /// What counts: the value read, unless a tap corrected it.
    public var value: DieValue
    /// Where it lies; `nil` for a die that was tapped in.
    public var place: BoundingBox?
  }

  /// How a question is closed.
  public enum Ending: UInt8, Hashable, Sendable {
    /// It was answered correctly.
    case solved
    /// The answer was shown after the last try.
    case shown
    /// It was answered with ``Game/secretAnswer``, which was not right.
    case secret
  }

  /// How a child is helped after wrong answers: each one calls for more help than the one before.
  public enum Help: UInt8, CaseIterable, Hashable, Sendable {
    case none
    /// The dice are pointed at, one by one.
    case pointing
    /// Pip counts along, die by die: see ``GameMode/steps(for:)``.
    case countingAlong
    /// The answer is shown, and the question is closed.
    case answer
  }

  /// How far a die may be pushed from one frame to the next and still be followed, in its own size.
  private static let stride = 1.5

  /// In the order in which they lie: from left to right, then those that were tapped in.
  public private(set) var dice: [Die] = []
  /// How many answers were wrong.
  public internal(set) var tries = 0
  /// How it was closed; `nil` while it is open.
  public internal(set) var ending: Ending?

  init(_ roll: Roll) {
    dice = roll.dice.enumerated().map { id, die in
      Die(id: id, read: die.label, value: die.label, place: die.boundingBox)
    }
  }

  init(_ values: [DieValue]) {
    for value in values { add(value) }
  }

  /// What the wrong answers so far call for.
  public var help: Help {
    switch tries {
    case 0: .none
    case 1: .pointing
    case 2: .countingAlong
    default: .answer
    }
  }

  /// The values in the order in which the dice lie, each in `1...6`.
  public var values: [Int] { dice.map { $0.value.pips } }

  /// Follows dice that are pushed, and puts them in order again.
  ///
  /// - Returns: Whether all dice of the question, and no others, are in sight.
  mutating func follow(_ seen: [DieObservation]) -> Bool {
    let partners = minimumCostAssignment(
      rows: dice.count, columns: seen.count, limit: Self.stride
    ) {
      guard let place = dice[$0].place, dice[$0].read == seen[$1].label else { return .infinity }
      return place.shift(to: seen[$1].boundingBox).length
    }
    for (index, partner) in partners.enumerated() {
      if let partner { dice[index].place = seen[partner].boundingBox }
    }
    sort()
    return seen.count == dice.count && partners.allSatisfy { $0 != nil }
  }

  /// Takes the dice of `roll` for its own, wherever they lie now, if they were read as its own were.
  ///
  /// - Returns: Whether they were.
  mutating func resume(with roll: Roll) -> Bool {
    let seen = dice.indices.filter { dice[$0].read != nil }
    guard seen.count == roll.dice.count else { return false }
    let partners = minimumCostAssignment(
      rows: seen.count, columns: roll.dice.count, limit: .greatestFiniteMagnitude
    ) {
      let (die, other) = (dice[seen[$0]], roll.dice[$1])
      guard let place = die.place, die.read == other.label else { return .infinity }
      return place.shift(to: other.boundingBox).length
    }
    guard partners.allSatisfy({ $0 != nil }) else { return false }
    for (index, partner) in zip(seen, partners) {
      if let partner { dice[index].place = roll.dice[partner].boundingBox }
    }
    sort()
    return true
  }

  /// Says what the die at `index` really shows; `nil` when it is not a die.
  mutating func correct(_ index: Int, to value: DieValue?) {
    if let value { dice[index].value = value } else { dice.remove(at: index) }
  }

  mutating func add(_ value: DieValue) {
    let id = (dice.map { $0.id }.max() ?? -1) + 1
    dice.append(Die(id: id, read: nil, value: value, place: nil))
  }

  private mutating func sort() {
    dice.sort { a, b in
      guard let left = a.place?.center else { return false }
      guard let right = b.place?.center else { return true }
      return (left.x, left.y) < (right.x, right.y)
    }
  }
}
