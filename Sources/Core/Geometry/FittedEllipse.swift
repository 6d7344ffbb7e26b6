internal import PlayfieldMaths

/// The ellipse through points that lie near one.
package struct FittedEllipse: Hashable, Sendable {
  package var center: SIMD2<Double>
  /// Both half axes; the first, along ``angle``, is the longer one.
  package var radii: SIMD2<Double>
  /// The direction of the first half axis from the x axis towards the y axis, in radians,
  /// `-π/2...π/2`.
  package var angle: Double

  /// Fits an ellipse by direct least squares: Fitzgibbon, Pilu and Fisher, "Direct Least Square
  /// Fitting of Ellipses" (1999), in the form of Halíř and Flusser, "Numerically Stable Direct
  /// Least Squares Fitting of Ellipses" (1998).
  ///
  /// `nil` where the points determine no ellipse.
  ///
  /// - Parameter points: Five or more.
  package init?(through points: [SIMD2<Double>]) {
    guard points.count >= 5 else { return nil }
    let count = Double(points.count)
    let middle = points.reduce(SIMD2()) { $0 + $1 } / count
    let scale = points.reduce(0) { $0 + ($1 - middle).length } / count
    guard scale > 0, scale.isFinite else { return nil }
    // The sums of the products of x², xy and y² with one another, with x, y and 1, and of these.
    var (squares, mixed, linear) = (Sums(), Sums(), Sums())
    for point in points {
      let p = (point - middle) / scale
      let (quadratic, line) = (SIMD3(p.x * p.x, p.x * p.y, p.y * p.y), SIMD3(p.x, p.y, 1))
      squares.add(quadratic, quadratic)
      mixed.add(quadratic, line)
      linear.add(line, line)
    }
    // The linear part that belongs to a quadratic one.
    guard let toLinear = linear.matrix.inverse.map({ $0 * mixed.matrix.transposed.scaled(-1) })
    else { return nil }
    let rest = (mixed.matrix * toLinear).rows
    let sum = squares.matrix.rows
    let reduced = (sum.0 + rest.0, sum.1 + rest.1, sum.2 + rest.2)
    // Divided by the constraint 4ac - b² = 1 that makes a conic an ellipse.
    let system = Matrix3(reduced.2 / 2, -reduced.1, reduced.0 / 2)
    guard let conic = system.vectorOfMaximumEigenvalue else { return nil }
    self.init(quadratic: conic, linear: toLinear * conic)
    center = center * scale + middle
    radii *= scale
  }

  /// The ellipse ax² + bxy + cy² + dx + ey + f = 0; `nil` if these are the numbers of another conic.
  private init?(quadratic: SIMD3<Double>, linear: SIMD3<Double>) {
    let sign = quadratic.x < 0 ? -1.0 : 1
    let (a, b, c) = (sign * quadratic.x, sign * quadratic.y, sign * quadratic.z)
    let (d, e, f) = (sign * linear.x, sign * linear.y, sign * linear.z)
    let determinant = 4 * a * c - b * b
    guard determinant > 0 else { return nil }
    center = SIMD2(b * e - 2 * c * d, b * d - 2 * a * e) / determinant
    let depth = -(f + (d * center.x + e * center.y) / 2)
    let steep = (a + c) / 2 + hypotenuse((a - c) / 2, b / 2)
    let flat = determinant / 4 / steep
    guard depth > 0, flat > 0 else { return nil }
    radii = SIMD2((depth / flat).squareRoot(), (depth / steep).squareRoot())
    let steepest = arctangent(y: b, x: a - c) / 2
    angle = steepest > 0 ? steepest - .pi / 2 : steepest + .pi / 2
    guard radii.x.isFinite, radii.y > 0, center.x.isFinite, center.y.isFinite else { return nil }
  }

  /// Its point in a direction, as far as its circle is turned: 0 lies at the end of the first half
  /// axis.
  package func point(atTurn turn: Double) -> SIMD2<Double> {
    let (x, y) = (radii.x * cosine(of: turn), radii.y * sine(of: turn))
    let (cosine, sine) = (PlayfieldMaths.cosine(of: angle), PlayfieldMaths.sine(of: angle))
    return center + SIMD2(x * cosine - y * sine, x * sine + y * cosine)
  }

  /// How far a point is from the middle, 1 being on the ellipse.
  package func relativeDistance(of point: SIMD2<Double>) -> Double {
    let way = point - center
    let (cosine, sine) = (PlayfieldMaths.cosine(of: angle), PlayfieldMaths.sine(of: angle))
    return hypotenuse(
      (way.x * cosine + way.y * sine) / radii.x, (way.y * cosine - way.x * sine) / radii.y)
  }
}

/// Sums of outer products.
private struct Sums {
  private var rows = (SIMD3<Double>.zero, SIMD3<Double>.zero, SIMD3<Double>.zero)

  mutating func add(_ a: SIMD3<Double>, _ b: SIMD3<Double>) {
    rows.0 += a.x * b
    rows.1 += a.y * b
    rows.2 += a.z * b
  }

  var matrix: Matrix3 { Matrix3(rows.0, rows.1, rows.2) }
}

extension Matrix3 {
  /// The direction that is only scaled, by the maximum of the three eigenvalues, all of which are
  /// real; `nil` where it is not determined.
  fileprivate var vectorOfMaximumEigenvalue: SIMD3<Double>? {
    let (a, b, c) = rows
    let trace = a.x + b.y + c.z
    let minors = a.x * b.y - a.y * b.x + a.x * c.z - a.z * c.x + b.y * c.z - b.z * c.y
    let determinant = a.dot(b.cross(c))
    // From above all roots of the characteristic polynomial, Newton's steps lead down to the
    // maximum.
    var value = [a, b, c].map { abs($0.x) + abs($0.y) + abs($0.z) }.max() ?? 0
    for _ in 0..<100 {
      let polynomial = ((value - trace) * value + minors) * value - determinant
      let slope = (3 * value - 2 * trace) * value + minors
      guard slope > 0 else { break }
      let step = polynomial / slope
      value -= step
      guard abs(step) > 1e-15 * abs(value) else { break }
    }
    let (p, q, r) = (
      a - value * SIMD3(1, 0, 0), b - value * SIMD3(0, 1, 0), c - value * SIMD3(0, 0, 1)
    )
    let across = [p.cross(q), q.cross(r), r.cross(p)].max { $0.dot($0) < $1.dot($1) }
    guard let across, across.length > 0, across.length.isFinite else { return nil }
    return across.unit
  }
}
