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
    // Beside frames that are compared and decoded, more threads only wait for each other.
    poses = try BodyPoseModel(threads: 1)
    boards = try GameboardModel()
    styles = try ThrowStyleModel()
  }
}
