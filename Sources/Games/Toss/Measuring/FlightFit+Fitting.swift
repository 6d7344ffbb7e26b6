internal import PlayfieldMaths
internal import VisionCore

extension FlightFit {
  /// A disagreement of gravity by less does not count.
  static let gravityTolerance = 0.15
  /// The largest error of gravity, as a part of it, with which it is known.
  private static let gravityDoubt = 0.5
  /// The squares must be worse by this much with Earth's gravity until that is given up: five standard
  /// errors. A clip that is slowed down is far beyond them; a lens that bends the picture a little is not.
  private static let significantCost = 25.0

  /// A model that was fitted, and how sure each of its unknowns is.
  struct Fitted {
    let model: FlightModel
    fileprivate let squares: LeastSquares
    let surface: Surface?
    fileprivate let sampleError: Double

    func error(of value: (FlightModel) -> Double?) -> Double? {
      squares.standardError { value(model.with($0)) }
    }
  }

  /// The fit with Earth's gravity, or with the path's own where the two disagree; and what the path's
  /// own is, in Earth's.
  static func fitted(to sight: FlightSight) -> (Fitted, gravity: Estimate, disagrees: Bool)? {
    guard
      let free = best(sight, starts: starts(sight, gravityIsFree: true), gravityIsFree: true)
    else { return nil }
    let ratio = Estimate(
      value: free.model.gravityRatio, error: free.error { $0.gravityRatio } ?? .infinity)
    // With another gravity the flight has another scale, so the first guesses are also tried.
    let near = free.model.with(Array(free.model.unknowns.prefix(FlightModel.Unknown.gravity)))
    let earthly = best(
      sight, starts: [near] + starts(sight, gravityIsFree: false), gravityIsFree: false)
    // Where a free gravity leaves the scale open, it fits what is wrong with the path or the board;
    // figures without a scale mean nothing.
    let isKnown = ratio.error < gravityDoubt * ratio.value
    let disagrees =
      isKnown && abs(ratio.value - 1) > gravityTolerance && isBetter(free, than: earthly, sight)
    return (disagrees ? free : earthly).map { ($0, ratio, disagrees) }
  }

  private static func isBetter(
    _ free: Fitted, than earthly: Fitted?, _ sight: FlightSight
  ) -> Bool {
    guard let earthly else { return true }
    let rival = fit(
      sight, earthly.model, sampleError: free.sampleError, surface: earthly.surface,
      gravityIsFree: false)
    return (rival ?? earthly).squares.cost > free.squares.cost + significantCost
  }

  private static func best(
    _ sight: FlightSight, starts: [FlightModel], gravityIsFree: Bool
  ) -> Fitted? {
    // A few steps show which guesses lead somewhere.
    var tried: [Fitted] = []
    for start in starts {
      for surface in surfaces(sight) {
        let fitted = fit(
          sight, start, sampleError: 0.0006, surface: surface, gravityIsFree: gravityIsFree,
          maximumSteps: 8)
        if let fitted { tried.append(fitted) }
      }
    }
    func cost(_ fitted: Fitted) -> Double {
      fitted.squares.cost + penalty(fitted.surface, sight)
    }
    tried.sort { cost($0) < cost($1) }
    var best: Fitted?
    for start in tried.prefix(4) {
      let fitted = fit(
        sight, start.model, sampleError: 0.0006, surface: start.surface,
        gravityIsFree: gravityIsFree)
      guard let fitted, cost(fitted) < best.map(cost) ?? .infinity else { continue }
      best = fitted
    }
    // How well the samples lie on the path gives their error, and that how much they weigh.
    for _ in 0..<3 {
      guard let last = best else { return nil }
      let next = fit(
        sight, last.model, sampleError: last.sampleError, surface: last.surface,
        gravityIsFree: gravityIsFree)
      guard let next else { return nil }
      best = next
      if abs(next.sampleError - last.sampleError) < 0.02 * last.sampleError { break }
    }
    return best
  }

  private static func fit(
    _ sight: FlightSight, _ start: FlightModel, sampleError: Double, surface: Surface?,
    gravityIsFree: Bool, maximumSteps: Int = 200
  ) -> Fitted? {
    var unknowns = Array(start.unknowns.prefix(FlightModel.Unknown.gravity))
    if gravityIsFree { unknowns.append(naturalLogarithm(start.gravityRatio)) }
    let squares = LeastSquares(start: unknowns, maximumSteps: maximumSteps) {
      residuals(of: start.with($0), sight, sampleError: sampleError, surface: surface)
    }
    guard let squares else { return nil }
    let model = start.with(squares.unknowns)
    let squared = sight.samples.map { sample in
      guard let seen = model.seen(model.position(at: sample.time)) else { return 0.0 }
      let left = sample.place - seen
      return left.x * left.x + left.y * left.y
    }
    // Of each sample two numbers are measured; the flight takes six of them all. The median of the
    // squares is not misled by a stray sample: with two numbers it is 2 ln 2 variances.
    let degrees = Double(2 * squared.count - 6) / Double(2 * squared.count)
    let byMean = squared.reduce(0, +) / Double(2 * squared.count) / degrees
    let byMedian = (squared.median() ?? 0) / (2 * naturalLogarithm(2)) / degrees
    let error = max(min(byMean, 2 * byMedian).squareRoot(), FlightSight.minimumSampleError)
    return Fitted(
      model: model, squares: squares, surface: surface, sampleError: error)
  }
}
