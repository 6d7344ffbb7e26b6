public import VisionCore

/// What is counted of a throw: all but its path and the thrower's poses.
public struct ThrowFigures: Hashable, Sendable {
  /// Counts from 1.
  public var number: Int
  /// `nil` where the thrower was not seen.
  public var style: ThrowStyleObservation?
  public var outcome: Outcome
  public var points: Int
  /// Above the horizontal, in degrees.
  public var releaseAngle: Estimate?
  /// In metres per second.
  public var speed: Estimate?
  /// In metres.
  public var distance: Estimate?

  public init(
    number: Int, style: ThrowStyleObservation?, outcome: Outcome, points: Int,
    releaseAngle: Estimate? = nil, speed: Estimate? = nil, distance: Estimate? = nil
  ) {
    self.number = number
    self.style = style
    self.outcome = outcome
    self.points = points
    self.releaseAngle = releaseAngle
    self.speed = speed
    self.distance = distance
  }
}

extension Throw {
  public var figures: ThrowFigures {
    ThrowFigures(
      number: number, style: style, outcome: outcome, points: points,
      releaseAngle: releaseAngle, speed: speed, distance: distance)
  }
}

/// A game in the history, without its paths and poses.
public struct SessionSummary: Hashable, Sendable {
  /// The same for one game for ever.
  public var id: Int64
  /// When it began, in seconds since the start of 1970, UTC.
  public var startTime: Double
  /// The clip's file name, or the camera's.
  public var source: String
  public var rules: ScoringRules
  /// Whether the game came to its end; if not, the program was stopped during it, or the clip broke
  /// off.
  public var isFinished: Bool
  /// In the order of their numbers.
  public var throwsMade: [ThrowFigures]

  public init(
    id: Int64, startTime: Double, source: String, rules: ScoringRules, isFinished: Bool,
    throwsMade: [ThrowFigures]
  ) {
    self.id = id
    self.startTime = startTime
    self.source = source
    self.rules = rules
    self.isFinished = isFinished
    self.throwsMade = throwsMade
  }
}

extension SessionSummary {
  /// The same game by other rules, so that its points can be compared with those of another.
  package func scored(by rules: ScoringRules) -> SessionSummary {
    var game = self
    game.rules = rules
    for index in throwsMade.indices {
      let made = throwsMade[index]
      game.throwsMade[index].points = rules.points(for: made.outcome, style: made.style.label)
    }
    return game
  }
}

extension Sequence<ThrowFigures> {
  /// The sum of all throws' points; in a game of two sides, before they cancel each other.
  public var points: Int { reduce(0) { $0 + $1.points } }

  /// How many bags came to rest so.
  public func count(of outcome: Outcome) -> Int { count { $0.outcome == outcome } }

  /// The throws of each style, in the order of `ThrowStyle`; styles that were not thrown are left
  /// out.
  public var byStyle: [(style: ThrowStyle, throwsMade: [ThrowFigures])] {
    ThrowStyle.allCases.compactMap { style in
      let those = filter { $0.style.label == style }
      return those.isEmpty ? nil : (style, those)
    }
  }
}
