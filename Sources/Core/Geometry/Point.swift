/// A point in the plane of a picture, in one of the frames of coordinates below: ``PixelPoint``,
/// ``EdgePoint``, ``WidthPoint``.
///
/// `Frame` has no values; it only keeps points of different frames apart. The way from one point to
/// another is a vector of the frame's unit, `SIMD2<Double>`.
public struct Point<Frame>: Hashable, Sendable {
  /// The way from the frame's origin: `x` to the right, `y` downwards.
  public var coordinates: SIMD2<Double>

  @inlinable
  public init(_ coordinates: SIMD2<Double>) { self.coordinates = coordinates }

  @inlinable
  public init(x: Double, y: Double) { coordinates = SIMD2(x, y) }

  @inlinable
  public var x: Double {
    get { coordinates.x }
    set { coordinates.x = newValue }
  }

  @inlinable
  public var y: Double {
    get { coordinates.y }
    set { coordinates.y = newValue }
  }

  /// The way from `b` to `a`.
  @inlinable
  package static func - (a: Point, b: Point) -> SIMD2<Double> { a.coordinates - b.coordinates }

  @inlinable
  package static func + (point: Point, way: SIMD2<Double>) -> Point {
    Point(point.coordinates + way)
  }

  @inlinable
  package static func += (point: inout Point, way: SIMD2<Double>) { point.coordinates += way }

  @inlinable
  package static func -= (point: inout Point, way: SIMD2<Double>) { point.coordinates -= way }
}

/// The frame of ``PixelPoint``.
public enum PixelFrame {}
/// The frame of ``EdgePoint``.
public enum EdgeFrame {}
/// The frame of ``WidthPoint``.
public enum WidthFrame {}

/// A point in pixels of the upright picture; the **centres** of pixels have whole numbers, as in OpenCV.
public typealias PixelPoint = Point<PixelFrame>

/// A point in pixels of the upright picture; the **edges** of pixels have whole numbers, so that the
/// picture's corner is the origin.
public typealias EdgePoint = Point<EdgeFrame>

/// A point in widths of the upright picture, `y` too, so that circles are circles; the picture's corner
/// is the origin.
public typealias WidthPoint = Point<WidthFrame>

extension Collection {
  /// The mean of points; not a number for an empty collection.
  @inlinable
  package func mean<Frame>() -> Point<Frame> where Element == Point<Frame> {
    Point(reduce(SIMD2()) { $0 + $1.coordinates } / Double(count))
  }
}
