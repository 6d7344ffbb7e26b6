/// How a moving object would fly: across at an even speed, down with gravity, and seen from a camera
/// that it comes nearer to or leaves.
///
/// With a depth that changes evenly both coordinates are quadratics in time, divided by the same
/// *1 + approach · t*. Where the points do not tell an approach for certain there is none, and they are
/// plain quadratics; that of `x` then takes up the perspective and the air, and is small for what flies.
struct BallisticPath {
  /// Times the depth; the share that the depth changes a second is ``approach``.
  private let x: Polynomial
  private let y: Polynomial
  private let approach: Double
  let points: ArraySlice<TrajectoryPoint>
  /// The time from which the fits count: short numbers keep their places.
  private let origin: Double
  /// That of a quadratic coefficient if the points err by 1.
  private let quadraticError: Double
  /// The root of the mean squared distance of the points from the path.
  let residual: Double

  private typealias Polynomial = (constant: Double, linear: Double, quadratic: Double)

  /// Fewer points than these lie as well on a parabola.
  private static let fewestForApproach = 8
  /// So many standard errors must an approach be.
  private static let certainty = 4.0
  /// Blobs are not found better than to a fifth of a pixel, in widths of the picture.
  private static let leastError = 0.0003
  /// The depth of nothing that is followed shrinks or grows in one sight by more than this factor.
  private static let mostDepthChange = 4.0

  /// - Returns: `nil` for fewer than three points.
  init?(_ points: ArraySlice<TrajectoryPoint>) {
    guard let origin = points.last?.time,
      let x = QuadraticFit(points.map { ($0.time - origin, $0.object.x) }),
      let y = QuadraticFit(points.map { ($0.time - origin, $0.object.y) })
    else { return nil }
    let plain = (x.residual * x.residual + y.residual * y.residual).squareRoot()
    self.points = points
    self.origin = origin
    quadraticError = y.quadraticError
    guard points.count >= Self.fewestForApproach,
      let far = Self.approach(of: points, from: origin, x, y)
    else {
      (self.x, self.y, approach, residual) = (x.coefficients, y.coefficients, 0, plain)
      return
    }
    (self.x, self.y, approach, residual) = (far.x, far.y, far.approach, far.residual)
  }

  /// By least squares of *x · (1 + approach · t) − quadratic*, which is linear in all unknowns.
  private static func approach(
    of points: ArraySlice<TrajectoryPoint>, from origin: Double, _ x: QuadraticFit,
    _ y: QuadraticFit
  ) -> (x: Polynomial, y: Polynomial, approach: Double, residual: Double)? {
    // The same with each value times its time.
    guard
      let tx = QuadraticFit(
        points.map { ($0.time - origin, ($0.time - origin) * $0.object.x) }),
      let ty = QuadraticFit(
        points.map { ($0.time - origin, ($0.time - origin) * $0.object.y) })
    else { return nil }
    var (product, square, left) = (0.0, 0.0, 0.0)
    for point in points {
      let t = point.time - origin
      let a = (x: point.object.x - x.value(at: t), y: point.object.y - y.value(at: t))
      let b = (x: t * point.object.x - tx.value(at: t), y: t * point.object.y - ty.value(at: t))
      product += a.x * b.x + a.y * b.y
      square += b.x * b.x + b.y * b.y
      left += a.x * a.x + a.y * a.y
    }
    guard square > 0 else { return nil }
    let approach = -product / square
    let remaining = max(0, left - product * product / square)
    let error = max((remaining / Double(2 * points.count - 7)).squareRoot(), leastError)
    guard abs(approach) * square.squareRoot() > certainty * error,
      let first = points.first
    else { return nil }
    let farthest = 1 + approach * (first.time - origin)
    guard farthest > 1 / mostDepthChange, farthest < mostDepthChange else { return nil }
    func joined(_ a: QuadraticFit, _ b: QuadraticFit) -> Polynomial {
      let (a, b) = (a.coefficients, b.coefficients)
      return (
        a.constant + approach * b.constant, a.linear + approach * b.linear,
        a.quadratic + approach * b.quadratic
      )
    }
    let (px, py) = (joined(x, tx), joined(y, ty))
    let squares = points.reduce(0) { sum, point in
      let t = point.time - origin
      let (dx, dy) = (
        point.object.x - value(px, t) / (1 + approach * t),
        point.object.y - value(py, t) / (1 + approach * t)
      )
      return sum + dx * dx + dy * dy
    }
    return (px, py, approach, (squares / Double(points.count)).squareRoot())
  }

  private static func value(_ polynomial: Polynomial, _ t: Double) -> Double {
    polynomial.constant + t * (polynomial.linear + t * polynomial.quadratic)
  }

  init?(_ points: [TrajectoryPoint]) { self.init(points[...]) }

  /// In widths of the picture per second squared, as large as things look at the last point; positive
  /// downwards.
  var acceleration: (x: Double, y: Double) { (2 * x.quadratic, 2 * y.quadratic) }

  /// The standard error of either acceleration, as what is left over tells it.
  var accelerationError: Double {
    let degrees = Double(max(1, points.count - 3))
    let variance = residual * residual / 2 * Double(points.count) / degrees
    return 2 * quadraticError * max(variance.squareRoot(), Self.leastError)
  }

  func position(at time: Double) -> (x: Double, y: Double) {
    let t = time - origin
    let depth = depth(at: time)
    return (Self.value(x, t) / depth, Self.value(y, t) / depth)
  }

  func velocity(at time: Double) -> (x: Double, y: Double) {
    let t = time - origin
    let depth = depth(at: time)
    func slope(_ of: Polynomial) -> Double {
      (of.linear + 2 * t * of.quadratic) / depth - Self.value(of, t) * approach / (depth * depth)
    }
    return (slope(x), slope(y))
  }

  /// The points' radii, all as large as they would be where the last one is.
  var radii: [Double] { points.map { $0.object.radius * depth(at: $0.time) } }

  /// As a multiple of that at the last point; what lies far outside the points is not believed.
  func depth(at time: Double) -> Double {
    max(1 + approach * (time - origin), 1 / Self.mostDepthChange)
  }

  func speed(at time: Double) -> Double {
    let velocity = velocity(at: time)
    return (velocity.x * velocity.x + velocity.y * velocity.y).squareRoot()
  }

  /// The greatest distance of the fitted path from the straight line between its ends.
  var sagitta: Double {
    guard let first = points.first, let last = points.last else { return 0 }
    let (a, b) = (position(at: first.time), position(at: last.time))
    let (dx, dy) = (b.x - a.x, b.y - a.y)
    let chord = (dx * dx + dy * dy).squareRoot()
    guard chord > 0 else { return 0 }
    return points.reduce(0) {
      let place = position(at: $1.time)
      return max($0, abs((place.x - a.x) * dy - (place.y - a.y) * dx) / chord)
    }
  }
}
