public import SceneReading
public import VisionCore

/// Finds what is thrown in a video.
///
/// ```swift
/// var request = DetectTrajectoriesRequest()
/// while let frame = try video.next() {
///   for path in try request.perform(on: frame.image, orientation: .up, at: frame.time)
///   where path.isFinished { print(path.points.count, path.equation) }
/// }
/// print(request.finish())
/// ```
///
/// Frames that show the same picture as the one before, as in recordings of a screen, are left out;
/// the points they repeat stand in the answer.
///
/// A camera that is held in a hand, or turns slowly, is followed by what most of the picture does. Paths are
/// then as they would be seen by one that had stayed as it was in the first frame; where the camera cannot be
/// followed, they end, and the next frame is the first one again (``isCameraLost``).
public struct DetectTrajectoriesRequest: ~Copyable, Sendable {
  /// What is looked for.
  public struct Parameters: Hashable, Sendable {
    /// The minimum number of points of a trajectory, at least 4.
    public var trajectoryLength = 6
    /// The minimum radius of an object, in widths of the upright picture.
    public var objectMinimumNormalizedRadius = 0.003
    /// The largest radius of an object, in widths of the upright picture.
    public var objectMaximumNormalizedRadius = 0.1
    /// The part of the upright picture in which objects count.
    public var regionOfInterest = BoundingBox.unit
    /// Of frames that follow each other faster than this, in seconds, some are left out.
    public var frameAnalysisSpacing = 0.0

    public init() {}
  }

  private var watch: TrajectoryWatch

  public init(_ parameters: Parameters = Parameters()) {
    precondition(
      parameters.objectMinimumNormalizedRadius <= parameters.objectMaximumNormalizedRadius,
      "the minimum radius is not above the maximum")
    watch = TrajectoryWatch(
      TrajectoryWatch.Parameters(
        minimumPoints: parameters.trajectoryLength,
        radius: parameters.objectMinimumNormalizedRadius...parameters.objectMaximumNormalizedRadius,
        region: parameters.regionOfInterest, spacing: parameters.frameAnalysisSpacing))
  }

  /// Whether nothing could be looked for in the last frames, so different were they from those before.
  public var isCameraLost: Bool { watch.isCameraLost }

  /// What moves in the frame that the last call looked at; `nil` where it looked at none.
  public var motion: MovingObjects? { watch.motion }

  /// Looks at the next frame.
  ///
  /// - Parameters:
  ///   - image: The frame as stored; all of one size.
  ///   - orientation: How it is to be turned to stand upright.
  ///   - time: In seconds; later than that of the frame before.
  /// - Returns: The paths that go on, and once those that have ended; as of the frame before, since
  ///   only this one shows what moved in that. None for a frame that repeats another, or shows nothing of the scene.
  /// - Throws: ``VisionError/frameSizeChanged``.
  public mutating func perform(
    on image: RGBImage, orientation: ImageOrientation, at time: Double
  ) throws(VisionError) -> [TrajectoryObservation] {
    do throws(TrajectoryWatch.Failure) {
      return try watch.update(with: image, orientation: orientation, at: time)
    } catch {
      throw .frameSizeChanged
    }
  }

  /// Ends the paths that go on: the video is over.
  public mutating func finish() -> [TrajectoryObservation] { watch.finish() }
}
