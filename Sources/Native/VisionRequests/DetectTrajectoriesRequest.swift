internal import COpenCV
public import SceneReading
public import VisionCore

/// Finds what is thrown in a video.
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

  private let parameters: Parameters
  private var eye: MotionDetector
  private var detector: TrajectoryDetector?
  private var camera: CameraFollower?
  /// From the first frame to those in which paths may still have points, where the camera has moved.
  private var poses: [Int: (matrix: Matrix3, time: Double)] = [:]
  /// Whether nothing could be looked for in the last frames, so different were they from those before.
  public private(set) var isCameraLost = false
  private var frameCount = 0
  /// What moves in the frame that the last call looked at; `nil` where it looked at none.
  public private(set) var motion: MovingObjects?
  /// The last frame that was looked at; what moves in it is known once the next one is.
  private var pending: (frame: Int, time: Double, view: FieldOfView?)?
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
  ///   only this one shows what moved in that. None for a frame that repeats another, or shows nothing of the scene.
  /// - Throws: ``VisionError/imageProcessingFailed(reason:)`` when the frame has another size than
  ///   the first one, or memory has run out.
  public mutating func perform(
    on image: RGBImage, orientation: ImageOrientation, at time: Double
  ) throws(VisionError) -> [TrajectoryObservation] {
    let frame = frameCount
    frameCount += 1
    motion = nil
    isCameraLost = false
    let elapsed = pending.map { time - $0.time } ?? 1 / 30
    // A thousandth of a second is the rounding of the container's times.
    guard pending == nil || elapsed > max(0, parameters.frameAnalysisSpacing - 0.001) else {
      return []
    }
    let look = try eye.look(at: image, orientation: orientation)
    guard !look.isDuplicate || camera?.isSeen == false else {
      repeats(frame, time)
      return []
    }
    guard let (ended, toCanvas) = try follow(look) else { return [] }
    guard let objects = try eye.compare(seconds: elapsed, toCanvas: toCanvas) else {
      repeats(frame, time)
      return ended
    }
    notePose(of: frame, time)
    let analysed = isCameraLost ? nil : pending
    pending = (frame, time, view)
    guard let analysed else { return ended }
    motion = MovingObjects(
      frame: analysed.frame, time: analysed.time, objects: objects.map { asInFirstFrame($0) },
      repetitions: (repetitions[analysed.frame] ?? []).map(\.frame), view: analysed.view)

    var detector = self.detector ?? makeDetector(for: image.uprightSize(orientation))
    let paths = detector.update(
      with: motion?.objects ?? [], frame: analysed.frame, time: analysed.time,
      repetitions: repetitions[analysed.frame]?.count ?? 0, view: analysed.view)
    self.detector = detector
    let answer = paths.map { asFilmed(withRepetitions($0)) }
    let first = paths.compactMap { $0.points.first?.frame }.min() ?? frame
    // A path that is found now may have begun a second ago.
    repetitions = repetitions.filter { $0.key >= first || ($0.value.last?.time ?? 0) > time - 2 }
    poses = poses.filter { $0.key >= first || $0.value.time > time - 2 }
    return answer
  }

  /// Ends the paths that go on: the video is over.
  public mutating func finish() -> [TrajectoryObservation] {
    (detector?.finish() ?? []).map { asFilmed(withRepetitions($0)) }
  }

  /// Takes in a frame that shows what the one before does.
  private mutating func repeats(_ frame: Int, _ time: Double) {
    notePose(of: frame, time)
    if let pending { repetitions[pending.frame, default: []].append((frame, time)) }
  }

  private mutating func notePose(of frame: Int, _ time: Double) {
    if let pose = camera?.pose, pose != .identity { poses[frame] = (pose, time) }
  }

  /// Follows the camera.
  ///
  /// - Returns: The paths that have ended because it was lost, and what brings the frame onto the canvas; `nil`
  ///   where that is not known, and may be with the next one.
  private mutating func follow(
    _ look: MotionDetector.Look
  ) throws(VisionError) -> (ended: [TrajectoryObservation], toCanvas: Matrix3?)? {
    var camera = self.camera ?? CameraFollower(size: look.size)
    var step = CameraFollower.Step.still
    if camera.mayMove(changed: look.changed) {
      let grey = try eye.grey(look, isPrevious: false)
      step = camera.follow(
        changed: look.changed, before: try eye.grey(look, isPrevious: true), grey: grey)
      if step == .unseen {
        if camera.knowsFrameBefore, let shift = try eye.shift() {
          step = camera.follow(shift: shift, grey: grey)
        } else if camera.mayStand(changedPixels: look.changedPixels) {
          step = camera.stand()
        }
      } else if step == .lost {
        camera.begin()
      }
    }
    isCameraLost = step == .lost
    self.camera = camera
    switch step {
    case .still: return ([], nil)
    case .unseen: return nil
    case .moved(let toCanvas): return ([], toCanvas)
    case .turned(let toNewCanvas):
      try eye.move(by: toNewCanvas)
      return ([], nil)
    case .lost:
      let ended = finish()
      eye.forget()
      (poses, repetitions) = ([:], [:])
      return (ended, nil)
    }
  }

  /// What of the scene the last frame shows; `nil` where the camera has not moved.
  private var view: FieldOfView? {
    guard let camera, camera.pose != .identity || camera.canvas != .identity else { return nil }
    let size = camera.size
    return FieldOfView(
      aspectRatio: size.aspectRatio,
      views: [camera.canvas, camera.pose].map { size.widthsFromPixels * $0 * size.pixelsFromWidths }
    )
  }

  /// Where an object on the canvas was in the first frame, or would have been.
  private func asInFirstFrame(_ object: MovingObject) -> MovingObject {
    guard let camera, camera.canvas != .identity,
      let pixel = camera.canvas.inverse?.map(camera.size.pixel(at: object.place))
    else { return object }
    var moved = object
    moved.place = camera.size.inWidths(pixel)
    return moved
  }

  /// A path with its points where they are in their frames, and not only in the first one.
  private func asFilmed(_ path: TrajectoryObservation) -> TrajectoryObservation {
    guard let size = camera?.size, !poses.isEmpty else { return path }
    var filmed = path
    for index in path.points.indices {
      let point = path.points[index]
      let place = point.location.inWidths(size.aspectRatio)
      guard let pose = poses[point.frame]?.matrix, let pixel = pose.map(size.pixel(at: place))
      else { continue }
      filmed.points[index].location = size.inWidths(pixel).normalized(size.aspectRatio)
    }
    return filmed
  }

  private func makeDetector(for picture: PixelSize) -> TrajectoryDetector {
    var rule = FlightRule()
    rule.minimumPoints = parameters.trajectoryLength
    return TrajectoryDetector(rule: rule, aspectRatio: picture.aspectRatio)
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

  /// A frame as it is looked at.
  struct Look {
    var size: PixelSize
    var isDuplicate: Bool
    /// In which part of what has edges it differs from the one before.
    var changed: Double
    /// In which part of its pixels.
    var changedPixels: Double
  }

  /// Takes in the next frame.
  mutating func look(
    at image: RGBImage, orientation: ImageOrientation
  ) throws(VisionError) -> Look {
    var frame = copencv_motion_frame()
    try callShim { error, capacity in
      image.pixels.withUnsafeBufferPointer { pixels in
        copencv_motion_look(
          handle, pixels.baseAddress, Int32(image.width), Int32(image.height),
          Int32(orientation.rawValue), &frame, error, capacity)
      }
    }
    return Look(
      size: PixelSize(width: Int(frame.width), height: Int(frame.height)),
      isDuplicate: frame.is_duplicate, changed: frame.changed,
      changedPixels: frame.changed_pixels)
  }

  /// The grey levels of the frame that was taken in last, or of the one before.
  func grey(_ look: Look, isPrevious: Bool) throws(VisionError) -> [UInt8] {
    var levels = [UInt8](repeating: 0, count: look.size.width * look.size.height)
    try callShim { copencv_motion_grey(handle, isPrevious, &levels, $0, $1) }
    return levels
  }

  /// By how many pixels the frame that was taken in last is shifted against the one before; `nil` where that
  /// does not explain it.
  mutating func shift() throws(VisionError) -> SIMD2<Double>? {
    var (right, down, isClear) = (0.0, 0.0, false)
    try callShim { copencv_motion_shift(handle, &right, &down, &isClear, $0, $1) }
    return isClear ? SIMD2(right, down) : nil
  }

  /// What moved in the frame before the one that was taken in last, as it is on the canvas, to which
  /// `toCanvas` leads from the last one; `nil` where that lies on it.
  ///
  /// - Returns: `nil` where the last one shows there what the one before does; it is then forgotten.
  mutating func compare(
    seconds: Double, toCanvas: Matrix3?
  ) throws(VisionError) -> [MovingObject]? {
    var found = [copencv_moving_object](
      repeating: copencv_moving_object(), count: Self.maximumObjects)
    var (count, isDuplicate) = (0, false)
    try callShim { error, capacity in
      func compare(_ numbers: UnsafePointer<Double>?) -> copencv_status {
        copencv_motion_compare(
          handle, seconds, numbers, &found, found.count, &count, &isDuplicate, error, capacity)
      }
      return toCanvas.map { $0.numbers.withUnsafeBufferPointer { compare($0.baseAddress) } }
        ?? compare(nil)
    }
    guard !isDuplicate else { return nil }
    return found.prefix(count).map {
      MovingObject(
        place: WidthPoint(x: $0.x, y: $0.y), radius: $0.radius, isIsolated: $0.is_isolated,
        fill: $0.fill,
        color: SIMD3($0.red, $0.green, $0.blue), touchesEdge: $0.touches_edge)
    }
  }

  /// Moves what is remembered to another canvas.
  mutating func move(by toNewCanvas: Matrix3) throws(VisionError) {
    try callShim { error, capacity in
      toNewCanvas.numbers.withUnsafeBufferPointer {
        copencv_motion_move(handle, $0.baseAddress, error, capacity)
      }
    }
  }

  /// Forgets all but the frame that was taken in last.
  mutating func forget() { copencv_motion_forget(handle) }
}

extension Matrix3 {
  /// Row by row.
  fileprivate var numbers: [Double] {
    let rows = rows
    return [rows.0, rows.1, rows.2].flatMap { [$0.x, $0.y, $0.z] }
  }
}
