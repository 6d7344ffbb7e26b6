internal import PlayfieldMaths
internal import VisionCore

/// The frame of ``MiddlePoint``.
enum MiddleFrame {}

/// A point of the upright picture in widths of it, from its middle.
typealias MiddlePoint = Point<MiddleFrame>

/// A camera's view of a board, as it is fitted to the four corners in a picture.
///
/// A place *P* on the board, from its middle and turned into the camera's axes, is seen at
/// *(a + s·P.xy) / (1 + s·w·P.z)*: *a* is where the board's middle is seen, *s* how many widths of the
/// picture a metre takes up there, *w* the inverse of the focal length. These depend little on one
/// another, and none grows without end when the lens becomes long.
struct BoardView {
  /// From the board's axes (right, towards the thrower, into the board) to the camera's (right,
  /// down, ahead).
  private(set) var rotation: Matrix3
  private var middle: SIMD2<Double>
  private var scale: Double
  /// In widths of the picture.
  private(set) var inverseFocalLength: Double
  private(set) var inverseFocalLengthError = 0.0
  private var cost = Double.infinity

  static let size = SIMD2(Gameboard.width, Gameboard.length)

  /// The middle of the board from the camera, in metres.
  var center: SIMD3<Double> {
    SIMD3(middle * inverseFocalLength, 1) / (scale * inverseFocalLength)
  }

  /// What lenses have, in inverse long sides of the picture: telephones and webcams lie between 0.9
  /// and 1.4.
  private static let commonInverse = (mean: 1.15, error: 0.4)
  /// Lenses are shorter than 20 widths.
  private static let minimumInverse = 0.05
  /// Corners are seen to about a thousandth of the picture's width, and boards built to half a
  /// percent.
  private static let (seen, built) = (0.001, 0.005)
  /// How far the camera's sides are from being level: the sine's standard error.
  private static let roll = 0.2

  private static let corners = [
    SIMD2(0.0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1),
  ].map { ($0 - 0.5) * size }
  private static let up = {
    let sine = (Gameboard.farHeight - Gameboard.nearHeight) / Gameboard.length
    return SIMD3(0, -sine, -(1 - sine * sine).squareRoot())
  }()

  /// The view that explains the corners best.
  ///
  /// - Parameters:
  ///   - corners: From the far left, clockwise.
  ///   - longSide: Of the picture, in widths.
  ///   - focalLength: In widths, where it is known.
  /// - Returns: `nil` where they are those of no board seen from above.
  static func best(
    corners: [MiddlePoint], longSide: Double, focalLength: Double?
  ) -> BoardView? {
    // The picture's y goes down, so that clockwise is a positive area.
    for index in 0..<4 {
      let (a, b, c) = (corners[index], corners[(index + 1) % 4], corners[(index + 2) % 4])
      let (u, v) = (b - a, c - b)
      guard u.x * v.y - u.y * v.x > 1e-9 else { return nil }
    }
    if let focalLength, !(focalLength > 0 && focalLength.isFinite) { return nil }
    let seen = corners.map { $0.coordinates }
    guard let homography = Matrix3.homography(from: Self.corners, to: seen) else { return nil }
    let focalLengths = focalLength.map { [$0] } ?? [2.5, 1.25, 0.833, 0.5].map { $0 * longSide }
    var best: BoardView?
    for length in focalLengths {
      let camera = PinholeCamera(focalLength: length, center: MiddlePoint(.zero))
      guard let pose = PlanePose(homography: homography, camera: camera) else { continue }
      for start in [pose, pose.mirrored] {
        let view = BoardView(
          refining: start, camera, corners: corners, longSide: longSide,
          isFocalLengthKnown: focalLength != nil)
        if let view, view.cost < best?.cost ?? .infinity { best = view }
      }
    }
    guard let best, best.scale > 0, best.center.z > 0,
      // Seen from above, not through the board.
      (best.rotation * SIMD3(0, 0, 1)).dot(best.center) > 0
    else { return nil }
    return best
  }

  private init(_ pose: PlanePose, _ camera: PinholeCamera<MiddleFrame>) {
    let size = camera.focalLength / pose.translation.z
    rotation = pose.rotation
    middle = size * SIMD2(pose.translation.x, pose.translation.y)
    scale = size
    inverseFocalLength = 1 / camera.focalLength
  }

  /// The view nearest to a first guess that explains the corners best; `nil` where none does.
  private init?(
    refining pose: PlanePose, _ camera: PinholeCamera<MiddleFrame>, corners: [MiddlePoint],
    longSide: Double, isFocalLengthKnown: Bool
  ) {
    let start = BoardView(pose, camera)
    let spread = corners.map { abs($0.x - corners[0].x) + abs($0.y - corners[0].y) }.max() ?? 1
    let error = Self.seen + Self.built * spread
    let squares = LeastSquares(
      start: [Double](repeating: 0, count: isFocalLengthKnown ? 6 : 7), maximumSteps: 60
    ) {
      start.moved(by: $0)?.residuals(corners: corners, error: error, longSide: longSide)
    }
    guard let squares, let view = start.moved(by: squares.unknowns) else { return nil }
    self = view
    cost = squares.cost
    if !isFocalLengthKnown {
      inverseFocalLengthError = max(0, squares.covariance.last ?? 0).squareRoot()
    }
  }

  /// How far all is from what was seen, in standard errors; `nil` where a corner is behind the camera.
  private func residuals(
    corners: [MiddlePoint], error: Double, longSide: Double
  ) -> [Double]? {
    var residuals: [Double] = []
    for (place, corner) in zip(Self.corners, corners) {
      let turned = rotation * SIMD3(place, 0)
      let depth = 1 + scale * inverseFocalLength * turned.z
      guard depth > 0.02 else { return nil }
      let seen = (middle + scale * SIMD2(turned.x, turned.y)) / depth
      residuals.append((seen.x - corner.x) / error)
      residuals.append((seen.y - corner.y) / error)
    }
    let up = rotation * Self.up
    residuals.append(up.x / Self.roll)
    residuals.append(max(0, up.y) / Self.roll)
    let common = Self.commonInverse
    residuals.append((inverseFocalLength * longSide - common.mean) / common.error)
    return residuals
  }

  /// Changed by turn (3), place (2), size and, where it is not known, focal length; `nil` where no lens
  /// has that.
  private func moved(by step: [Double]) -> BoardView? {
    var view = self
    view.rotation = rotation.turned(by: SIMD3(step[0], step[1], step[2]))
    view.middle += SIMD2(step[3], step[4])
    view.scale += step[5]
    if step.count > 6 {
      view.inverseFocalLength += step[6]
      guard view.inverseFocalLength >= Self.minimumInverse else { return nil }
    }
    return view.scale > 0 ? view : nil
  }
}
