/// The sums of a weighted linear least-squares problem, *A·x ≈ b*, gathered row by row.
package struct NormalEquations {
  private let count: Int
  /// *AᵀA*, row by row, both halves.
  private var matrix: [Double]
  /// *Aᵀb*.
  private var vector: [Double]

  /// - Parameter count: How many unknowns there are.
  package init(count: Int) {
    self.count = count
    matrix = [Double](repeating: 0, count: count * count)
    vector = [Double](repeating: 0, count: count)
  }

  /// Adds a row of *A*, as long as there are unknowns, and its value in *b*.
  package mutating func add(_ row: [Double], _ value: Double, weight: Double = 1) {
    for i in 0..<count where row[i] != 0 {
      let scaled = weight * row[i]
      vector[i] += scaled * value
      for j in 0..<count { matrix[i * count + j] += scaled * row[j] }
    }
  }

  /// The unknowns.
  ///
  /// - Parameter damping: How much larger the diagonal is made, as a share of itself: Marquardt's
  ///   step, shorter and steeper the larger it is.
  /// - Returns: `nil` where the rows do not determine all unknowns.
  package func solution(damping: Double = 0) -> [Double]? {
    guard let factor = factor(damping: damping) else { return nil }
    return Self.solve(factor, vector, count)
  }

  /// The unknowns' covariance where *b* errs by 1 a row, row by row; `nil` as for the solution.
  package func inverse() -> [Double]? {
    guard let factor = factor(damping: 0) else { return nil }
    var inverse = [Double](repeating: 0, count: count * count)
    for column in 0..<count {
      var unit = [Double](repeating: 0, count: count)
      unit[column] = 1
      let solved = Self.solve(factor, unit, count)
      for row in 0..<count { inverse[row * count + column] = solved[row] }
    }
    return inverse
  }

  /// Cholesky's factor of the matrix, lower half, scaled so that unknowns of different units do not
  /// look like dependent ones.
  private func factor(damping: Double) -> [Double]? {
    var factor = matrix
    for i in 0..<count { factor[i * count + i] *= 1 + damping }
    for j in 0..<count {
      let diagonal = factor[j * count + j]
      guard diagonal > 0, diagonal.isFinite else { return nil }
      var rest = diagonal
      for k in 0..<j { rest -= factor[j * count + k] * factor[j * count + k] }
      guard rest > 1e-13 * diagonal else { return nil }
      let root = rest.squareRoot()
      factor[j * count + j] = root
      for i in (j + 1)..<max(j + 1, count) {
        var sum = factor[i * count + j]
        for k in 0..<j { sum -= factor[i * count + k] * factor[j * count + k] }
        factor[i * count + j] = sum / root
      }
    }
    return factor
  }

  private static func solve(_ factor: [Double], _ right: [Double], _ count: Int) -> [Double] {
    var x = right
    for i in 0..<count {
      for k in 0..<i { x[i] -= factor[i * count + k] * x[k] }
      x[i] /= factor[i * count + i]
    }
    for i in stride(from: count - 1, through: 0, by: -1) {
      for k in (i + 1)..<max(i + 1, count) { x[i] -= factor[k * count + i] * x[k] }
      x[i] /= factor[i * count + i]
    }
    return x
  }
}
