public import VisionCore

/// What a frame shows of a game of bean-bag toss.
public struct TossObservation: Hashable, Sendable {
  /// The board that is played on, where it is now; `nil` where none was found, or where nobody looked
  /// for one since the camera moved.
  public var board: GameboardObservation?
  public var isCameraStill: Bool
  public var isPlayerInView: Bool
  /// As `DetectTrajectoriesRequest` reports them: those that grow, and once those that have ended.
  public var trajectories: [TrajectoryObservation]
  /// What has become known of the bags, in order.
  public var bags: [BagEvent]

  public init(
    board: GameboardObservation?, isCameraStill: Bool, isPlayerInView: Bool,
    trajectories: [TrajectoryObservation] = [], bags: [BagEvent] = []
  ) {
    self.board = board
    self.isCameraStill = isCameraStill
    self.isPlayerInView = isPlayerInView
    self.trajectories = trajectories
    self.bags = bags
  }
}

/// A throw, as the game knows it.
public struct TossThrow: Hashable, Sendable {
  /// Counts from 1.
  public var number: Int
  /// The path of the bag, to where it first struck something; `nil` where no flight was seen, but a
  /// bag that came to rest.
  public var trajectory: TrajectoryObservation?
  /// All paths that ended since the throw before did; none once the throw was measured.
  public var pieces: [TrajectoryObservation] = []
  /// The bag's landing; `nil` where it was not seen.
  public var landing: BagLanding? = nil
  /// Whether its outcome was corrected by hand: then what is seen of its bag changes nothing.
  var isCorrected = false
  /// When it was known to have ended, in seconds.
  public var endTime: Double
  /// Whether the camera moved since the release, or had moved and the board not been seen again.
  public var cameraMoved: Bool
}

/// What a frame lets us know of the game.
public enum TossEvent: Hashable, Sendable {
  case stateChanged(TossState)
  /// A throw has ended. Where its landing is missing, the caller may know better, and says so with
  /// ``TossGame/judge(throw:outcome:style:side:)``.
  case throwEnded(TossThrow)
  /// A throw that has ended, by its number, is to be measured now; ``TossGame/record(_:)`` answers.
  case measurementDue(throw: Int)
  /// The bag of a throw that has ended rests elsewhere now, its rest was seen only now, or it was corrected.
  case outcomeChanged(throw: Int, outcome: Outcome)
}

/// What the game waits for, or does.
public enum TossState: CaseIterable, Hashable, Sendable {
  case lookingForBoard
  case waitingForStillCamera
  case waitingForPlayer
  case ready
  case inFlight
  case landed
  case summary
}

extension TossState {
  /// Why the game does not go on, and what helps; `nil` where it does.
  public var reason: Reason? {
    switch self {
    case .lookingForBoard: .noBoard
    case .waitingForStillCamera: .cameraMoves
    case .waitingForPlayer: .noPlayer
    case .summary: .gameOver
    case .ready, .inFlight, .landed: nil
    }
  }

  public enum Reason: Hashable, Sendable, CustomStringConvertible {
    case noBoard, cameraMoves, noPlayer, gameOver

    public var description: String {
      switch self {
      case .noBoard:
        "No board is in view. Point the camera so that all four corners of the board are seen."
      case .cameraMoves: "The camera moves. Put it on a stand, or lean it against something."
      case .noPlayer: "Nobody is in view. The thrower must be seen from head to foot."
      case .gameOver: "The game is over. Start another one to throw on."
      }
    }
  }
}
