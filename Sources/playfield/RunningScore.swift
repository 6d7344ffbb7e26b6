import BeanBagToss
import VisionCore

/// The score of a game of which only the landings are seen, and how it is worded.
struct RunningScore {
  private var scoreboard: Scoreboard
  /// What happened last.
  private var news = ""

  init(rules: ScoringRules) { scoreboard = Scoreboard(rules: rules) }

  /// Takes in what became of a bag. Landings come in the order of their numbers.
  mutating func note(_ event: BagEvent) {
    switch event {
    case .landed(let landing):
      scoreboard.add(Scoreboard.Bag(outcome: landing.rest.outcome))
      news = "\(landing.number): \(landing.rest.words)"
    case .moved(let move):
      guard let number = move.landing else { return }
      scoreboard.correct(number - 1) { $0.outcome = move.rest.outcome }
      news = "\(number): \(move.rest.words) now"
    }
  }

  /// What a landing is worth, and since a move; 0 for a bag that lay there before the game.
  func points(of landing: Int?) -> Int { landing.map { scoreboard.points(of: $0 - 1) } ?? 0 }

  /// The score, as "5" or, of two sides, as "3 : 2"; with what the round that is not over would
  /// leave of it.
  private var score: String {
    guard let round = scoreboard.rounds.last, !round.isComplete else { return scoreboard.text }
    return "\(scoreboard.text) (this round \(round.net.first) : \(round.net.second))"
  }

  /// What stands beneath a film's picture.
  var caption: String { news.isEmpty ? "" : "\(news)   \(score)" }

  func line(for landing: BagLanding) -> String {
    "landing \(landing.number) at \(seconds(landing.restTime)): "
      + "\(landing.rest.words)\(thrower); score \(score)"
  }

  func line(for move: BagMove) -> String {
    guard let number = move.landing else {
      return "a bag that lay there from the start is \(move.rest.words) since "
        + seconds(move.time)
    }
    return "landing \(number) is \(move.rest.words) since \(seconds(move.time)); score \(score)"
  }

  /// Whose the last bag is taken to be.
  private var thrower: String {
    guard let side = scoreboard.rounds.last?.sides.last else { return "" }
    return ", the \(side.rawValue) side's bag"
  }

  var summary: String {
    let bags = scoreboard.bags
    guard !bags.isEmpty else { return "no bag came to rest" }
    var counts = Outcome.allCases.map { outcome in
      "\(bags.count { $0.outcome == outcome }) \(outcome.words)"
    }
    let unknown = bags.count { $0.outcome == nil }
    if unknown > 0 { counts.append("\(unknown) unknown") }
    let winner = scoreboard.winner.map { "; the \($0.rawValue) side has won" } ?? ""
    let late = bags.count - scoreboard.countedBags
    let uncounted = late == 0 ? "" : "; the last \(late) of them came when the game was over"
    return "\(bags.count) landings: \(counts.joined(separator: ", ")); score \(score)\(winner)"
      + uncounted
  }
}

extension JSON {
  static func landing(_ landing: BagLanding, points: Int) -> JSON {
    .object(
      [
        Member(key: "landing", value: .integer(landing.number)),
        Member(key: "firstFrame", value: .integer(landing.firstFrame)),
        Member(key: "restFrame", value: .integer(landing.restFrame)),
      ] + members(of: landing.rest, points: points))
  }

  static func move(_ move: BagMove, points: Int) -> JSON {
    .object(
      [
        Member(key: "event", value: "moved"),
        Member(key: "landing", value: move.landing.map(JSON.integer) ?? .null),
        Member(key: "frame", value: .integer(move.frame)),
      ] + members(of: move.rest, points: points))
  }

  /// Where a bag rests and what that is worth; why nobody knows it, if so.
  private static func members(of rest: BagRest, points: Int) -> [Member] {
    let points = Member(key: "points", value: .integer(points))
    return switch rest {
    case .seen(let outcome):
      [Member(key: "outcome", value: .string(outcome.rawValue)), points]
    case .unknown(let reason):
      [
        Member(key: "outcome", value: .null),
        Member(key: "reason", value: .string(reason.rawValue)), points,
      ]
    }
  }
}
