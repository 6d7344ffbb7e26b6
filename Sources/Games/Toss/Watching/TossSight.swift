package import SceneReading
package import VisionCore

/// What was seen in a frame before the game made anything of it: what two versions of the program that see
/// alike have in common.
package struct TossSight: Sendable {
  /// Counts from 0.
  package var frame: Int
  /// In seconds.
  package var time: Double
  /// How far the picture has moved since the frame before.
  package var shift: ImageTranslation
  /// What moves in a frame before this one; `nil` where none was looked at.
  package var motion: MovingObjects?
  /// The paths that have ended.
  package var paths: [TrajectoryObservation]
  /// Where the board is taken to be.
  package var board: GameboardObservation?
  /// What has become known of the bags.
  package var bags: [BagEvent]
}
