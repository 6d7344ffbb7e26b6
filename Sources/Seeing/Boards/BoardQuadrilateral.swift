package import VisionCore

/// The frame of ``BoardWidthPoint``.
package enum BoardWidthFrame {}

/// A point on a board that is being looked for, in its widths from its far left corner; it is twice as
/// long as wide.
package typealias BoardWidthPoint = Point<BoardWidthFrame>

/// The four corners of a board as it is being looked for, from the far left clockwise.
package struct BoardQuadrilateral: Hashable, Sendable {
  package var points: [PixelPoint]

  package init(points: [PixelPoint]) { self.points = points }

  /// The same corners for a board that lies the other way round.
  package var turned: BoardQuadrilateral {
    BoardQuadrilateral(points: [points[2], points[3], points[0], points[1]])
  }

  /// The same corners with each the one before it.
  package var rolled: BoardQuadrilateral {
    BoardQuadrilateral(points: [points[3], points[0], points[1], points[2]])
  }

  package var middle: PixelPoint { points.mean() }

  /// The root of the area, in pixels; 0 where the corners go round counterclockwise.
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

  /// Whether the corners go round clockwise without a dent at all, and are near enough to be drawn.
  package var isDrawable: Bool {
    (0..<4).allSatisfy { index in
      let (a, b, c) = (points[index], points[(index + 1) % 4], points[(index + 2) % 4])
      let (u, v) = (b - a, c - b)
      return u.x * v.y - u.y * v.x > 1e-6 && abs(a.x) < 1e6 && abs(a.y) < 1e6
    }
  }

  /// The mean distance of the corners from those of another, in sizes of this one.
  package func distance(to other: BoardQuadrilateral) -> Double {
    let sum = zip(points, other.points).reduce(0) { $0 + ($1.0 - $1.1).length }
    return sum / 4 / max(size, 1)
  }

  /// Whether a point lies within the corners.
  package func contains(_ point: PixelPoint) -> Bool {
    (0..<4).allSatisfy { index in
      let (a, b) = (points[index], points[(index + 1) % 4])
      return (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) > 0
    }
  }

  /// Where places on the board are seen; `nil` where they lie behind the camera.
  package func pixels(of places: [BoardWidthPoint]) -> [PixelPoint]? {
    guard let homography else { return nil }
    var pixels: [PixelPoint] = []
    for place in places {
      guard let pixel = homography.toPicture.map(place.coordinates) else { return nil }
      pixels.append(PixelPoint(pixel))
    }
    return pixels
  }

  /// Which place on the board is seen at a pixel; `nil` at the board's horizon and beyond it.
  package func place(of pixel: PixelPoint) -> BoardWidthPoint? {
    homography?.toPlane.map(pixel.coordinates).map { BoardWidthPoint($0) }
  }

  /// From pixels to widths of the board.
  private var homography: Homography? {
    Homography(
      from: points.map { $0.coordinates },
      to: StraightenedBoard.corners.map { $0.coordinates })
  }
}
