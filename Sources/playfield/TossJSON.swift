import BeanBagToss
import Foundation
import TossAnalysis
import VisionCore

// The JSON lines of the toss commands, in degrees, metres and metres per second whatever units
// people are shown.

extension JSON {
  init(_ estimate: Estimate?) {
    guard let estimate else {
      self = .null
      return
    }
    self = [
      "value": .number(estimate.value, places: 3), "error": .number(estimate.error, places: 3),
    ]
  }

  /// A throw, with the keys of the manual.
  init(_ made: Throw) {
    self = [
      "throw": .integer(made.number), "startFrame": .integer(made.startFrame),
      "endFrame": .integer(made.endFrame), "releaseFrame": .integer(made.releaseFrame),
      "style": [
        "label": .string(made.style.label.rawValue),
        "confidence": .number(Double(made.style?.confidence ?? 0), places: 4),
      ],
      "releaseAngle": JSON(made.releaseAngle), "speed": JSON(made.speed),
      "distance": JSON(made.distance), "stand": JSON(made.stand),
      "outcome": .string(made.outcome.rawValue), "points": .integer(made.points),
      "trajectory": JSON(made.trajectory),
      "remarks": .array(made.remarks.map { .string($0.name) }),
      "time": .number(made.time, places: 4),
    ]
  }

  /// A throw of a game in the history.
  static func kept(_ made: Throw, game: Int64) -> JSON {
    guard case .object(let members) = JSON(made) else { return .null }
    return .object([Member(key: "game", value: .integer(Int(game)))] + members)
  }

  /// A game in the history.
  init(_ game: SessionSummary) {
    let throwsMade = game.throwsMade
    self = [
      "game": .integer(Int(game.id)),
      "date": .string(Date(timeIntervalSince1970: game.startTime).formatted(.iso8601)),
      "source": .string(game.source), "rules": .string(game.rules.preset.rawValue),
      "finished": .boolean(game.isFinished), "throws": .integer(throwsMade.count),
      "points": .integer(throwsMade.points), "hole": .integer(throwsMade.count(of: .hole)),
      "board": .integer(throwsMade.count(of: .board)),
      "off": .integer(throwsMade.count(of: .off)), "score": Self.score(game.scoreboard),
      "styleBonus": JSON(game.rules.styleBonus),
    ]
  }

  init(_ bonus: StyleBonus) {
    self = [
      "overhand": .integer(bonus.overhand), "underhand": .integer(bonus.underhand),
      "underleg": .integer(bonus.underleg),
    ]
  }

  /// A number for one player, two for two sides.
  fileprivate static func score(_ scoreboard: Scoreboard) -> JSON {
    let score = scoreboard.score
    return scoreboard.rules.preset == .practice
      ? .integer(score.first) : .array([.integer(score.first), .integer(score.second)])
  }
}

extension Throw.Remark {
  var name: String {
    switch self {
    case .cameraMoved: "camera moved"
    case .releaseUnseen: "release not seen"
    case .offTheLine(let stand):
      "stood \(TextTable.fixed(stand, places: 1)) m from the hole"
    case .gravityDisagrees(let ratio):
      "gravity seems \(TextTable.fixed(max(0, ratio), places: 2)) times as strong as it is"
    }
  }
}

extension JSON {
  /// A throw that has ended, and how it was decided where its bag lies.
  static func throwMade(_ made: Throw, decision: TossWatch.Decision) -> JSON {
    guard case .object(let members) = JSON(made) else { return .null }
    return .object(members + [Member(key: "decidedBy", value: .string(decision.rawValue))])
  }

  /// A throw whose bag rests elsewhere now.
  static func changed(_ made: Throw) -> JSON {
    [
      "changed": [
        "throw": .integer(made.number), "outcome": .string(made.outcome.rawValue),
        "points": .integer(made.points),
      ]
    ]
  }

  /// What a game came to; outcomes and points of the throws as they are in the end.
  static func summary(
    _ throwsMade: [Throw], scoreboard: Scoreboard, notices: [TossNotice]
  ) -> JSON {
    func count(_ outcome: Outcome) -> JSON { .integer(throwsMade.count { $0.outcome == outcome }) }
    return [
      "summary": [
        "throws": .integer(throwsMade.count),
        "rules": .string(scoreboard.rules.preset.rawValue),
        "points": .integer(throwsMade.reduce(0) { $0 + $1.points }),
        "score": Self.score(scoreboard),
        "hole": count(.hole), "board": count(.board), "off": count(.off),
        "outcomes": .array(throwsMade.map { .string($0.outcome.rawValue) }),
        "notices": .array(notices.map { .string($0.description) }),
        "styleBonus": JSON(scoreboard.rules.styleBonus),
      ]
    ]
  }
}
