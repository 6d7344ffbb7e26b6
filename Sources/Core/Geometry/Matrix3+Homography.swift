internal import PlayfieldMaths

extension Matrix3 {
  package static let identity = Matrix3(SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1))

  /// The projective map that takes points of one plane to points of another: exactly for four points,
  /// by weighted least squares of the distances on the second plane for more.
  ///
  /// By the direct linear transform of points moved to their middle and scaled, without which the
  /// equations would be ill-conditioned: Hartley, "In Defense of the Eight-Point Algorithm" (1997).
  ///
  /// - Parameters:
  ///   - from: Four points or more of the first plane, no three of four on a line.
  ///   - to: As many of the second, in the same order.
  ///   - weights: What each point's distance on the second plane counts, by direction: the inverse of
  ///     its covariance. Where they are left out all count 1 in all directions.
  /// - Returns: A matrix whose third row is above 0 at all points; `nil` if no such matrix exists, or more
  ///   than one.
  package static func homography(
    from: [SIMD2<Double>], to: [SIMD2<Double>], weights: [Symmetric2]? = nil
  ) -> Matrix3? {
    guard from.count == to.count, from.count >= 4,
      let (from, fromFrame) = normalized(from), let (to, toFrame) = normalized(to),
      let fitted = fit(from, to, weights), let back = toFrame.inverse
    else { return nil }
    // All points must be on one side of the horizon.
    let heights = from.map { fitted.third($0) }
    guard let lowest = heights.min(), let highest = heights.max(), lowest * highest > 0,
      min(abs(lowest), abs(highest)) > 1e-6 * max(abs(lowest), abs(highest))
    else { return nil }
    return (back * fitted * fromFrame).scaled(lowest > 0 ? 1 : -1)
  }

  /// Moves points to their middle and scales them to a mean distance of 1.
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
  private static func fit(
    _ from: [SIMD2<Double>], _ to: [SIMD2<Double>], _ weights: [Symmetric2]?
  ) -> Matrix3? {
    var fitted: Matrix3?
    // The equations are multiplied by the point's height over the horizon; dividing by that of the
    // last solution makes their errors distances.
    for _ in 0..<(from.count == 4 ? 1 : 4) {
      var equations = NormalEquations(count: 8)
      for index in from.indices {
        let (a, b) = (from[index], to[index])
        let height = fitted?.third(a) ?? 1
        let scale = 1 / max(height * height, 1e-6)
        let x = [a.x, a.y, 1, 0, 0, 0, -b.x * a.x, -b.x * a.y]
        let y = [0, 0, 0, a.x, a.y, 1, -b.y * a.x, -b.y * a.y]
        guard let weight = weights?[index] else {
          equations.add(x, b.x, weight: scale)
          equations.add(y, b.y, weight: scale)
          continue
        }
        // Completing the square: xx·(x + xy/xx·y)² + rest·y².
        let share = weight.xy / weight.xx
        equations.add(
          zip(x, y).map { $0 + share * $1 }, b.x + share * b.y, weight: scale * weight.xx)
        equations.add(y, b.y, weight: scale * (weight.yy - share * weight.xy))
      }
      guard let h = equations.solution() else { return nil }
      fitted = Matrix3(SIMD3(h[0], h[1], h[2]), SIMD3(h[3], h[4], h[5]), SIMD3(h[6], h[7], 1))
    }
    return fitted
  }
}
