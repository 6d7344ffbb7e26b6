/// The parabola *c₀ + c₁·u + c₂·u²* that lies nearest to some points, by least squares.
public struct QuadraticFit: Hashable, Sendable {
  /// The coefficients, the constant one first, of *u* as it was given.
  public let coefficients: (constant: Double, linear: Double, quadratic: Double)
  /// The standard error of the quadratic coefficient if the values err by 1.
  package let quadraticError: Double
  /// The root of the mean square of what is left over.
  public let residual: Double

  /// `nil` where no parabola or more than one fits best.
  ///
  /// - Parameter points: Where, and the value there; at least three different places.
  /// - Complexity: O(*n*)
  public init?(_ points: some Collection<(u: Double, value: Double)>) {
    let count = Double(points.count)
    guard count >= 3 else { return nil }
    // About their middle and scaled to 1, the normal equations are well-conditioned.
    let middle = points.reduce(0) { $0 + $1.u } / count
    let scale = points.reduce(0) { max($0, abs($1.u - middle)) }
    guard scale > 0, scale.isFinite else { return nil }
    var moments = (s1: 0.0, s2: 0.0, s3: 0.0, s4: 0.0)
    var sums = (v: 0.0, uv: 0.0, uuv: 0.0)
    for point in points {
      let u = (point.u - middle) / scale
      moments.s1 += u
      moments.s2 += u * u
      moments.s3 += u * u * u
      moments.s4 += u * u * u * u
      sums.v += point.value
      sums.uv += u * point.value
      sums.uuv += u * u * point.value
    }
    // Cramer's rule on the symmetric matrix [n s1 s2; s1 s2 s3; s2 s3 s4].
    let (s1, s2, s3, s4) = moments
    let m00 = s2 * s4 - s3 * s3
    let m01 = s1 * s4 - s2 * s3
    let m02 = s1 * s3 - s2 * s2
    let determinant = count * m00 - s1 * m01 + s2 * m02
    guard determinant > 1e-9 * count else { return nil }
    let m11 = count * s4 - s2 * s2
    let m12 = count * s3 - s1 * s2
    let m22 = count * s2 - s1 * s1
    let c0 = (m00 * sums.v - m01 * sums.uv + m02 * sums.uuv) / determinant
    let c1 = (-m01 * sums.v + m11 * sums.uv - m12 * sums.uuv) / determinant
    let c2 = (m02 * sums.v - m12 * sums.uv + m22 * sums.uuv) / determinant
    guard (c0 + c1 + c2).isFinite else { return nil }

    let squares = points.reduce(0) {
      let u = ($1.u - middle) / scale
      let left = $1.value - c0 - u * (c1 + u * c2)
      return $0 + left * left
    }
    residual = (squares / count).squareRoot()
    quadraticError = (m22 / determinant).squareRoot() / (scale * scale)
    let quadratic = c2 / (scale * scale)
    let linear = c1 / scale - 2 * quadratic * middle
    coefficients = (
      c0 - c1 / scale * middle + quadratic * middle * middle, linear, quadratic
    )
  }

  /// The parabola's value.
  public func value(at u: Double) -> Double {
    coefficients.constant + u * (coefficients.linear + u * coefficients.quadratic)
  }

  /// The parabola's slope.
  public func slope(at u: Double) -> Double {
    coefficients.linear + 2 * u * coefficients.quadratic
  }

  public static func == (a: QuadraticFit, b: QuadraticFit) -> Bool {
    a.coefficients == b.coefficients && a.residual == b.residual
      && a.quadraticError == b.quadraticError
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(coefficients.constant)
    hasher.combine(coefficients.linear)
    hasher.combine(coefficients.quadratic)
  }
}
