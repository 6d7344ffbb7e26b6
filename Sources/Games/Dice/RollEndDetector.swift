public import VisionCore

/// When a roll counts as ended.
public enum RollRule: Hashable, Sendable, CaseIterable {
  /// Every die lies still over a window of time; its value is voted over that window.
  case steady
  /// Two frames in a row show the same dice in the same places. Simple, and easily fooled: by a die
  /// on its edge, by a missed detection, by a hand that takes dice away.
  case consecutiveFrames
}

/// What the dice on the table do.
public enum TableState: UInt8, CaseIterable, Hashable, Sendable {
  /// No die has been in view for a while.
  case clear
  /// Dice move, or have just appeared.
  case rolling
  /// The dice at rest were reported.
  case resting
}

/// Detects from observed dice when a roll begins and has ended, and what was rolled.
///
/// The detector is a value that is handed the world: it reads no clock, and the same observations
/// at the same times always give the same events.
///
/// ```swift
/// var detector = RollEndDetector()
/// for frame in frames {
///   for case .ended(let roll) in detector.update(with: frame.dice, at: frame.time) {
///     print(roll.values, roll.sum)
///   }
/// }
/// ```
public struct RollEndDetector: Sendable {
  private enum Memory {
    case steady(SteadyRule)
    case consecutiveFrames(ConsecutiveFramesRule)
  }

  private var memory: Memory

  public init(rule: RollRule = .steady) {
    memory =
      switch rule {
      case .steady: .steady(SteadyRule())
      case .consecutiveFrames: .consecutiveFrames(ConsecutiveFramesRule())
      }
  }

  /// What the dice do now. Comes back from ``TableState/rolling`` without an event where the dice
  /// lie as they lay before.
  public var state: TableState {
    switch memory {
    case .steady(let rule): rule.state
    case .consecutiveFrames(let rule): rule.state
    }
  }

  /// What the detector makes of the last frame; `nil` for a rule that follows no dice.
  public var outlook: RollOutlook? {
    switch memory {
    case .steady(let rule): rule.outlook
    case .consecutiveFrames: nil
    }
  }

  /// Whether a roll has begun, or may have, and was neither reported nor dropped. As long as that is so,
  /// each frame should be read, even where nothing moves in it.
  public var isPending: Bool {
    switch memory {
    case .steady(let rule): rule.isPending
    case .consecutiveFrames(let rule): rule.state == .rolling
    }
  }

  /// Lets time pass in which the picture stayed as it was when it was read last.
  ///
  /// What was seen then still lies there, but is not seen once more: it is no vote for a value and no
  /// sighting of a die, and ends no roll.
  ///
  /// - Parameter time: In seconds, on the clock of ``update(with:at:)``; never falls.
  public mutating func pass(until time: Double) {
    guard case .steady(var rule) = memory else { return }
    rule.pass(until: time)
    memory = .steady(rule)
  }

  /// Takes in what the next frame shows.
  ///
  /// - Parameters:
  ///   - observations: The dice in this frame, in any order; empty where there are none.
  ///   - time: When the frame was taken, in seconds from any start; never falls.
  /// - Returns: What this frame lets us know, in order; mostly nothing. ``RollEvent/ended(_:)`` always
  ///   follows a ``RollEvent/rolling``.
  /// - Complexity: O(*n*³) for *n* dice in view.
  public mutating func update(
    with observations: [DieObservation], at time: Double
  ) -> [RollEvent] {
    switch memory {
    case .steady(var rule):
      let events = rule.update(with: observations, at: time)
      memory = .steady(rule)
      return events
    case .consecutiveFrames(var rule):
      let events = rule.update(with: observations)
      memory = .consecutiveFrames(rule)
      return events
    }
  }
}
