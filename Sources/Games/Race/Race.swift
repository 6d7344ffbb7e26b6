public import DiceGame
public import VisionCore

/// The race to section nine: one to four pawns on a circle of nine sections.
///
/// Each turn the player rolls two dice and answers with their sum or their difference, and the pawn moves
/// as many sections clockwise. Whoever lands exactly on section nine wins; a pawn that would pass it goes
/// on round the circle. One player alone plays against the number of turns.
///
/// A value whose every input is a parameter. What happened is its ``players`` and ``moves`` alone: the
/// same moves lead to the same race.
///
/// ```swift
/// var race = Race(players: 2)!
/// race.take([.three, .five], round: 1)
/// race.answer(8)    // from section 1 to 9
/// race.winner       // 0
/// ```
public struct Race: Hashable, Sendable {
  /// The sections are numbered clockwise from 1.
  public static let sectionCount = 9
  /// Where every pawn starts.
  public static let start = 1
  /// Who lands here wins.
  public static let goal = 9
  public static let maximumPlayers = 4
  /// How many dice are rolled.
  public static let diceCount = 2

  /// What the player sees.
  public enum Phase: UInt8, CaseIterable, Hashable, Sendable {
    /// It is time to roll.
    case waiting
    /// A roll waits for its answer.
    case asking
    /// Another roll came before the answer: the player chooses between the two.
    case choosing
    /// Fewer dice lie there than the game is played with.
    case tooFewDice
    /// More dice lie there than the game is played with.
    case tooManyDice
    case won
  }

  /// How many play, in `1...maximumPlayers`. They have the numbers from 0, in the order of their turns.
  public let players: Int
  /// The moves so far: one each turn.
  public private(set) var moves: [Move] = []
  /// The section of each player's pawn.
  public private(set) var sections: [Int]
  /// The roll that waits for its answer.
  public private(set) var roll: DicePair?
  /// A roll that came before the answer; ``choose(_:)`` says which of the two counts.
  public private(set) var newRoll: DicePair?
  /// How many dice were rolled in place of two; `nil` where none or two were.
  public private(set) var otherCount: Int?
  /// Whether ``roll`` is what lies on the table.
  public var isRollOnTable: Bool { roll != nil && rollRound == latestRound && rollRound != nil }
  /// The rounds whose dice are ``roll``, were taken in last, and do not count any more.
  private var rollRound: Int?
  private var latestRound: Int?
  private var spentRound: Int?

  /// - Returns: `nil` where `players` is out of range.
  public init?(players: Int) {
    guard 1...Self.maximumPlayers ~= players else { return nil }
    self.players = players
    sections = [Int](repeating: Self.start, count: players)
  }

  /// The section that lies `steps` clockwise of `section`.
  public static func section(_ steps: Int, after section: Int) -> Int {
    (section - 1 + steps) % sectionCount + 1
  }

  /// Whose turn it is; after the end, who has won.
  public var player: Int { winner ?? moves.count % players }

  /// Who has won; `nil` before the end.
  public var winner: Int? { moves.last.flatMap { $0.to == Self.goal ? $0.player : nil } }

  public var phase: Phase {
    if winner != nil { return .won }
    if newRoll != nil { return .choosing }
    if let otherCount { return otherCount < Self.diceCount ? .tooFewDice : .tooManyDice }
    return roll == nil ? .waiting : .asking
  }

  /// How many turns a player has had.
  public func turns(of player: Int) -> Int { (moves.count + players - 1 - player) / players }

  /// Where the pawn whose turn it is comes to by `way`; `nil` where nothing was rolled.
  public func section(by way: Move.Way) -> Int? {
    guard winner == nil, let roll else { return nil }
    return Self.destination(of: way, with: roll, from: sections[player])
  }

  /// Takes in the dice that lie on the table.
  ///
  /// - Parameters:
  ///   - values: In the order in which they lie.
  ///   - round: The same number as before for the same roll, whose values may have been corrected;
  ///     another for another roll.
  public mutating func take(_ values: [DieValue], round: Int) {
    guard winner == nil, round != spentRound else { return }
    latestRound = round
    guard values.count == Self.diceCount else {
      otherCount = values.isEmpty ? nil : values.count
      newRoll = nil
      return
    }
    otherCount = nil
    let pair = DicePair(values[0], values[1])
    if roll == nil || rollRound == round || roll?.showsSame(as: pair) == true {
      begin(pair, round: round)
    } else {
      newRoll = pair
    }
  }

  /// Says which of two rolls counts, where a new one came before the answer.
  public mutating func choose(_ takesNew: Bool) {
    guard let newRoll else { return }
    if takesNew {
      begin(newRoll, round: latestRound)
    } else {
      spentRound = latestRound
      self.newRoll = nil
    }
  }

  /// Moves the pawn whose turn it is.
  ///
  /// - Returns: The move; `nil` where `number` is no answer to the roll, or nothing was rolled. Then the
  ///   turn is not lost.
  @discardableResult
  public mutating func answer(_ number: Int) -> Move? {
    guard winner == nil, let roll, let way = Move.Way(number, to: roll) else { return nil }
    let from = sections[player]
    let to = Self.destination(of: way, with: roll, from: from)
    let move = Move(player: player, dice: roll, answer: number, way: way, from: from, to: to)
    sections[player] = to
    moves.append(move)
    clear()
    return move
  }

  /// The sums and the differences of two dice.
  public static let possibleAnswers = Array(0...12)

  /// Judges what the child answered, and moves the pawn if it is an answer to the roll.
  ///
  /// - Returns: Unsure where it was not understood well enough, or nothing was rolled.
  public mutating func judge(_ answer: Answer) -> Game.Verdict {
    guard answer.isClear, roll != nil else { return .unsure }
    guard let move = self.answer(answer.number) else { return .wrong }
    return move.way == .secret ? .secret : .right
  }

  /// Plays a move that was kept.
  ///
  /// - Returns: Whether it is one.
  public mutating func replay(_ dice: DicePair, _ number: Int) -> Bool {
    var next = self
    next.resume(dice)
    guard next.answer(number) != nil else { return false }
    self = next
    return true
  }

  /// Goes on with a roll that was kept.
  public mutating func resume(_ roll: DicePair) {
    guard winner == nil else { return }
    begin(roll, round: nil)
  }

  /// Takes back the last move, a winning one too: its roll waits for another answer.
  public mutating func undo() {
    guard let move = moves.popLast() else { return }
    sections[move.player] = move.from
    clear()
    roll = move.dice
  }

  private mutating func begin(_ roll: DicePair, round: Int?) {
    self.roll = roll
    rollRound = round
    newRoll = nil
  }

  private mutating func clear() {
    roll = nil
    newRoll = nil
    otherCount = nil
    rollRound = nil
    spentRound = latestRound
  }

  private static func destination(of way: Move.Way, with roll: DicePair, from section: Int) -> Int {
    switch way {
    case .sum: Self.section(roll.sum, after: section)
    case .difference: Self.section(roll.difference, after: section)
    case .secret: goal
    }
  }
}
