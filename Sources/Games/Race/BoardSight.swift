internal import PlayfieldMaths
package import VisionCore

/// How the race's board is seen on its table: all that is needed to draw it, and what stands on it.
///
/// The board's plane is that of ``BoardPlacing``; pixels are as in `EdgePoint`.
package struct BoardSight: Hashable, Sendable {
  /// From the board's plane to pixels; its third row is above 0 before the camera.
  package let plane: Matrix3
  /// What a step of one radius up from the table adds to the image of a place, before the division.
  package let up: SIMD3<Double>

  /// How much of the picture around the board shows its table, in widths and heights of the board on each
  /// side.
  private static let surroundings = 0.6
  /// A part of the picture that is narrower than this share of it shows too little of the table.
  private static let minimumRegion = 0.1

  /// Pawns stand on the board within this many radii of its middle, and are as high.
  package static let pawns = (radius: 0.75, height: 0.27)

  init(plane: Matrix3, up: SIMD3<Double>) {
    (self.plane, self.up) = (plane, up)
  }

  /// Fails where no camera sees a board so.
  ///
  /// - Parameters:
  ///   - plane: From the board's plane to pixels; its third row is above 0 before the camera.
  ///   - camera: What sees it.
  package init?(plane: Matrix3, camera: PinholeCamera<EdgeFrame>) {
    guard let pose = PlanePose(homography: plane, camera: camera) else { return nil }
    let origin = plane.transposed.rows.2
    // The plane may be any multiple of the pose's, of which a step up has the same.
    self.init(
      plane: plane,
      up: camera.matrix * pose.rotation.transposed.rows.2 * (origin.z / pose.translation.z))
  }

  /// The same in a picture that is stretched to `factor` times as wide and high.
  package func stretched(by factor: SIMD2<Double>) -> BoardSight {
    let stretch = SIMD3(factor, 1)
    let rows = plane.rows
    return BoardSight(
      plane: Matrix3(rows.0 * factor.x, rows.1 * factor.y, rows.2), up: up * stretch)
  }

  /// From places of a plane that many radii above the board's to pixels.
  func raised(by height: Double) -> Matrix3 {
    let columns = plane.transposed.rows
    return Matrix3(columns.0, columns.1, columns.2 + up * height).transposed
  }

  /// The rectangle that the board takes, in pixels; `nil` where a part of it is not before the camera.
  package var bounds: BoundingBox? { bounds(of: Self.rim) }

  /// The rectangle that the board and any pawns on it take, in pixels; `nil` where a part of them is not
  /// before the camera.
  package var extent: BoundingBox? { bounds(of: Self.rim + Self.tops) }

  private func bounds(of points: [SIMD3<Double>]) -> BoundingBox? {
    var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    for point in points {
      let image = plane * SIMD3(point.x, point.y, 1) + up * point.z
      guard image.z > 0 else { return nil }
      let pixel = SIMD2(image.x, image.y) / image.z
      low = pointwiseMin(low, pixel)
      high = pointwiseMax(high, pixel)
    }
    return BoundingBox(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// The part of a picture in which the board's table is followed, normalized to it: around the board, or
  /// all of it where that shows too little.
  package func region(in picture: PixelSize) -> BoundingBox {
    guard let bounds else { return .unit }
    let (width, height) = (Double(picture.width), Double(picture.height))
    let (across, down) = (Self.surroundings * bounds.width, Self.surroundings * bounds.height)
    let region = BoundingBox(
      x: (bounds.x - across) / width, y: (bounds.y - down) / height,
      width: (bounds.width + 2 * across) / width, height: (bounds.height + 2 * down) / height
    ).intersection(.unit)
    return min(region.width, region.height) > Self.minimumRegion ? region : .unit
  }

  /// Points of the board's rim, and above it of what may stand there.
  private static let rim = circle(radius: 1, height: 0)
  private static let tops = circle(radius: pawns.radius, height: pawns.height)

  private static func circle(radius: Double, height: Double) -> [SIMD3<Double>] {
    (0..<48).map { index in
      let angle = Double(index) * .pi / 24
      return SIMD3(radius * cosine(of: angle), radius * sine(of: angle), height)
    }
  }
}
