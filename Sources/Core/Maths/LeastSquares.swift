/// The unknowns for which the squares of some residuals sum up to the least, by Levenberg's and
/// Marquardt's steps: Marquardt, "An Algorithm for Least-Squares Estimation of Nonlinear Parameters"
/// (1963), doi:10.1137/0111030.
package struct LeastSquares {
  package private(set) var unknowns: [Double]
  package private(set) var residuals: [Double]
  /// Of the unknowns, row by row, where each residual has the standard error 1.
  package private(set) var covariance: [Double]

  package var cost: Double { residuals.reduce(0) { $0 + $1 * $1 } }

  /// By how much unknowns are changed to measure slopes.
  private static let change = 1e-6

  /// Starts at a first guess and goes so many steps at most. The residuals are always as many, and
  /// `nil` where the unknowns are impossible.
  ///
  /// There is no answer where the first guess is impossible, or the residuals do not determine
  /// all unknowns.
  package init?(
    start: [Double], maximumSteps: Int,
    residuals function: (_ unknowns: [Double]) -> [Double]?
  ) {
    guard var now = function(start) else { return nil }
    var unknowns = start
    var cost = now.reduce(0) { $0 + $1 * $1 }
    var damping = 1e-3
    for _ in 0..<maximumSteps {
      guard let equations = Self.linearize(function, at: unknowns, now) else { return nil }
      var hasMoved = false
      var gain = 0.0
      while damping < 1e8 {
        if let step = equations.solution(damping: damping) {
          let next = zip(unknowns, step).map { $0 + $1 }
          if let after = function(next) {
            let costAfter = after.reduce(0) { $0 + $1 * $1 }
            if costAfter < cost {
              gain = cost - costAfter
              (unknowns, now, cost) = (next, after, costAfter)
              damping = max(damping / 10, 1e-9)
              hasMoved = true
              break
            }
          }
        }
        damping *= 10
      }
      if !hasMoved || gain < 1e-7 * (cost + 1e-9) { break }
    }
    guard let inverse = Self.linearize(function, at: unknowns, now)?.inverse() else {
      return nil
    }
    self.unknowns = unknowns
    self.residuals = now
    covariance = inverse
  }

  /// The equations for the step that leads to the least squares were the residuals straight lines.
  private static func linearize(
    _ function: ([Double]) -> [Double]?, at unknowns: [Double], _ residuals: [Double]
  ) -> NormalEquations? {
    var columns: [[Double]] = []
    for index in unknowns.indices {
      var moved = unknowns
      moved[index] += change
      guard let there = function(moved) else { return nil }
      columns.append(zip(there, residuals).map { ($0 - $1) / change })
    }
    var equations = NormalEquations(count: unknowns.count)
    for row in residuals.indices {
      equations.add(columns.map { $0[row] }, -residuals[row])
    }
    return equations
  }

  /// The standard error of something that the unknowns make, to the first order.
  package func standardError(of value: (_ unknowns: [Double]) -> Double?) -> Double? {
    guard let here = value(unknowns) else { return nil }
    var slopes: [Double] = []
    for index in unknowns.indices {
      var moved = unknowns
      moved[index] += Self.change
      guard let there = value(moved) else { return nil }
      slopes.append((there - here) / Self.change)
    }
    var variance = 0.0
    for i in slopes.indices {
      for j in slopes.indices {
        variance += slopes[i] * covariance[i * slopes.count + j] * slopes[j]
      }
    }
    return max(0, variance).squareRoot()
  }
}
