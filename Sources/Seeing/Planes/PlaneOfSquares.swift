internal import PlayfieldMaths
package import VisionCore

/// Where a plane is from the camera, by squares of one size that lie in it, as the tops of dice do.
///
/// A square that lies aslant looks narrower in one direction, and a farther one smaller: each gives three numbers, of
/// which all together depend on three unknowns: two say where up is, one how high the camera is. One square could lean towards
/// the camera or away from it; where others are, and that cameras are held more or less level, decides.
package struct PlaneOfSquares {
  /// Away from the plane, towards the camera's side; of length 1 along the camera's axes: right, down, ahead.
  package let up: SIMD3<Double>
  /// How high the camera is above the plane, in sides of a square.
  package let height: Double

  /// How far off the side of a seen square is, as a share of it; measured, see `Models/dice.md`.
  private static let sideError = 0.05
  /// Beyond so many standard errors a square hardly counts: it is no square, or a die of another size.
  private static let softLimit = 3.0
  /// The sines of how far cameras are turned from level (about 10°), and of how far they look down more or less than usual
  /// (about 20°).
  private static let (rollSpread, elevationSpread) = (0.17, 0.34)
  /// Tangents of half the angles by which cameras look down where the search begins: 32°, 50°, 65° and 80°.
  private static let starts = [0.287, 0.466, 0.637, 0.839]
  private static let usualStart = starts[1]

  /// Fails without squares, and where all are seen above the horizon.
  ///
  /// - Parameters:
  ///   - squares: As they are seen.
  ///   - camera: What sees them.
  ///   - knownUp: Where up is, if that is known by other means, of length 1.
  package init?(
    _ squares: [SeenSquare], camera: PinholeCamera<EdgeFrame>, knownUp: SIMD3<Double>? = nil
  ) {
    guard !squares.isEmpty else { return nil }
    var best: (cost: Double, up: SIMD3<Double>, height: Double)?
    for base in knownUp.map({ [$0] }) ?? Self.starts.map({ Self.up(lookingDown: $0) }) {
      guard let height = Self.medianHeight(squares, camera, up: base) else { continue }
      let (first, second) = Self.across(base)
      func up(_ unknowns: [Double]) -> SIMD3<Double> {
        unknowns.count < 3 ? base : (base + unknowns[1] * first + unknowns[2] * second).unit
      }
      let start = [Double](repeating: 0, count: knownUp == nil ? 3 : 1)
      let found = LeastSquares(start: start, maximumSteps: 30) { unknowns in
        guard abs(unknowns[0]) < 1.9 else { return nil }
        return Self.residuals(
          squares, camera, up: up(unknowns), height: height * Self.growth(unknowns[0]),
          isUpKnown: knownUp != nil)
      }
      guard let found, found.cost < best?.cost ?? .infinity else { continue }
      best = (found.cost, up(found.unknowns), height * Self.growth(found.unknowns[0]))
    }
    guard let best else { return nil }
    (up, height) = (best.up, best.height)
  }

  /// A rational form of e to the power of something small; above 0 between -2 and 2.
  private static func growth(_ exponent: Double) -> Double { (2 + exponent) / (2 - exponent) }

  /// By the tangent of half the angle by which a camera that is held level looks down.
  private static func up(lookingDown tangent: Double) -> SIMD3<Double> {
    let square = tangent * tangent
    return SIMD3(0, -(1 - square), -2 * tangent) / (1 + square)
  }

  /// Two directions at right angles to one and to each other.
  private static func across(_ up: SIMD3<Double>) -> (SIMD3<Double>, SIMD3<Double>) {
    let right = SIMD3(1, 0, 0) - up.x * up
    let first = right.length > 0.1 ? right.unit : SIMD3(0, 0, 1)
    return (first, up.cross(first))
  }

  /// The square of the shape that a square of side 1 in the plane would have where one is seen; `nil` where the plane is
  /// not seen.
  private static func squaredShape(
    at middle: EdgePoint, _ camera: PinholeCamera<EdgeFrame>, up: SIMD3<Double>, height: Double
  ) -> Symmetric2? {
    let ray = (middle - camera.center) / camera.focalLength
    let descent = -(up.x * ray.x + up.y * ray.y + up.z)
    guard descent > 1e-3 else { return nil }
    let depth = height / descent
    // How the plane's directions go over the picture: P (1 - up upᵀ) Pᵀ, of which a square has half, where P is the
    // projection's slope.
    let scale = camera.focalLength / depth
    let (across, along) = (SIMD3(1, 0, -ray.x), SIMD3(0, 1, -ray.y))
    let (rise, fall) = (across.dot(up), along.dot(up))
    return Symmetric2(
      xx: across.dot(across) - rise * rise, xy: across.dot(along) - rise * fall,
      yy: along.dot(along) - fall * fall
    ).scaled(scale * scale / 2)
  }

  private static func medianHeight(
    _ squares: [SeenSquare], _ camera: PinholeCamera<EdgeFrame>, up: SIMD3<Double>
  ) -> Double? {
    var heights: [Double] = []
    for square in squares {
      guard let one = squaredShape(at: square.middle, camera, up: up, height: 1) else { continue }
      // Areas go with the square of the height.
      heights.append((one.determinant.squareRoot() / square.shape.determinant).squareRoot())
    }
    return heights.takeMedian()
  }

  private static func residuals(
    _ squares: [SeenSquare], _ camera: PinholeCamera<EdgeFrame>, up: SIMD3<Double>, height: Double,
    isUpKnown: Bool
  ) -> [Double]? {
    var residuals: [Double] = []
    for square in squares {
      guard let expected = squaredShape(at: square.middle, camera, up: up, height: height) else {
        // Above the horizon: as far off as can be.
        residuals += [softLimit, 0, 0]
        continue
      }
      // What the seen shape makes of the expected one: 1 where they agree.
      let back = square.shape.inverse
      let (a, b) = (
        SIMD2(
          back.xx * expected.xx + back.xy * expected.xy,
          back.xx * expected.xy + back.xy * expected.yy),
        SIMD2(
          back.xy * expected.xx + back.yy * expected.xy,
          back.xy * expected.xy + back.yy * expected.yy)
      )
      // Twice the error of a side, since shapes are squared here.
      let error = 2 * sideError
      let three = SIMD3(
        (a.x * back.xx + a.y * back.xy - 1) / error,
        2.0.squareRoot() * (a.x * back.xy + a.y * back.yy) / error,
        (b.x * back.xy + b.y * back.yy - 1) / error)
      // Geman and McClure's: what is far off costs no more and no less.
      let softened = three / (1 + three.dot(three) / (softLimit * softLimit)).squareRoot()
      residuals += [softened.x, softened.y, softened.z]
    }
    if !isUpKnown {
      let usual = Self.up(lookingDown: usualStart)
      residuals.append(up.x / rollSpread)
      residuals.append((up.y * usual.z - up.z * usual.y) / elevationSpread)
      if up.z > 0 { return nil }
    }
    return residuals
  }
}
