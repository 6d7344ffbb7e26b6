/// How a plane of the world lies in a picture: from points of the one to points of the other.
///
/// For a board, positions on the plane are in metres, as ``Gameboard`` has them; but any unit will do.
public struct Homography: Hashable, Sendable {
  /// From the picture to the plane, row by row; the third row is above 0 on the plane's side of the
  /// horizon.
  package let toPlane: Matrix3
  /// From the plane to the picture; the third row is above 0 before the camera.
  package let toPicture: Matrix3

  /// The homography that takes some points of a picture to where they are on the plane: exactly for
  /// four points, by least squares on the plane for more. `nil` where there is none, or more than
  /// one.
  ///
  /// - Parameters:
  ///   - picture: Four points or more, no three of which lie on a line.
  ///   - plane: As many positions, in the same order.
  public init?(from picture: [NormalizedPoint], to plane: [(x: Double, y: Double)]) {
    self.init(from: picture.map { SIMD2($0.x, $0.y) }, to: plane.map { SIMD2($0.x, $0.y) })
  }

  /// The same for points of the picture in another frame, by their coordinates.
  package init?(from picture: [SIMD2<Double>], to plane: [SIMD2<Double>]) {
    guard let forward = Matrix3.homography(from: picture, to: plane),
      var inverse = forward.inverse
    else { return nil }
    if inverse.third(plane[0]) < 0 { inverse = inverse.scaled(-1) }
    toPlane = forward
    toPicture = inverse
  }

  /// Where on the plane a point of the picture is; `nil` at the plane's horizon and beyond it.
  public func position(of point: NormalizedPoint) -> (x: Double, y: Double)? {
    guard let position = toPlane.map(SIMD2(point.x, point.y)) else { return nil }
    return (position.x, position.y)
  }

  /// Where in the picture a position on the plane is seen; `nil` for one behind the camera.
  public func location(of position: (x: Double, y: Double)) -> NormalizedPoint? {
    guard let point = toPicture.map(SIMD2(position.x, position.y)) else { return nil }
    return NormalizedPoint(x: point.x, y: point.y)
  }
}
