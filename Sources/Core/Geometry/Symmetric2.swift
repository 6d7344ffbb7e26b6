/// A symmetric matrix of two rows.
package struct Symmetric2: Hashable, Sendable {
  package var xx: Double
  package var xy: Double
  package var yy: Double

  package init(xx: Double, xy: Double, yy: Double) {
    self.xx = xx
    self.xy = xy
    self.yy = yy
  }

  package var determinant: Double { xx * yy - xy * xy }

  /// - Precondition: The determinant is not 0.
  package var inverse: Symmetric2 {
    Symmetric2(xx: yy / determinant, xy: -xy / determinant, yy: xx / determinant)
  }

  package func scaled(_ factor: Double) -> Symmetric2 {
    Symmetric2(xx: xx * factor, xy: xy * factor, yy: yy * factor)
  }

  /// The vector's square, by the matrix.
  package func square(of vector: SIMD2<Double>) -> Double {
    xx * vector.x * vector.x + 2 * xy * vector.x * vector.y + yy * vector.y * vector.y
  }
}
