public import VisionCore

/// What is known of a game after a frame: what a live view shows.
public struct TossScene: Hashable, Sendable {
  public var state: TossState
  public var board: GameboardObservation?
  /// The paths that grow, and those that have ended a moment ago.
  public var paths: [TrajectoryObservation]
  public var scoreboard: Scoreboard
  public var lastThrow: Throw?
}
