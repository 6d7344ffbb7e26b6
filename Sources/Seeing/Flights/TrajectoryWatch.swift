package import VisionCore

/// Finds what is thrown in a video, frame by frame.
///
/// Frames that show the same picture as the one before, as in recordings of a screen, are left out;
/// the points they repeat stand in the answer.
///
/// A camera that is held in a hand, or turns slowly, is followed by what most of the picture does. Paths are
/// then as they would be seen by one that had stayed as it was in the first frame; where the camera cannot be
/// followed, they end, and the next frame is the first one again (``isCameraLost``).
package struct TrajectoryWatch: ~Copyable, Sendable {
  /// What is looked for.
  package struct Parameters: Hashable, Sendable {
    /// The minimum number of points of a trajectory, at least 4.
    package var minimumPoints: Int
    /// Radii of objects, in widths of the upright picture.
    package var radius: ClosedRange<Double>
    /// The part of the upright picture in which objects count.
    package var region: BoundingBox
    /// Of frames that follow each other faster than this, in seconds, some are left out.
    package var spacing: Double

    package init(
      minimumPoints: Int = 6, radius: ClosedRange<Double> = 0.003...0.1,
      region: BoundingBox = .unit, spacing: Double = 0
    ) {
      (self.minimumPoints, self.radius) = (minimumPoints, radius)
      (self.region, self.spacing) = (region, spacing)
    }
  }

  package enum Failure: Error {
    /// The frame has another size than the first one.
    case anotherSize
  }

  private let parameters: Parameters
  private var eye: MotionDetector
  /// Of the frames as they are looked at.
  private var size: PixelSize?
  private var detector: TrajectoryDetector?
  private var camera: CameraFollower?
  /// From the first frame to those in which paths may still have points, where the camera has moved.
  private var poses: [Int: (matrix: Matrix3, time: Double)] = [:]
  /// Whether nothing could be looked for in the last frames, so different were they from those before.
  package private(set) var isCameraLost = false
  private var frameCount = 0
  /// What moves in the frame that the last call looked at; `nil` where it looked at none.
  package private(set) var motion: MovingObjects?
  /// The last frame that was looked at; what moves in it is known once the next one is.
  private var pending: (frame: Int, time: Double, view: FieldOfView?)?
  /// The frames that repeat another one.
  private var repetitions: [Int: [(frame: Int, time: Double)]] = [:]

  /// Frames are looked at with this long side at most: a ball of a hundredth of the width has 13 pixels across.
  private static let longSide = 640

  package init(_ parameters: Parameters = Parameters()) {
    precondition(parameters.minimumPoints >= 4, "three points lie on some parabola always")
    self.parameters = parameters
    eye = MotionDetector(
      MotionDetector.Bounds(radius: parameters.radius, region: parameters.region))
  }

  /// Looks at the next frame.
  ///
  /// - Parameters:
  ///   - image: The frame as stored; all of one size.
  ///   - orientation: How it is to be turned to stand upright.
  ///   - time: In seconds; later than that of the frame before.
  /// - Returns: The paths that go on, and once those that have ended; as of the frame before, since
  ///   only this one shows what moved in that. None for a frame that repeats another, or shows nothing of the scene.
  /// - Throws: ``Failure``.
  package mutating func update(
    with image: RGBImage, orientation: ImageOrientation, at time: Double
  ) throws(Failure) -> [TrajectoryObservation] {
    let frame = frameCount
    frameCount += 1
    motion = nil
    isCameraLost = false
    let elapsed = pending.map { time - $0.time } ?? 1 / 30
    // A thousandth of a second is the rounding of the container's times.
    guard pending == nil || elapsed > max(0, parameters.spacing - 0.001) else {
      return []
    }
    let picture = ColorPlanes(
      image.shrunk(toLongSide: Self.longSide), orientation: orientation)
    guard size == nil || size == picture.size else {
      throw .anotherSize
    }
    size = picture.size
    let look = eye.look(at: picture)
    guard !look.isDuplicate || camera?.isSeen == false else {
      repeats(frame, time)
      return []
    }
    guard let (ended, toCanvas) = follow(look) else { return [] }
    guard let objects = eye.compare(seconds: elapsed, toCanvas: toCanvas) else {
      repeats(frame, time)
      return ended
    }
    notePose(of: frame, time)
    let analysed = isCameraLost ? nil : pending
    pending = (frame, time, view)
    guard let analysed else { return ended }
    motion = MovingObjects(
      frame: analysed.frame, time: analysed.time, objects: objects.map { asInFirstFrame($0) },
      repetitions: (repetitions[analysed.frame] ?? []).map { $0.frame }, view: analysed.view)

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
  package mutating func finish() -> [TrajectoryObservation] {
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
  ) -> (ended: [TrajectoryObservation], toCanvas: Matrix3?)? {
    var camera = self.camera ?? CameraFollower(size: look.size)
    var step = CameraFollower.Step.still
    if camera.mayMove(changed: look.changed) {
      let grey = eye.grey(isPrevious: false)?.bytes ?? []
      step = camera.follow(
        changed: look.changed, before: eye.grey(isPrevious: true)?.bytes ?? grey, grey: grey)
      if step == .unseen {
        if camera.knowsFrameBefore, let shift = shift() {
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
      eye.move(by: toNewCanvas)
      return ([], nil)
    case .lost:
      let ended = finish()
      eye.forget()
      (poses, repetitions) = ([:], [:])
      return (ended, nil)
    }
  }

  /// By how many pixels the last frame is shifted against the one before; `nil` where that does not explain it.
  private func shift() -> SIMD2<Double>? {
    guard let before = eye.grey(isPrevious: true), let now = eye.grey(isPrevious: false) else {
      return nil
    }
    return SmoothedPicture(before, block: 1).shift(to: SmoothedPicture(now, block: 1))
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
    rule.minimumPoints = parameters.minimumPoints
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
