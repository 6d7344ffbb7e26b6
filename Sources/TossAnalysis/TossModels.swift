public import VisionRequests

/// The networks that watch a game of bean-bag toss, loaded once.
public struct TossModels: Sendable {
  public var poses: BodyPoseModel
  public var boards: GameboardModel
  public var styles: ThrowStyleModel

  /// Loads those that come with the project and its set-up.
  ///
  /// - Throws: `VisionError.inference(_:)` when a file is missing.
  public init() throws(VisionError) {
    poses = try BodyPoseModel()
    boards = try GameboardModel()
    styles = try ThrowStyleModel()
  }
}
