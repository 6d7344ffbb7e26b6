internal import PlaneTracking
package import VisionCore

/// How a film's camera moves: by what most of the picture does, apart from what moves in it.
///
/// Pictures are compared only while much of them changes, so that a camera that stands costs nothing. One that
/// moves is followed as the table of a race is (`PlaneTracker`), and what is seen is brought onto a canvas
/// that stands still: the picture of the first frame until the camera has turned so far from it that
/// another one has to be taken.
package struct CameraFollower: Sendable {
  package enum Step: Equatable {
    /// The picture lies on the canvas as it is.
    case still
    /// It is to be brought onto the canvas.
    case moved(toCanvas: Matrix3)
    /// The canvas is now another, on which the picture lies as it is.
    case turned(toNewCanvas: Matrix3)
    /// Nothing of the picture was found in those before; the next one may show more.
    case unseen
    /// The same for too long.
    case lost
  }

  /// From pixels of the first frame to those of this one.
  package private(set) var pose = Matrix3.identity
  /// From the first frame to the canvas.
  package private(set) var canvas = Matrix3.identity

  package let size: PixelSize
  private var tracker: PlaneTracker?
  /// From the first frame to the tracker's reference.
  private var reference = Matrix3.identity
  /// Where it rests, and for how many frames.
  private var rest = (pose: Matrix3.identity, frames: 0)
  /// Frames in which nothing was found, up to the last.
  private var unseenFrames = 0
  /// Frames that the tracker has found.
  private var followedFrames = 0

  /// The part of the edges at which something changes when a camera moves, and seldom when people do.
  private static let movingPart = 0.4
  /// Frames after which a camera stands still again.
  private static let settling = 15
  /// By how many widths of the picture one that rests seems to move at a corner.
  private static let restlessness = 0.001
  /// A camera is lost that was not found in more frames than this.
  private static let maximumUnseen = 5
  /// One that was not followed for so many frames stands, unless more than this part of the pixels changes: before
  /// a wall a hand or a ball crosses most of the few edges.
  private static let (surelyFollowed, changedPixels) = (5, 0.2)
  /// Widths of the picture by which its middle, or a corner, may lie off the canvas's.
  private static let farthest = (middle: 0.2, corner: 0.35)

  package init(size: PixelSize) {
    self.size = size
  }

  /// Whether the camera may have moved, where a frame differs from the one before at this part of its edges;
  /// only then the pictures have to be compared.
  package func mayMove(changed: Double) -> Bool { tracker != nil || changed > Self.movingPart }

  /// Takes in a frame with which the camera may have moved.
  ///
  /// - Parameters:
  ///   - changed: At which part of its edges the picture differs from the one before.
  ///   - before: The grey levels of the frame before.
  ///   - grey: Those of this one.
  /// - Returns: Where the frame lies.
  package mutating func follow(changed: Double, before: [UInt8], grey: [UInt8]) -> Step {
    if tracker == nil {
      start(at: pose, before)
      followedFrames = 0
    }
    if let found = withView(of: grey, { tracker?.track($0) }) {
      followedFrames += 1
      return go(to: found * reference, changed: changed, grey)
    }
    unseenFrames += 1
    return unseenFrames > Self.maximumUnseen ? .lost : .unseen
  }

  /// Whether the last frame was found.
  package var isSeen: Bool { unseenFrames == 0 }

  /// Whether the frame before the last one was found.
  package var knowsFrameBefore: Bool { unseenFrames <= 1 }

  /// Whether a camera that was not found in the last frame probably stands, where so much of the pixels has changed.
  package func mayStand(changedPixels: Double) -> Bool {
    unseenFrames == 1 && followedFrames < Self.surelyFollowed
      && changedPixels < Self.changedPixels
  }

  /// Takes the last frame, in which nothing was found, to lie where the one before does.
  package mutating func stand() -> Step {
    unseenFrames = 0
    tracker = nil
    guard let away = canvas.inverse else { return .still }
    return turn(by: pose * away)
  }

  /// Takes in a frame in which nothing was found, and which is the one before it, shifted: before a wall
  /// with few edges there is not more to be seen of a camera's movement.
  ///
  /// - Parameters:
  ///   - shift: In pixels.
  ///   - grey: The grey levels of the frame.
  /// - Returns: Where the frame lies.
  package mutating func follow(shift: SIMD2<Double>, grey: [UInt8]) -> Step {
    let movement = Matrix3(SIMD3(1, 0, shift.x), SIMD3(0, 1, shift.y), SIMD3(0, 0, 1))
    let now = movement * pose
    start(at: now, grey)
    followedFrames += 1
    return go(to: now, changed: 1, grey)
  }

  /// Starts again with the last frame as the first one.
  package mutating func begin() { self = CameraFollower(size: size) }

  private mutating func go(to now: Matrix3, changed: Double, _ grey: [UInt8]) -> Step {
    let rests = changed < Self.movingPart && distance(now, rest.pose) < Self.restlessness
    rest = rests ? (rest.pose, rest.frames + 1) : (now, 0)
    pose = now
    unseenFrames = 0
    guard let back = pose.inverse, let away = canvas.inverse else { return .still }
    if rest.frames > Self.settling {
      tracker = nil
      // What is left is noise.
      if distance(pose, canvas) < Self.restlessness {
        pose = canvas
        return .still
      }
      return turn(by: pose * away)
    }
    guard pose != canvas else { return .still }
    if isFar(canvas * back) {
      start(at: pose, grey)
      return turn(by: pose * away)
    }
    return .moved(toCanvas: canvas * back)
  }

  private mutating func start(at pose: Matrix3, _ grey: [UInt8]) {
    tracker = withView(of: grey) { PlaneTracker(reference: $0, holds: false) }
    reference = pose
    rest = (pose, 0)
  }

  private mutating func turn(by movement: Matrix3) -> Step {
    guard canvas != pose else { return .still }
    canvas = pose
    return .turned(toNewCanvas: movement)
  }

  private func withView<Answer>(of grey: [UInt8], _ use: (LumaView) -> Answer?) -> Answer? {
    grey.withUnsafeBufferPointer { levels in
      levels.baseAddress.flatMap { use(LumaView(size: size, start: $0, stride: size.width)) }
    }
  }

  /// How far apart two poses take a corner of the picture, at most, in widths of it.
  private func distance(_ a: Matrix3, _ b: Matrix3) -> Double {
    let (width, height) = (Double(size.width), Double(size.height))
    let corners = [(0, 0), (width, 0), (width, height), (0, height)]
    return corners.map { corner in
      let corner = PixelPoint(x: corner.0, y: corner.1)
      guard let one = a.map(corner), let other = b.map(corner) else { return .infinity }
      return (one - other).length / width
    }.max() ?? 0
  }

  private func isFar(_ toCanvas: Matrix3) -> Bool {
    let (width, height) = (Double(size.width), Double(size.height))
    func shift(_ x: Double, _ y: Double) -> Double {
      let place = PixelPoint(x: x * width, y: y * height)
      guard let seen = toCanvas.map(place) else { return .infinity }
      return (seen - place).length / width
    }
    return shift(0.5, 0.5) > Self.farthest.middle
      || [(0, 0), (1, 0), (1, 1), (0, 1)].contains { shift($0.0, $0.1) > Self.farthest.corner }
  }
}
