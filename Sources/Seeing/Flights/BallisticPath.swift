internal import PlayfieldMaths
internal import VisionCore

/// How a moving object would fly: across at an even speed, down with gravity, and seen from a camera
/// that it comes nearer to or leaves.
///
/// Its depth is a quadratic in time as its place is, so both coordinates in the picture are quadratics
/// divided by the same *1 + approach · t + bend · t²*. Where the points do not determine these two with
/// confidence they are 0, and the coordinates plain quadratics; that of `x` then takes up the perspective
/// and the air, and is small for what flies.
struct BallisticPath {
  /// Times the depth.
  private let x: Polynomial
  private let y: Polynomial
  /// As a multiple of that at the last point.
  private let depth: Polynomial
  let points: ArraySlice<TrajectoryPoint>
  /// The time from which the fits count: short numbers keep their places.
  private let origin: Double
  /// That of a quadratic coefficient if the points err by 1.
  private let quadraticError: Double
  /// The root of the mean squared distance of the points from the path.
  let residual: Double

  /// Fewer points than these lie as well on a parabola.
  private static let fewestForDepth = 8
  /// So many standard errors must a change of depth be.
  private static let certainty = 4.0
  /// Blobs are not found better than to a fifth of a pixel, in widths of the picture.
  static let minimumError = 0.0003
  /// The depth of nothing that is followed shrinks or grows in one sight by more than this factor.
  private static let mostDepthChange = 4.0

  /// - Returns: `nil` for fewer than three points.
  init?(_ points: ArraySlice<TrajectoryPoint>) {
    guard let origin = points.last?.time else { return nil }
    let sights = points.map { Sight(t: $0.time - origin, place: $0.object.place) }
    guard let plain = Terms(sights, power: 0) else { return nil }
    let fit =
      points.count >= Self.fewestForDepth
      ? Self.fit(sights, plain)
      : Fit(plain)
    self.points = points
    self.origin = origin
    quadraticError = plain.quadraticError
    (x, y, depth, acceleration) = (fit.x, fit.y, fit.depth, fit.acceleration)
    residual = (fit.squares / Double(points.count)).squareRoot()
  }

  private struct Sight {
    var t: Double
    var place: WidthPoint
  }

  private struct Polynomial {
    var constant = 0.0
    var linear = 0.0
    var quadratic = 0.0

    func value(_ t: Double) -> Double { constant + t * (linear + t * quadratic) }
    func slope(_ t: Double) -> Double { linear + 2 * t * quadratic }

    static func + (a: Polynomial, b: Polynomial) -> Polynomial {
      Polynomial(
        constant: a.constant + b.constant, linear: a.linear + b.linear,
        quadratic: a.quadratic + b.quadratic)
    }

    static func * (factor: Double, a: Polynomial) -> Polynomial {
      Polynomial(
        constant: factor * a.constant, linear: factor * a.linear, quadratic: factor * a.quadratic)
    }
  }

  /// The coordinates times a power of the time: the quadratics nearest to them, and what is left.
  private struct Terms {
    var x, y: Polynomial
    var left: [SIMD2<Double>]
    var quadraticError: Double

    init?(_ sights: [Sight], power: Int) {
      let factors = sights.map { sight -> Double in
        power == 0 ? 1 : power == 1 ? sight.t : sight.t * sight.t
      }
      let scaled = zip(sights, factors).map { (t: $0.t, sum: $1 * $0.place.coordinates) }
      guard let x = QuadraticFit(scaled.map { ($0.t, $0.sum.x) }),
        let y = QuadraticFit(scaled.map { ($0.t, $0.sum.y) })
      else { return nil }
      func polynomial(_ fit: QuadraticFit) -> Polynomial {
        let (constant, linear, quadratic) = fit.coefficients
        return Polynomial(constant: constant, linear: linear, quadratic: quadratic)
      }
      (self.x, self.y) = (polynomial(x), polynomial(y))
      left = scaled.map { $0.sum - SIMD2(x.value(at: $0.t), y.value(at: $0.t)) }
      quadraticError = y.quadraticError
    }

    func product(_ other: Terms) -> Double {
      zip(left, other.left).reduce(0) { $0 + ($1.0 * $1.1).sum() }
    }
  }

  private struct Fit {
    var x, y: Polynomial
    var depth = Polynomial(constant: 1)
    /// Twice the quadratic terms, without a bend of the depth: a bend adds to them as much as the place
    /// in the picture asks for.
    var acceleration: SIMD2<Double>
    /// The sum of the squares of the distances in the picture.
    var squares: Double

    init(_ plain: Terms) {
      (x, y) = (plain.x, plain.y)
      acceleration = 2 * SIMD2(x.quadratic, y.quadratic)
      squares = plain.product(plain)
    }

    init(
      x: Polynomial, y: Polynomial, depth: Polynomial, acceleration: SIMD2<Double>,
      squares: Double
    ) {
      (self.x, self.y, self.depth) = (x, y, depth)
      (self.acceleration, self.squares) = (acceleration, squares)
    }
  }

  /// By least squares of *x · depth − quadratic*, which is linear in all unknowns, with as many of
  /// depth's as the points determine.
  private static func fit(_ sights: [Sight], _ plain: Terms) -> Fit {
    var best = Fit(plain)
    guard let once = Terms(sights, power: 1) else { return best }
    let (p0, p1, s11) = (best.squares, plain.product(once), once.product(once))
    guard s11 > 0 else { return best }
    // What would be left of the squares, were times depth none.
    let withApproach = max(0, p0 - p1 * p1 / s11)
    func isCertain(_ gain: Double, over left: Double, unknowns: Int) -> Bool {
      let variance = max(left / Double(2 * sights.count - unknowns), minimumError * minimumError)
      return gain > certainty * certainty * variance
    }
    func take(_ approach: Double, _ bend: Double, _ x: Polynomial, _ y: Polynomial) {
      let depth = Polynomial(constant: 1, linear: approach, quadratic: bend)
      let depths = sights.map { depth.value($0.t) }
      guard depths.allSatisfy({ $0 > 1 / mostDepthChange && $0 < mostDepthChange }) else { return }
      let apart = zip(sights, depths).map { sight, depth in
        sight.place.coordinates - SIMD2(x.value(sight.t), y.value(sight.t)) / depth
      }
      let squares = apart.reduce(0) { $0 + ($1 * $1).sum() }
      let acceleration = bend == 0 ? 2 * SIMD2(x.quadratic, y.quadratic) : best.acceleration
      best = Fit(x: x, y: y, depth: depth, acceleration: acceleration, squares: squares)
    }
    if isCertain(p0 - withApproach, over: withApproach, unknowns: 7) {
      let approach = -p1 / s11
      take(approach, 0, plain.x + approach * once.x, plain.y + approach * once.y)
    }
    guard let twice = Terms(sights, power: 2) else { return best }
    let (p2, s12, s22) = (plain.product(twice), once.product(twice), twice.product(twice))
    let determinant = s11 * s22 - s12 * s12
    guard determinant > 1e-9 * s11 * s22 else { return best }
    let approach = (p2 * s12 - p1 * s22) / determinant
    let bend = (p1 * s12 - p2 * s11) / determinant
    let withBend = max(0, p0 + approach * p1 + bend * p2)
    if isCertain(withApproach - withBend, over: withBend, unknowns: 8) {
      take(
        approach, bend, plain.x + approach * once.x + bend * twice.x,
        plain.y + approach * once.y + bend * twice.y)
    }
    return best
  }

  init?(_ points: [TrajectoryPoint]) { self.init(points[...]) }

  /// In widths of the picture per second squared, as large as things look at the last point; positive
  /// downwards.
  let acceleration: SIMD2<Double>

  /// The standard error of either acceleration, estimated from what is left over.
  var accelerationError: Double {
    let degrees = Double(max(1, points.count - 3))
    let variance = residual * residual / 2 * Double(points.count) / degrees
    return 2 * quadraticError * max(variance.squareRoot(), Self.minimumError)
  }

  /// How far gravity leads from even motion, halfway between the ends, in widths of the picture.
  var bend: Double {
    guard let first = points.first, let last = points.last else { return 0 }
    let duration = last.time - first.time
    return acceleration.y * duration * duration / 8
  }

  func position(at time: Double) -> WidthPoint {
    let (t, depth) = (time - origin, depth(at: time))
    return WidthPoint(x: x.value(t) / depth, y: y.value(t) / depth)
  }

  /// In widths of the picture per second.
  func velocity(at time: Double) -> SIMD2<Double> {
    let (t, depth) = (time - origin, depth(at: time))
    let approach = self.depth.slope(t) / depth
    return SIMD2(x.slope(t) - x.value(t) * approach, y.slope(t) - y.value(t) * approach) / depth
  }

  /// The points' radii, all as large as they would be where the last one is.
  var radii: [Double] { points.map { $0.object.radius * depth(at: $0.time) } }

  /// As a multiple of that at the last point; what lies far outside the points is not believed.
  func depth(at time: Double) -> Double {
    max(depth.value(time - origin), 1 / Self.mostDepthChange)
  }

  func speed(at time: Double) -> Double { velocity(at: time).length }

  /// The greatest distance of the fitted path from the straight line between its ends.
  var sagitta: Double {
    guard let first = points.first, let last = points.last else { return 0 }
    let start = position(at: first.time)
    let chord = position(at: last.time) - start
    guard chord.length > 0 else { return 0 }
    return points.reduce(0) {
      let way = position(at: $1.time) - start
      return max($0, abs(way.x * chord.y - way.y * chord.x) / chord.length)
    }
  }
}
