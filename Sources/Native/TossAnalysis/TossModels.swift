public import Inference
public import VisionRequests

/// The networks that watch a game of bean-bag toss, loaded once.
public struct TossModels: Sendable {
  public var poses: BodyPoseModel
  public var boards: GameboardModel
  public var styles: ThrowStyleModel

  /// Loads those that come with the project and its set-up.
  ///
  /// - Parameter engine: What runs them.
  /// - Throws: `VisionError.inference(_:)` when a file is missing.
  public init(engine: Engine = .automatic) throws(VisionError) {
    // As many threads on every machine, for the same joints.
    poses = try BodyPoseModel(threads: 2, engine: engine)
    // Two threads take longer: a look runs the second network hundreds of times, on 64 x 112 pixels.
    boards = try GameboardModel(threads: 1, engine: engine)
    styles = try ThrowStyleModel(engine: engine)
  }
}
