internal import PlayfieldMaths
public import VisionCore

extension GameboardObservation {
  /// The board whose corners somebody has pointed out: the hole is where the rules have it. `nil`
  /// where no board can be seen so.
  ///
  /// - Parameters:
  ///   - corners: Of the playing surface.
  ///   - aspectRatio: The picture's width divided by its height.
  public init?(corners: Corners, aspectRatio: Double) {
    let places = BoardPoint.corners.map { (x: $0.x, y: $0.y) }
    guard let homography = Homography(from: corners.all, to: places) else { return nil }
    // A circle's points at even angles become an ellipse's whose second moments are half the squares
    // of its radii.
    let rim = (0..<32).compactMap { step -> WidthPoint? in
      let (cosine, sine) = Self.direction(step, of: 32)
      return homography.location(
        of: (
          Gameboard.holeCenter.x + Gameboard.holeRadius * cosine,
          Gameboard.holeCenter.y + Gameboard.holeRadius * sine
        ))?.inWidths(aspectRatio)
    }
    guard rim.count == 32 else { return nil }
    let center = rim.mean()
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for point in rim {
      let apart = point - center
      xx += apart.x * apart.x / 16
      xy += apart.x * apart.y / 16
      yy += apart.y * apart.y / 16
    }
    let root = ((xx - yy) * (xx - yy) / 4 + xy * xy).squareRoot()
    let (most, least) = ((xx + yy) / 2 + root, max(0, (xx + yy) / 2 - root))
    self.init(
      confidence: 1, corners: corners,
      hole: Ellipse(
        center: center.normalized(aspectRatio),
        radii: (most.squareRoot(), least.squareRoot()),
        angle: Self.degrees(ofAxis: (xy, most - xx), otherwise: xx >= yy ? 0 : 90)))
  }
}

extension GameboardObservation {
  /// The mean of the corners.
  package var middle: NormalizedPoint {
    let corners = corners.all
    return NormalizedPoint(
      x: corners.reduce(0) { $0 + $1.x } / 4, y: corners.reduce(0) { $0 + $1.y } / 4)
  }

  /// So far from its middle, in widths of the picture, what comes down is near the board.
  package func reach(_ aspectRatio: Double) -> Double {
    1.5 * (corners.all.map { $0.distance(to: middle, aspectRatio) }.max() ?? 0)
  }

  private static func direction(_ step: Int, of count: Int) -> (cosine: Double, sine: Double) {
    let angle = 2 * Double.pi * Double(step) / Double(count)
    return (cosine(of: angle), sine(of: angle))
  }

  /// The direction of an ellipse's long axis; a circle has any.
  private static func degrees(
    ofAxis axis: (x: Double, y: Double), otherwise: Double
  ) -> Double {
    abs(axis.x) + abs(axis.y) > 1e-12 ? arctangent(y: axis.y, x: axis.x) * 180 / .pi : otherwise
  }
}
