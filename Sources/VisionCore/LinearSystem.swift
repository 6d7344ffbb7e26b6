/// Solves *A·x = b* for a symmetric, positive definite *A*, by Cholesky's decomposition.
///
/// - Parameters:
///   - matrix: *A* row by row; only its lower triangle is read.
///   - right: *b*.
/// - Returns: *x*; `nil` where *A* is not positive definite, or so nearly not that the answer would
///   be noise.
/// - Complexity: O(*n*³)
package func solvePositive(_ matrix: [[Double]], _ right: [Double]) -> [Double]? {
  let count = right.count
  var lower = matrix
  for row in 0..<count {
    for column in 0...row {
      var sum = matrix[row][column]
      for k in 0..<column { sum -= lower[row][k] * lower[column][k] }
      if row == column {
        guard sum > 1e-13 * matrix[row][row], sum.isFinite else { return nil }
        lower[row][row] = sum.squareRoot()
      } else {
        lower[row][column] = sum / lower[column][column]
      }
    }
  }
  var solution = right
  for row in 0..<count {
    for k in 0..<row { solution[row] -= lower[row][k] * solution[k] }
    solution[row] /= lower[row][row]
  }
  for row in (0..<count).reversed() {
    for k in row + 1..<max(row + 1, count) { solution[row] -= lower[k][row] * solution[k] }
    solution[row] /= lower[row][row]
  }
  return solution
}
