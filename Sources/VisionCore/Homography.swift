/// How a plane of the world lies in a picture: from points of the one to points of the other.
///
/// For a board, positions on the plane are in metres, as ``Gameboard`` has them; but any unit will do.
public struct Homography: Hashable, Sendable {
  /// From the picture to the plane, row by row; the third row is above 0 on the plane's side of the
  /// horizon.
  let toPlane: Matrix3
  /// From the plane to the picture; the third row is above 0 before the camera.
  package let toPicture: Matrix3

  /// The homography that takes some points of a picture to where they are on the plane: exactly for
  /// four points, by least squares on the plane for more. `nil` where there is none, or more than
  /// one.
  ///
  /// - Parameters:
  ///   - picture: Four points or more, no three of which lie on a line.
  ///   - plane: As many positions, in the same order.
  public init?(from picture: [NormalizedPoint], to plane: [(x: Double, y: Double)]) {
    guard picture.count == plane.count, picture.count >= 4,
      let (from, fromFrame) = Self.normalized(picture.map { SIMD2($0.x, $0.y) }),
      let (to, toFrame) = Self.normalized(plane.map { SIMD2($0.x, $0.y) }),
      let fitted = Self.fit(from, to), let back = toFrame.inverse
    else { return nil }
    // All points must be on one side of the horizon.
    let heights = from.map { fitted.third($0) }
    guard let least = heights.min(), let largest = heights.max(), least * largest > 0,
      min(abs(least), abs(largest)) > 1e-6 * max(abs(least), abs(largest))
    else { return nil }
    let side = least > 0 ? 1.0 : -1.0
    let forward = (back * fitted * fromFrame).scaled(side)
    guard var inverse = forward.inverse else { return nil }
    if inverse.third(SIMD2(plane[0].x, plane[0].y)) < 0 { inverse = inverse.scaled(-1) }
    toPlane = forward
    toPicture = inverse
  }

  /// Where on the plane a point of the picture is; `nil` at the plane's horizon and beyond it.
  public func position(of point: NormalizedPoint) -> (x: Double, y: Double)? {
    guard let position = toPlane.map(SIMD2(point.x, point.y)) else { return nil }
    return (position.x, position.y)
  }

  /// Where in the picture a position on the plane is seen; `nil` for one behind the camera.
  public func location(of position: (x: Double, y: Double)) -> NormalizedPoint? {
    guard let point = toPicture.map(SIMD2(position.x, position.y)) else { return nil }
    return NormalizedPoint(x: point.x, y: point.y)
  }

  /// Moves points to their middle and scales them to a mean distance of 1, without which the
  /// equations would be ill-conditioned (Hartley, "In Defense of the Eight-Point Algorithm", 1997).
  private static func normalized(
    _ points: [SIMD2<Double>]
  ) -> (points: [SIMD2<Double>], frame: Matrix3)? {
    let count = Double(points.count)
    let middle = points.reduce(SIMD2()) { $0 + $1 } / count
    let distance = points.reduce(0) { $0 + ($1 - middle).length }
    guard distance > 0, distance.isFinite else { return nil }
    let scale = count / distance
    let frame = Matrix3(
      SIMD3(scale, 0, -scale * middle.x), SIMD3(0, scale, -scale * middle.y), SIMD3(0, 0, 1))
    return (points.map { ($0 - middle) * scale }, frame)
  }

  /// The last of the nine numbers is 1: 0 would put the points' middle on the horizon.
  private static func fit(_ from: [SIMD2<Double>], _ to: [SIMD2<Double>]) -> Matrix3? {
    var weights = [Double](repeating: 1, count: from.count)
    var fitted: Matrix3?
    // The equations are multiplied by the point's height over the horizon; dividing by that of the
    // last solution makes their errors distances.
    for _ in 0..<(from.count == 4 ? 1 : 4) {
      var equations = NormalEquations(count: 8)
      for index in from.indices {
        let (a, b, weight) = (from[index], to[index], weights[index])
        equations.add([a.x, a.y, 1, 0, 0, 0, -b.x * a.x, -b.x * a.y], b.x, weight: weight)
        equations.add([0, 0, 0, a.x, a.y, 1, -b.y * a.x, -b.y * a.y], b.y, weight: weight)
      }
      guard let h = equations.solution() else { return nil }
      let solution = Matrix3(
        SIMD3(h[0], h[1], h[2]), SIMD3(h[3], h[4], h[5]), SIMD3(h[6], h[7], 1))
      for index in from.indices {
        let height = solution.third(from[index])
        weights[index] = 1 / max(height * height, 1e-6)
      }
      fitted = solution
    }
    return fitted
  }
}
