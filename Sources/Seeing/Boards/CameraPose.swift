public import VisionCore

/// A vector of the world, in metres.
public typealias Vector3 = SIMD3<Double>

/// Where the camera is that sees a board, how it looks and how long its lens is.
///
/// The world has its origin on the ground, plumb below the middle of the board's near edge; `x` goes
/// to the right as a thrower sees it, `y` away from the thrower, level, and `z` up; all in metres. Up
/// is known since a board's tilt is (``Gameboard/farHeight``).
///
/// The camera is one without distortion, with square pixels and its axis through the middle of the
/// picture. Its focal length comes out of the board's perspective. A board that is small, or seen
/// from straight above, hardly determines it: then what lenses commonly have decides, and
/// ``focalLengthError`` says so. How far a result depends on it is seen by making the pose again with
/// a focal length shorter and longer by that error.
public struct CameraPose: Hashable, Sendable {
  /// In widths of the picture.
  public let focalLength: Double
  /// The standard error of ``focalLength``, as a part of it: 0 where it was given, up to about 0.35
  /// where the picture says nothing about it.
  public let focalLengthError: Double
  /// Where the camera is.
  public let position: Vector3

  /// The world's axes as the camera has them: `x` right, `y` down, `z` ahead.
  private let axes: Matrix3
  private let aspectRatio: Double

  /// The sine and cosine of a board's tilt.
  private static let tilt: (sine: Double, cosine: Double) = {
    let sine = (Gameboard.farHeight - Gameboard.nearHeight) / Gameboard.length
    return (sine, (1 - sine * sine).squareRoot())
  }()

  /// The pose from which a board is seen as it was observed.
  ///
  /// Of the two poses from which a distant board looks nearly the same, that is taken which holds the
  /// camera upright. There is no pose where the four corners are such as no camera above a board
  /// could see.
  ///
  /// - Parameters:
  ///   - board: As found in the picture.
  ///   - aspectRatio: The picture's width divided by its height.
  ///   - focalLength: In widths of the picture, where it is known.
  public init?(board: GameboardObservation, aspectRatio: Double, focalLength: Double? = nil) {
    guard aspectRatio > 0, aspectRatio.isFinite,
      let view = BoardView.best(
        corners: board.corners.all.map {
          MiddlePoint(x: $0.x - 0.5, y: ($0.y - 0.5) / aspectRatio)
        }, longSide: max(1, 1 / aspectRatio), focalLength: focalLength)
    else { return nil }
    self.aspectRatio = aspectRatio
    self.focalLength = focalLength ?? 1 / view.inverseFocalLength
    focalLengthError = view.inverseFocalLengthError / view.inverseFocalLength
    // From the board's own axes (right, towards the thrower, into the board) to the world's.
    let (sine, cosine) = Self.tilt
    let world = Matrix3(
      SIMD3(1, 0, 0), SIMD3(0, -cosine, sine), SIMD3(0, -sine, -cosine))
    let axes = view.rotation * world.transposed
    self.axes = axes
    let middle = BoardPoint(x: 0.5 * Gameboard.width, y: 0.5 * Gameboard.length)
    position = Self.world(ofBoard: middle) - axes.transposed * view.center
  }

  /// Where in the picture a place of the world is seen; outside `0...1` beyond the picture's edge,
  /// and `nil` behind the camera.
  public func project(_ world: Vector3) -> NormalizedPoint? {
    let seen = axes * (world - position)
    guard seen.z > 0 else { return nil }
    return NormalizedPoint(
      x: 0.5 + focalLength * seen.x / seen.z,
      y: 0.5 + focalLength * seen.y / seen.z * aspectRatio)
  }

  /// The direction in which a point of the picture is seen from ``position``, of length 1.
  public func ray(through point: NormalizedPoint) -> Vector3 {
    (axes.transposed
      * SIMD3((point.x - 0.5) / focalLength, (point.y - 0.5) / aspectRatio / focalLength, 1)).unit
  }

  /// The place of the world of a place on the board's surface.
  public static func world(ofBoard place: BoardPoint) -> Vector3 {
    let up = Gameboard.length - place.y
    return Vector3(
      place.x - Gameboard.width / 2, up * tilt.cosine, Gameboard.nearHeight + up * tilt.sine)
  }
}
