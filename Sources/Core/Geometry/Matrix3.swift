/// A matrix of three rows and three columns.
package struct Matrix3: Hashable, Sendable {
  package var rows: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>) {
    (first, second, third)
  }
  private let first: SIMD3<Double>
  private let second: SIMD3<Double>
  private let third: SIMD3<Double>

  /// - Parameters: The rows.
  package init(_ first: SIMD3<Double>, _ second: SIMD3<Double>, _ third: SIMD3<Double>) {
    self.first = first
    self.second = second
    self.third = third
  }

  package var transposed: Matrix3 {
    Matrix3(
      SIMD3(first.x, second.x, third.x), SIMD3(first.y, second.y, third.y),
      SIMD3(first.z, second.z, third.z))
  }

  /// `nil` where there is none.
  package var inverse: Matrix3? {
    let columns = (second.cross(third), third.cross(first), first.cross(second))
    let determinant = first.dot(columns.0)
    let size = first.length * second.length * third.length
    guard abs(determinant) > 1e-14 * size, determinant.isFinite else { return nil }
    return Matrix3(columns.0, columns.1, columns.2).transposed.scaled(1 / determinant)
  }

  package func scaled(_ factor: Double) -> Matrix3 {
    Matrix3(first * factor, second * factor, third * factor)
  }

  /// What the matrix maps to, turned about the axis `turn` by about its length in radians: Cayley's
  /// rational form, exact to the third order.
  package func turned(by turn: SIMD3<Double>) -> Matrix3 {
    let half = turn / 2
    let factor = 2 / (1 + half.dot(half))
    func turned(_ v: SIMD3<Double>) -> SIMD3<Double> {
      v + factor * (half.cross(v) + half.cross(half.cross(v)))
    }
    let columns = transposed.rows
    return Matrix3(turned(columns.0), turned(columns.1), turned(columns.2)).transposed
  }

  package static func * (a: Matrix3, b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.first.dot(b), a.second.dot(b), a.third.dot(b))
  }

  package static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
    let b = b.transposed
    return Matrix3(b * a.first, b * a.second, b * a.third)
  }

  /// The third number of a point's image, to which the others are in proportion.
  package func third(_ point: SIMD2<Double>) -> Double {
    third.dot(SIMD3(point, 1))
  }

  /// The image of a point under a projective map of the points of one frame, as from one picture of a
  /// scene to another; `nil` where it lies at infinity or beyond.
  @inlinable
  package func map<Frame>(_ point: Point<Frame>) -> Point<Frame>? {
    guard let image = map(point.coordinates) else { return nil }
    return Point(image)
  }

  /// The image of a point under a projective map; `nil` where it lies at infinity or beyond.
  @usableFromInline
  package func map(_ point: SIMD2<Double>) -> SIMD2<Double>? {
    let image = self * SIMD3(point, 1)
    guard image.z > 0 else { return nil }
    let mapped = SIMD2(image.x, image.y) / image.z
    return mapped.x.isFinite && mapped.y.isFinite ? mapped : nil
  }
}

extension SIMD2<Double> {
  package var length: Double { (self * self).sum().squareRoot() }
}

extension SIMD3<Double> {
  package func dot(_ other: SIMD3<Double>) -> Double { (self * other).sum() }

  package func cross(_ other: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(
      y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  package var length: Double { dot(self).squareRoot() }

  /// The vector of length 1 in its direction.
  package var unit: SIMD3<Double> { self / length }
}
