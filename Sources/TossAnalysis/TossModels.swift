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
    // It looks beside the frames, hundreds of times at a view of 64 x 112 pixels: two threads take longer than one.
    boards = try GameboardModel(threads: 1)
    styles = try ThrowStyleModel()
  }
}
