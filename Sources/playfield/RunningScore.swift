import BeanBagToss

/// The score of a game of which only the landings are seen, and how it is told.
struct RunningScore {
  private var scoreboard: Scoreboard
  /// What happened last.
  private var news = ""

  init(preset: ScoringPreset) { scoreboard = Scoreboard(preset: preset) }

  /// Takes in what became of a bag. Landings come in the order of their numbers.
  mutating func note(_ event: BagEvent) {
    switch event {
    case .landed(let landing):
      scoreboard.add(Scoreboard.Bag(outcome: landing.outcome))
      news = "\(landing.number): \(landing.outcome.name)"
    case .moved(let move):
      guard let number = move.landing else { return }
      scoreboard.correct(number - 1) { $0.outcome = move.outcome }
      news = "\(number): \(move.outcome.name) now"
    }
  }

  /// The score, as "5" or, of two sides, as "3 : 2"; with what the round that is not over would
  /// leave of it.
  private var score: String {
    let score = scoreboard.score
    guard scoreboard.preset == .cornhole else { return "\(score.first)" }
    guard let round = scoreboard.rounds.last, !round.isComplete else {
      return "\(score.first) : \(score.second)"
    }
    let left = "\(round.net.first) : \(round.net.second)"
    return "\(score.first) : \(score.second) (this round \(left))"
  }

  /// What stands beneath a film's picture.
  var caption: String { news.isEmpty ? "" : "\(news)   \(score)" }

  func line(for landing: BagLanding) -> String {
    let seconds = "\((landing.restTime * 100).rounded() / 100) s"
    return "landing \(landing.number) at \(seconds): \(landing.outcome.name)\(thrower); "
      + "score \(score)"
  }

  func line(for move: BagMove) -> String {
    let seconds = "\((move.time * 100).rounded() / 100) s"
    guard let number = move.landing else {
      return "a bag that lay there from the start is \(move.outcome.name) since \(seconds)"
    }
    return "landing \(number) is \(move.outcome.name) since \(seconds); score \(score)"
  }

  /// Whose the last bag is taken to be.
  private var thrower: String {
    guard let side = scoreboard.rounds.last?.sides.last else { return "" }
    return ", the \(side.rawValue) side's bag"
  }

  var summary: String {
    let bags = scoreboard.bags
    guard !bags.isEmpty else { return "no bag came to rest" }
    let counts = Outcome.allCases.map { outcome in
      "\(bags.count { $0.outcome == outcome }) \(outcome.name)"
    }
    let winner = scoreboard.winner.map { "; the \($0.rawValue) side has won" } ?? ""
    return "\(bags.count) landings: \(counts.joined(separator: ", ")); score \(score)\(winner)"
  }
}

extension Outcome {
  fileprivate var name: String {
    switch self {
    case .hole: "in the hole"
    case .board: "on the board"
    case .off: "off the board"
    }
  }
}

extension JSON {
  static func landing(_ landing: BagLanding, points: Int) -> JSON {
    [
      "landing": .integer(landing.number), "firstFrame": .integer(landing.firstFrame),
      "restFrame": .integer(landing.restFrame), "outcome": .string(landing.outcome.rawValue),
      "points": .integer(points),
    ]
  }

  static func move(_ move: BagMove, points: Int) -> JSON {
    [
      "event": "moved", "landing": move.landing.map(JSON.integer) ?? .null,
      "frame": .integer(move.frame), "outcome": .string(move.outcome.rawValue),
      "points": .integer(points),
    ]
  }
}
