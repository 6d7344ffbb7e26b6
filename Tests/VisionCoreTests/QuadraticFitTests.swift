import Testing

@testable import VisionCore

@Suite("Fitting a parabola")
struct QuadraticFitTests {
  @Test(
    "a parabola comes back from its points",
    arguments: [
      // (constant, linear, quadratic, where, why)
      (1.0, 2.0, 3.0, [0.0, 1, 2], "three points are enough"),
      (0.5, -4, 0, [0, 1, 2, 3, 4], "a straight line is one, too"),
      (7, 0, 0, [-2, -1, 1, 2], "so is a level one"),
      (0.2, 0.3, -9, [0.31, 0.33, 0.34, 0.36, 0.40], "close together"),
      (2, 3, 4, [1e6, 1e6 + 1, 1e6 + 2, 1e6 + 5], "far from zero"),
      (0, 1, 1, [5, 3, 4, 1, 2, 2], "in any order, and twice"),
    ])
  func exact(constant: Double, linear: Double, quadratic: Double, places: [Double], why: String)
    throws
  {
    // About the first place, so that the values keep their digits.
    let points = places.map { u -> (u: Double, value: Double) in
      let v = u - places[0]
      return (u, constant + linear * v + quadratic * v * v)
    }
    let fit = try #require(QuadraticFit(points))
    let at = places[0]
    #expect(abs(fit.coefficients.quadratic - quadratic) < 1e-6, "\(why)")
    #expect(abs(fit.slope(at: at) - linear) < 1e-3, "\(why)")
    #expect(abs(fit.value(at: at) - constant) < 1e-2, "\(why)")
    #expect(fit.residual < 1e-6, "\(why)")
  }

  @Test(
    "where many parabolas fit, none is told",
    arguments: [
      ([], "no points"), ([1, 2], "two points"), ([3, 3, 3, 3], "one place"),
      ([1, 2, 1, 2, 1], "two places"), ([1, 2, .infinity], "no place at all"),
    ] as [([Double], String)])
  func degenerate(places: [Double], why: String) {
    #expect(QuadraticFit(places.map { ($0, $0 * $0) }) == nil, "\(why)")
  }

  @Test func `errors of the values are averaged, and left over`() throws {
    // One level above and below a straight line by turns.
    let points = (0..<40).map { (u: Double($0), value: Double($0) + ($0 % 2 == 0 ? 0.5 : -0.5)) }
    let fit = try #require(QuadraticFit(points))
    #expect(abs(fit.residual - 0.5) < 0.01)
    #expect(abs(fit.coefficients.quadratic) < 3 * 0.5 * fit.quadraticError)
  }
}
