public import BeanBagToss
public import Foundation
public import VisionCore

/// A game that was watched: the throws of one clip, or of one sitting before a camera.
public struct Session: Hashable, Sendable {
  public var date: Date
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
    date: Date, source: String, rules: ScoringRules, pictureSize: PixelSize,
    frameRate: Double, board: GameboardObservation?, throwsMade: [Throw] = []
  ) {
    self.date = date
    self.source = source
    self.rules = rules
    self.pictureSize = pictureSize
    self.frameRate = frameRate
    self.board = board
    self.throwsMade = throwsMade
  }
}
