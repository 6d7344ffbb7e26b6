/// An axis-aligned box in an image, in normalized coordinates with the origin at the top left.
public struct BoundingBox: Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The whole image.
  public static let unit = BoundingBox(x: 0, y: 0, width: 1, height: 1)

  public var maxX: Double { x + width }
  public var maxY: Double { y + height }
  public var area: Double { width * height }
  public var center: NormalizedPoint { NormalizedPoint(x: x + width / 2, y: y + height / 2) }

  /// Whether the point lies in the box or on its edge.
  public func contains(_ point: NormalizedPoint) -> Bool {
    point.x >= x && point.x <= maxX && point.y >= y && point.y <= maxY
  }

  /// The part of the box that also lies in `other`; of zero area when they do not meet.
  public func intersection(_ other: BoundingBox) -> BoundingBox {
    let left = max(x, other.x)
    let top = max(y, other.y)
    return BoundingBox(
      x: left, y: top,
      width: max(0, min(maxX, other.maxX) - left),
      height: max(0, min(maxY, other.maxY) - top))
  }

  /// The smallest box around both.
  public func union(_ other: BoundingBox) -> BoundingBox {
    let left = min(x, other.x)
    let top = min(y, other.y)
    return BoundingBox(
      x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// Intersection over union (IoU, the Jaccard index), in `0...1`; 0 for two empty boxes.
  public func intersectionOverUnion(_ other: BoundingBox) -> Double {
    let shared = intersection(other).area
    let covered = area + other.area - shared
    return covered > 0 ? shared / covered : 0
  }

  /// A box that is normalized to this one, normalized to the image.
  package func denormalized(_ inner: BoundingBox) -> BoundingBox {
    BoundingBox(
      x: x + inner.x * width, y: y + inner.y * height, width: inner.width * width,
      height: inner.height * height)
  }
}
