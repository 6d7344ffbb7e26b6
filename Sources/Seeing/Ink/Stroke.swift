public import VisionCore

/// A point of ink, in whatever unit the pen was measured; `y` points down.
public struct InkPoint: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

/// What a pen draws from the moment it lands until it leaves.
public struct Stroke: Hashable, Sendable {
  /// At least one point.
  public let points: [InkPoint]
  /// The box round the points, in their unit (and not normalized, there being no image). A bare tap
  /// has a box without width and height.
  public let boundingBox: BoundingBox

  /// Takes the points that can be drawn: those whose coordinates lie within ``range``.
  ///
  /// - Returns: `nil` when there is no such point.
  public init?(points: [InkPoint]) {
    let points = points.filter { Self.range.contains($0.x) && Self.range.contains($0.y) }
    guard let first = points.first else { return nil }
    var (low, high) = (first, first)
    for point in points {
      low = InkPoint(x: min(low.x, point.x), y: min(low.y, point.y))
      high = InkPoint(x: max(high.x, point.x), y: max(high.y, point.y))
    }
    self.points = points
    boundingBox = BoundingBox(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// The coordinates that a point may have: far more than any pen's, and sums, products and
  /// squares of them are still finite.
  public static let range = -1e9...1e9
}

extension BoundingBox {
  /// The longer side.
  var longSide: Double { max(width, height) }
}

extension Collection<Stroke> {
  /// The box round all strokes; `nil` without any.
  var boundingBox: BoundingBox? {
    guard let first else { return nil }
    return dropFirst().reduce(first.boundingBox) { $0.union($1.boundingBox) }
  }
}
