internal import COpenCV
public import VisionCore

/// Finds what is thrown in a video, before a camera that stands still.
///
/// ```swift
/// var request = try DetectTrajectoriesRequest()
/// while let frame = try video.next() {
///   for path in try request.perform(on: frame.image, orientation: .up, at: frame.time)
///   where path.isFinished { print(path.points.count, path.equation) }
/// }
/// print(request.finish())
/// ```
///
/// Frames that show the same picture as the one before, as in recordings of a screen, are left out;
/// the points they repeat stand in the answer.
public struct DetectTrajectoriesRequest: ~Copyable, Sendable {
  /// What is looked for.
  public struct Parameters: Hashable, Sendable {
    /// The fewest points of a trajectory, at least 4.
    public var trajectoryLength = 6
    /// The least radius of an object, in widths of the upright picture.
    public var objectMinimumNormalizedRadius = 0.003
    /// The largest radius of an object, in widths of the upright picture.
    public var objectMaximumNormalizedRadius = 0.1
    /// The part of the upright picture in which objects count.
    public var regionOfInterest = BoundingBox.unit
    /// Of frames that follow each other faster than this, in seconds, some are left out.
    public var frameAnalysisSpacing = 0.0

    public init() {}
  }

  private let parameters: Parameters
  private var eye: MotionDetector
  private var detector: TrajectoryDetector?
  private var frameCount = 0
  /// What moves in the frame that the last call looked at; `nil` where it looked at none.
  public private(set) var motion: MovingObjects?
  /// The last frame that was looked at; what moves in it is known once the next one is.
  private var pending: (frame: Int, time: Double)?
  /// The frames that repeat another one.
  private var repetitions: [Int: [(frame: Int, time: Double)]] = [:]

  /// - Throws: ``VisionError/imageProcessingFailed(reason:)`` when memory has run out.
  public init(_ parameters: Parameters = Parameters()) throws(VisionError) {
    precondition(parameters.trajectoryLength >= 4, "three points lie on some parabola always")
    self.parameters = parameters
    eye = try MotionDetector(parameters)
  }

  /// Looks at the next frame.
  ///
  /// - Parameters:
  ///   - image: The frame as stored; all of one size.
  ///   - orientation: How it is to be turned to stand upright.
  ///   - time: In seconds; later than that of the frame before.
  /// - Returns: The paths that go on, and once those that have ended; as of the frame before, since
  ///   only this one tells what moved in that.
  /// - Throws: ``VisionError/imageProcessingFailed(reason:)`` when the frame has another size than
  ///   the first one, or memory has run out.
  public mutating func perform(
    on image: RGBImage, orientation: ImageOrientation, at time: Double
  ) throws(VisionError) -> [TrajectoryObservation] {
    let frame = frameCount
    frameCount += 1
    motion = nil
    let elapsed = pending.map { time - $0.time } ?? 1 / 30
    // A thousandth of a second is the rounding of the container's times.
    guard pending == nil || elapsed > max(0, parameters.frameAnalysisSpacing - 0.001) else {
      return []
    }
    let seen = try eye.update(image, orientation: orientation, seconds: elapsed)
    guard !seen.isDuplicate else {
      if let pending { repetitions[pending.frame, default: []].append((frame, time)) }
      return []
    }
    let analysed = pending
    pending = (frame, time)
    guard let analysed else { return [] }
    motion = MovingObjects(
      frame: analysed.frame, time: analysed.time, objects: seen.objects,
      repetitions: (repetitions[analysed.frame] ?? []).map(\.frame))

    var detector = self.detector ?? makeDetector(for: image.uprightSize(orientation))
    let paths = detector.update(with: seen.objects, frame: analysed.frame, time: analysed.time)
    self.detector = detector
    let answer = paths.map { withRepetitions($0) }
    let first = paths.compactMap { $0.points.first?.frame }.min() ?? frame
    // A path that is found now may have begun a second ago.
    repetitions = repetitions.filter { $0.key >= first || ($0.value.last?.time ?? 0) > time - 2 }
    return answer
  }

  /// Ends the paths that go on: the video is over.
  public mutating func finish() -> [TrajectoryObservation] {
    (detector?.finish() ?? []).map { withRepetitions($0) }
  }

  private func makeDetector(for picture: PixelSize) -> TrajectoryDetector {
    var rule = FlightRule()
    rule.minimumPoints = parameters.trajectoryLength
    return TrajectoryDetector(
      rule: rule, aspectRatio: Double(picture.width) / Double(picture.height))
  }

  private func withRepetitions(_ path: TrajectoryObservation) -> TrajectoryObservation {
    guard !repetitions.isEmpty else { return path }
    var whole = path
    whole.points = path.points.flatMap { point in
      [point]
        + (repetitions[point.frame] ?? []).map { repetition in
          var point = point
          (point.frame, point.time) = repetition
          return point
        }
    }
    return whole
  }
}

/// The shim's memory of the background and the last frames. Unchecked, since Swift does not know that
/// a pointer with a single owner, used by one call at a time, may change threads.
private struct MotionDetector: ~Copyable, @unchecked Sendable {
  private let handle: OpaquePointer?
  private static let maximumObjects = 256

  init(_ parameters: DetectTrajectoriesRequest.Parameters) throws(VisionError) {
    let region = parameters.regionOfInterest
    let options = copencv_motion_options(
      least_radius: parameters.objectMinimumNormalizedRadius,
      largest_radius: parameters.objectMaximumNormalizedRadius, x: region.x, y: region.y,
      width: region.width, height: region.height)
    var opened: OpaquePointer?
    try callShim { copencv_motion_open(options, &opened, $0, $1) }
    handle = opened
  }

  deinit { copencv_motion_close(handle) }

  /// What moved in the frame before this one.
  mutating func update(
    _ image: RGBImage, orientation: ImageOrientation, seconds: Double
  ) throws(VisionError) -> (objects: [MovingObject], isDuplicate: Bool) {
    var found = [copencv_moving_object](
      repeating: copencv_moving_object(), count: Self.maximumObjects)
    var count = 0
    var isDuplicate = false
    try callShim { error, capacity in
      image.pixels.withUnsafeBufferPointer { pixels in
        copencv_motion_update(
          handle, pixels.baseAddress, Int32(image.width), Int32(image.height),
          Int32(orientation.rawValue), seconds, &found, found.count, &count, &isDuplicate, error,
          capacity)
      }
    }
    let objects = found.prefix(count).map {
      MovingObject(
        x: $0.x, y: $0.y, radius: $0.radius, isIsolated: $0.is_isolated, fill: $0.fill,
        color: SIMD3($0.red, $0.green, $0.blue), touchesEdge: $0.touches_edge)
    }
    return (objects, isDuplicate)
  }
}
