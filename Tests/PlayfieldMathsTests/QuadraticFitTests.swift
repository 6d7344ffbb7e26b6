import Testing

@testable import PlayfieldMaths

@Suite("Fitting a parabola")
struct QuadraticFitTests {
  struct Row: Sendable {
    let reason: String
    var constant = 0.0
    var linear = 0.0
    var quadratic = 0.0
    let places: [Double]
  }

  static let table = [
    Row(
      reason: "three points are enough", constant: 1, linear: 2, quadratic: 3, places: [0, 1, 2]),
    Row(
      reason: "a straight line is one, too", constant: 0.5, linear: -4, places: [0, 1, 2, 3, 4]),
    Row(reason: "so is a level one", constant: 7, places: [-2, -1, 1, 2]),
    Row(
      reason: "close together", constant: 0.2, linear: 0.3, quadratic: -9,
      places: [0.31, 0.33, 0.34, 0.36, 0.40]),
    Row(
      reason: "far from zero", constant: 2, linear: 3, quadratic: 4,
      places: [1_000_000, 1_000_001, 1_000_002, 1_000_005]),
    Row(
      reason: "in any order, and twice", linear: 1, quadratic: 1, places: [5, 3, 4, 1, 2, 2]),
  ]

  @Test("a parabola comes back from its points", arguments: table)
  func exact(row: Row) throws {
    // About the first place, so that the values keep their digits.
    let at = row.places[0]
    var points: [(u: Double, value: Double)] = []
    for place in row.places {
      let u = place - at
      points.append((place, row.constant + row.linear * u + row.quadratic * u * u))
    }
    let fit = try #require(QuadraticFit(points))
    #expect(abs(fit.coefficients.quadratic - row.quadratic) < 1e-6, "\(row.reason)")
    #expect(abs(fit.slope(at: at) - row.linear) < 1e-3, "\(row.reason)")
    #expect(abs(fit.value(at: at) - row.constant) < 1e-2, "\(row.reason)")
    #expect(fit.residual < 1e-6, "\(row.reason)")
  }

  @Test(
    "where many parabolas fit, none is given",
    arguments: [
      ([], "no points"), ([1, 2], "two points"), ([3, 3, 3, 3], "one place"),
      ([1, 2, 1, 2, 1], "two places"), ([1, 2, .infinity], "no place at all"),
    ] as [([Double], String)])
  func degenerate(places: [Double], why: String) {
    #expect(QuadraticFit(places.map { ($0, $0 * $0) }) == nil, "\(why)")
  }

  @Test func `errors of the values are averaged, and left over`() throws {
    // Half a level above and below a straight line by turns.
    var points: [(u: Double, value: Double)] = []
    for index in 0..<40 {
      points.append((Double(index), Double(index) + (index % 2 == 0 ? 0.5 : -0.5)))
    }
    let fit = try #require(QuadraticFit(points))
    #expect(abs(fit.residual - 0.5) < 0.01)
    #expect(abs(fit.coefficients.quadratic) < 3 * 0.5 * fit.quadraticError)
  }
}
