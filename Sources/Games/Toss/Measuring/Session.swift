public import VisionCore

/// A game that was watched: the throws of one clip, or of one sitting before a camera.
public struct Session: Hashable, Sendable {
  /// When it began, in seconds since the start of 1970, UTC.
  public var startTime: Double
  /// The clip's file name, or the camera's.
  public var source: String
  public var rules: ScoringRules
  /// Of the upright picture.
  public var pictureSize: PixelSize
  /// Frames per second.
  public var frameRate: Double
  public var board: GameboardObservation?
  public var throwsMade: [Throw]

  public init(
    startTime: Double, source: String, rules: ScoringRules, pictureSize: PixelSize,
    frameRate: Double, board: GameboardObservation?, throwsMade: [Throw] = []
  ) {
    self.startTime = startTime
    self.source = source
    self.rules = rules
    self.pictureSize = pictureSize
    self.frameRate = frameRate
    self.board = board
    self.throwsMade = throwsMade
  }
}
