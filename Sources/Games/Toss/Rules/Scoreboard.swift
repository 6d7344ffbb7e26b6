public import VisionCore

/// Who throws, where two play.
public enum Side: String, CaseIterable, Hashable, Sendable {
  /// The side that throws first in the first round.
  case first
  case second

  public var other: Side { self == .first ? .second : .first }
}

/// The ledger of a game: the bags in the order in which they were thrown, and what they are worth
/// where they rest now.
///
/// Nothing is added up and kept: each figure is worked out from the bags, so that a bag that slides
/// into the hole later, or is knocked off, changes all that follows from it.
///
/// Two sides throw in turn, four bags each a round. Where the bags do not show whose they are, every
/// other one of a round is taken for the other side's. A round is begun by the side that scored in
/// the one before; where none did, by the side that began that one, too.
public struct Scoreboard: Hashable, Sendable {
  public struct Bag: Hashable, Sendable {
    /// Where it rests; `nil` as long as nobody knows, and worth nothing.
    public var outcome: Outcome?
    public var style: ThrowStyle
    /// Whose it is, where its colour or the players show it.
    public var side: Side?
    /// Whether it was said that nobody threw it: then it counts for nothing, and takes nobody's turn.
    public var isWithdrawn = false

    public init(outcome: Outcome? = nil, style: ThrowStyle = .none, side: Side? = nil) {
      self.outcome = outcome
      self.style = style
      self.side = side
    }
  }

  /// A round of cornhole, or as much of it as has been thrown.
  public struct Round: Hashable, Sendable {
    /// The side that throws the first bag.
    public var opener: Side
    /// Whose each bag is.
    public var sides: [Side]
    /// What the bags of either side are worth by themselves.
    public var gross: Tally
    /// What is left of it when the points of one side have cancelled those of the other.
    public var net: Tally
    /// Whether all eight bags are thrown, so that ``net`` counts.
    public var isComplete: Bool
  }

  /// Points of both sides.
  public struct Tally: Hashable, Sendable {
    public var first = 0
    public var second = 0

    public init(first: Int = 0, second: Int = 0) {
      self.first = first
      self.second = second
    }

    public subscript(side: Side) -> Int {
      get { side == .first ? first : second }
      set { if side == .first { first = newValue } else { second = newValue } }
    }

    /// The side with more points; `nil` where both have as many.
    public var leader: Side? {
      first == second ? nil : first > second ? .first : .second
    }
  }

  /// Throws of a practice.
  public static let practiceLength = 8
  /// Bags of both sides in a round.
  public static let roundLength = 8
  /// The points that win a game of cornhole, once a round is over.
  public static let winningScore = 21

  public let rules: ScoringRules
  /// In the order in which they were thrown. What is thrown when the game is over is kept and not
  /// counted.
  public private(set) var bags: [Bag] = []

  public init(rules: ScoringRules) { self.rules = rules }

  /// Takes in the next bag.
  public mutating func add(_ bag: Bag) { bags.append(bag) }

  /// Corrects what is known of a bag, such as where it rests; of one of ``bags``, that is: there is
  /// nothing to correct at any other index.
  public mutating func correct(_ index: Int, _ change: (inout Bag) -> Void) {
    if bags.indices.contains(index) { change(&bags[index]) }
  }

  /// What a bag is worth by itself, though it was thrown when the game was over; 0 where there is
  /// no such bag.
  public func points(of index: Int) -> Int {
    bags.indices.contains(index) ? worth(of: bags[index]) : 0
  }

  private func worth(of bag: Bag) -> Int {
    guard !bag.isWithdrawn else { return 0 }
    return bag.outcome.map { rules.points(for: $0, style: bag.style) } ?? 0
  }

  /// The rounds so far, the last one perhaps not yet complete; none of a practice.
  public var rounds: [Round] {
    guard rules.preset == .cornhole else { return [] }
    let bags = thrown
    var rounds: [Round] = []
    var score = Tally()
    var opener = Side.first
    var start = 0
    while start < bags.count, !Self.isWon(score) {
      let round = round(of: bags[start..<min(start + Self.roundLength, bags.count)], opener: opener)
      rounds.append(round)
      guard round.isComplete else { break }
      for side in Side.allCases { score[side] += round.net[side] }
      opener = round.net.leader ?? opener
      start += Self.roundLength
    }
    return rounds
  }

  private func round(of bags: ArraySlice<Bag>, opener: Side) -> Round {
    var sides: [Side] = []
    var gross = Tally()
    for (turn, bag) in bags.enumerated() {
      let side = bag.side ?? (turn % 2 == 0 ? opener : opener.other)
      sides.append(side)
      gross[side] += worth(of: bag)
    }
    let cancelled = min(gross.first, gross.second)
    return Round(
      opener: opener, sides: sides, gross: gross,
      net: Tally(first: gross.first - cancelled, second: gross.second - cancelled),
      isComplete: bags.count == Self.roundLength)
  }

  private static func isWon(_ score: Tally) -> Bool {
    max(score.first, score.second) >= winningScore
  }

  /// The score: of a practice all points, as those of the first side; of cornhole the net points of
  /// the rounds that are complete.
  public var score: Tally {
    switch rules.preset {
    case .practice:
      Tally(first: thrown.prefix(Self.practiceLength).reduce(0) { $0 + worth(of: $1) })
    case .cornhole:
      rounds.reduce(into: Tally()) { score, round in
        guard round.isComplete else { return }
        for side in Side.allCases { score[side] += round.net[side] }
      }
    }
  }

  private var thrown: [Bag] { bags.filter { !$0.isWithdrawn } }

  /// Whether a bag counts: it was thrown before the game was over.
  public func counts(_ index: Int) -> Bool {
    guard bags.indices.contains(index), !bags[index].isWithdrawn else { return false }
    return bags[..<index].count { !$0.isWithdrawn } < countedBags
  }

  /// How many of the ``bags`` count: those that were thrown before the game was over.
  public var countedBags: Int {
    switch rules.preset {
    case .practice: min(thrown.count, Self.practiceLength)
    case .cornhole: rounds.reduce(0) { $0 + $1.sides.count }
    }
  }

  /// Whether the last bag that counts has been thrown.
  public var isOver: Bool {
    switch rules.preset {
    case .practice: thrown.count >= Self.practiceLength
    case .cornhole: Self.isWon(score)
    }
  }

  /// The side that has won; `nil` as long as none has, and of a practice.
  public var winner: Side? {
    rules.preset == .cornhole && isOver ? score.leader : nil
  }
}
