/// How a moving object would fly: across at an even speed, down with gravity.
///
/// Both coordinates are fitted with a quadratic in time; that of `x` takes up perspective and the
/// air, and is small for what flies.
struct BallisticPath {
  let x: QuadraticFit
  let y: QuadraticFit
  let points: ArraySlice<TrajectoryPoint>
  /// The time from which the fits count: short numbers keep their places.
  private let origin: Double

  /// - Returns: `nil` for fewer than three points.
  init?(_ points: ArraySlice<TrajectoryPoint>) {
    guard let origin = points.last?.time,
      let x = QuadraticFit(points.map { ($0.time - origin, $0.object.x) }),
      let y = QuadraticFit(points.map { ($0.time - origin, $0.object.y) })
    else { return nil }
    self.x = x
    self.y = y
    self.points = points
    self.origin = origin
  }

  init?(_ points: [TrajectoryPoint]) { self.init(points[...]) }

  /// In widths of the picture per second squared; positive downwards.
  var acceleration: (x: Double, y: Double) {
    (2 * x.coefficients.quadratic, 2 * y.coefficients.quadratic)
  }

  /// The standard error of either acceleration, as what is left over tells it; blobs are not found
  /// better than to a fifth of a pixel.
  var accelerationError: Double {
    let degrees = Double(max(1, points.count - 3))
    let variance =
      (x.residual * x.residual + y.residual * y.residual) / 2 * Double(points.count) / degrees
    return 2 * y.quadraticError * max(variance.squareRoot(), 0.0003)
  }

  /// The root of the mean squared distance of the points from the path.
  var residual: Double { (x.residual * x.residual + y.residual * y.residual).squareRoot() }

  func position(at time: Double) -> (x: Double, y: Double) {
    (x.value(at: time - origin), y.value(at: time - origin))
  }

  func velocity(at time: Double) -> (x: Double, y: Double) {
    (x.slope(at: time - origin), y.slope(at: time - origin))
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
