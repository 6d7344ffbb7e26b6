// From one frame of a picture's coordinates to another. Here, and only here, points are moved by the
// half pixel that lies between a pixel's edge and its centre.

extension PixelPoint {
  /// The same place, counted by the centres of pixels.
  @inlinable
  package init(_ place: EdgePoint) { self.init(place.coordinates - 0.5) }

  /// Where the place is in the same picture at another size, `scale` times as large.
  @inlinable
  package func scaled(by scale: Double) -> PixelPoint { PixelPoint(EdgePoint(self) * scale) }
}

extension EdgePoint {
  /// The same place, counted by the edges of pixels.
  @inlinable
  package init(_ pixel: PixelPoint) { self.init(pixel.coordinates + 0.5) }

  /// Where the place is in the same picture at another size, `scale` times as large.
  @inlinable
  package static func * (place: EdgePoint, scale: Double) -> EdgePoint {
    EdgePoint(place.coordinates * scale)
  }

  /// The same, where width and height are scaled by different factors.
  @inlinable
  package static func * (place: EdgePoint, scale: SIMD2<Double>) -> EdgePoint {
    EdgePoint(place.coordinates * scale)
  }
}

extension PixelSize {
  /// Width and height.
  package var vector: SIMD2<Double> { SIMD2(Double(width), Double(height)) }

  package func normalized(_ place: EdgePoint) -> NormalizedPoint {
    let share = place.coordinates / vector
    return NormalizedPoint(x: share.x, y: share.y)
  }

  package func normalized(_ pixel: PixelPoint) -> NormalizedPoint { normalized(EdgePoint(pixel)) }

  package func pixel(at point: NormalizedPoint) -> PixelPoint {
    PixelPoint(EdgePoint(SIMD2(point.x, point.y) * vector))
  }

  package func pixel(at place: WidthPoint) -> PixelPoint {
    PixelPoint(EdgePoint(place.coordinates * Double(width)))
  }

  package func inWidths(_ pixel: PixelPoint) -> WidthPoint {
    WidthPoint(EdgePoint(pixel).coordinates / Double(width))
  }

  /// From normalized points of a picture of this size to its pixels, counted by their edges.
  package var edgesFromNormalized: Matrix3 {
    Matrix3(SIMD3(Double(width), 0, 0), SIMD3(0, Double(height), 0), SIMD3(0, 0, 1))
  }

  /// From normalized points of a picture of this size to its pixels, counted by their centres.
  package var pixelsFromNormalized: Matrix3 {
    Matrix3(SIMD3(Double(width), 0, -0.5), SIMD3(0, Double(height), -0.5), SIMD3(0, 0, 1))
  }

  /// From widths of a picture of this size to its pixels.
  package var pixelsFromWidths: Matrix3 {
    Matrix3(SIMD3(Double(width), 0, -0.5), SIMD3(0, Double(width), -0.5), SIMD3(0, 0, 1))
  }

  /// From pixels of a picture of this size to widths of it.
  package var widthsFromPixels: Matrix3 {
    Matrix3(SIMD3(1, 0, 0.5), SIMD3(0, 1, 0.5), SIMD3(0, 0, Double(width)))
  }
}

extension Matrix3 {
  /// From pixels of a picture to those of the same picture at another size, `scale` times as wide and as high.
  package static func pixels(scaledBy scale: SIMD2<Double>) -> Matrix3 {
    Matrix3(
      SIMD3(scale.x, 0, 0.5 * scale.x - 0.5), SIMD3(0, scale.y, 0.5 * scale.y - 0.5),
      SIMD3(0, 0, 1))
  }
}

extension NormalizedPoint {
  /// The same place in widths of a picture that is `aspectRatio` times as wide as high.
  package func inWidths(_ aspectRatio: Double) -> WidthPoint {
    WidthPoint(x: x, y: y / aspectRatio)
  }
}

extension WidthPoint {
  /// The same place, normalized to a picture that is `aspectRatio` times as wide as high.
  package func normalized(_ aspectRatio: Double) -> NormalizedPoint {
    NormalizedPoint(x: x, y: y * aspectRatio)
  }
}
