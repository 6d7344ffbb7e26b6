internal import PlayfieldMaths
package import VisionCore

/// What speaks for a board that was found, and against it: where it is looked at again from corners that are
/// a little off, all answers agree on a board, and with the edges in the picture; on a door they scatter.
package struct BoardEvidence: Hashable, Sendable {
  /// The second network's logit, its mean and its lowest value over all starts.
  var meanLogit: Double
  var lowestLogit: Double
  /// The root mean square of how far the answers are from their mean, in sizes of the board.
  var cornerSpread: Double
  var holeSpread: Double
  /// The mean distance of their mean from the corners where the edges meet, in sizes of the board.
  var distanceFromEdges: Double
  /// The root of the board's area, in pixels.
  package var size: Double
  /// How much of the edges is seen, and in what share of directions it is darker in the hole than around
  /// it, both in `0...1`.
  var edgeSupport: Double
  var holeDarkness: Double

  /// The root mean square distance of the answers from the corners where the edges meet, in sizes of the
  /// board: how far those may be off.
  package var cornerError: Double

  /// By how much the corners of a start are moved, in sizes of the board.
  private static let jitter = 0.03

  /// The places of each start's corners beside the board's, in sizes of the board: rows of a Hadamard matrix,
  /// so that they are evenly spread and their mean, but for the first corner, is the board.
  package static let starts: [[SIMD2<Double>]] = (0..<8).map { row in
    (0..<4).map { corner in
      func sign(_ column: Int) -> Double { (row & column).nonzeroBitCount % 2 == 0 ? 1 : -1 }
      return jitter * SIMD2(sign(2 * corner), sign(2 * corner + 1))
    }
  }

  /// From the logit, the corners and the hole's middle that each start led to, and the corners
  /// where the edges meet; `nil` for fewer than two fits.
  package init?(
    fits: [(logit: Double, corners: [PixelPoint], hole: PixelPoint)],
    corners: BoardQuadrilateral, edgeSupport: Double, holeDarkness: Double
  ) {
    guard fits.count > 1, let lowest = fits.map({ $0.logit }).min() else { return nil }
    let count = Double(fits.count)
    size = corners.size
    meanLogit = fits.reduce(0) { $0 + $1.logit } / count
    lowestLogit = lowest
    var (cornerVariance, away, squares) = (0.0, 0.0, 0.0)
    for corner in 0..<4 {
      let points = fits.map { $0.corners[corner] }
      cornerVariance += Self.variance(of: points) / 4
      let distance = (points.mean() - corners.points[corner]).length
      away += distance / 4
      squares += distance * distance / 4
    }
    cornerSpread = cornerVariance.squareRoot() / size
    holeSpread = Self.variance(of: fits.map { $0.hole }).squareRoot() / size
    distanceFromEdges = away / size
    cornerError = (cornerVariance + squares).squareRoot() / size
    self.edgeSupport = edgeSupport
    self.holeDarkness = holeDarkness
  }

  private static func variance(of points: [PixelPoint]) -> Double {
    let (count, mean) = (Double(points.count), points.mean())
    return points.reduce(0) { sum, point in
      let away = (point - mean).length
      return sum + away * away / count
    }
  }

  /// In the order of the verifier's weights; lengths and sizes by their logarithms.
  package var features: [(name: String, value: Double)] {
    func log(_ value: Double) -> Double { Double(naturalLogarithm(Float(max(value, 1e-4)))) }
    return [
      ("meanLogit", meanLogit), ("lowestLogit", lowestLogit), ("cornerSpread", log(cornerSpread)),
      ("holeSpread", log(holeSpread)), ("distanceFromEdges", log(distanceFromEdges)),
      ("size", log(min(size, 400))), ("edgeSupport", edgeSupport), ("holeDarkness", holeDarkness),
    ]
  }
}
