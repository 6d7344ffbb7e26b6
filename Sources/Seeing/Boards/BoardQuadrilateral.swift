internal import VisionCore

/// The four corners of a board as it is being looked for, from the far left clockwise; in pixels of
/// the upright picture, whose first pixel's middle is 0.
package struct BoardQuadrilateral: Hashable, Sendable {
  package var points: [SIMD2<Double>]

  package init(points: [SIMD2<Double>]) { self.points = points }

  /// The same corners for a board that lies the other way round.
  package var turned: BoardQuadrilateral {
    BoardQuadrilateral(points: [points[2], points[3], points[0], points[1]])
  }

  /// The same corners with each the one before it.
  package var rolled: BoardQuadrilateral {
    BoardQuadrilateral(points: [points[3], points[0], points[1], points[2]])
  }

  package var middle: SIMD2<Double> { points.reduce(SIMD2(), +) / 4 }

  /// The root of the area; 0 where the corners go round counterclockwise.
  package var size: Double {
    var area = 0.0
    for index in 0..<4 {
      let (a, b) = (points[index], points[(index + 1) % 4])
      area += (a.x * b.y - a.y * b.x) / 2
    }
    return max(0, area).squareRoot()
  }

  /// Whether the corners go round clockwise without a dent, as every board's do.
  package var isSound: Bool {
    (0..<4).allSatisfy { index in
      let (a, b, c) = (points[index], points[(index + 1) % 4], points[(index + 2) % 4])
      let (u, v) = (b - a, c - b)
      return u.x * v.y - u.y * v.x > 4 && c.x.magnitude < 1e5 && c.y.magnitude < 1e5
    }
  }

  /// The mean distance of the corners from those of another, in sizes of this one.
  package func distance(to other: BoardQuadrilateral) -> Double {
    let sum = zip(points, other.points).reduce(0) { $0 + ($1.0 - $1.1).length }
    return sum / 4 / max(size, 1)
  }

  /// Whether a point lies within the corners.
  package func contains(_ point: SIMD2<Double>) -> Bool {
    (0..<4).allSatisfy { index in
      let (a, b) = (points[index], points[(index + 1) % 4])
      return (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0
    }
  }

  /// Places on the board, in its widths from its far left corner, in the picture; `nil` where they
  /// lie behind the camera.
  package func pixels(of places: [SIMD2<Double>]) -> [SIMD2<Double>]? {
    guard
      let homography = Homography(
        from: points.map { NormalizedPoint(x: $0.x, y: $0.y) },
        to: [(0, 0), (1, 0), (1, 2), (0, 2)])
    else { return nil }
    var pixels: [SIMD2<Double>] = []
    for place in places {
      guard let pixel = homography.location(of: (place.x, place.y)) else { return nil }
      pixels.append(SIMD2(pixel.x, pixel.y))
    }
    return pixels
  }
}
