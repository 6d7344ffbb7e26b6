internal import PlayfieldMaths

/// How a camera sees a plane.
package struct PlanePose: Hashable, Sendable {
  /// From the plane's axes, its normal being the third, to the camera's: right, down, ahead.
  package let rotation: Matrix3
  /// Where the plane's origin is from the camera, in the plane's units.
  package let translation: SIMD3<Double>

  /// The pose that a homography means, as in Zhang, "A Flexible New Technique for Camera Calibration"
  /// (2000), doi:10.1109/34.888718. Fails where the plane is seen edge on.
  ///
  /// - Parameters:
  ///   - homography: From places of the plane to the picture; its third row is above 0 before the camera.
  ///   - camera: The camera that sees the plane.
  package init?<Frame>(homography: Matrix3, camera: PinholeCamera<Frame>) {
    let (f, center) = (camera.focalLength, camera.center)
    let back = Matrix3(
      SIMD3(1 / f, 0, -center.x / f), SIMD3(0, 1 / f, -center.y / f), SIMD3(0, 0, 1))
    let columns = (back * homography).transposed.rows
    let size = (columns.0.length + columns.1.length) / 2
    // The nearest axes that are at right angles: both give way by as much.
    let (sum, difference) = (
      columns.0.unit + columns.1.unit, columns.0.unit - columns.1.unit
    )
    guard size > 0, size.isFinite, sum.length > 1e-6, difference.length > 1e-6 else { return nil }
    let half = 0.5.squareRoot()
    let (x, y) = ((sum.unit + difference.unit) * half, (sum.unit - difference.unit) * half)
    rotation = Matrix3(x, y, x.cross(y)).transposed
    translation = columns.2 / size
    guard translation.z > 0, translation.z.isFinite else { return nil }
  }

  /// The pose from which places of a plane are seen where they are, by least squares in the picture.
  /// Fails where no camera sees them so.
  ///
  /// - Parameters:
  ///   - places: Four or more on the plane, no three of four on a line.
  ///   - seen: As many points of the picture, in the same order.
  ///   - camera: The camera that sees them.
  package init?<Frame>(
    places: [SIMD2<Double>], seen: [Point<Frame>], camera: PinholeCamera<Frame>
  ) {
    guard
      let homography = Matrix3.homography(from: places, to: seen.map { $0.coordinates }),
      let start = PlanePose(homography: homography, camera: camera),
      let squares = LeastSquares(
        start: [Double](repeating: 0, count: 6), maximumSteps: 30,
        residuals: { step in
          let pose = start.moved(by: step)
          var residuals: [Double] = []
          for (place, point) in zip(places, seen) {
            guard let projected = pose.project(place, camera) else { return nil }
            residuals.append(projected.x - point.x)
            residuals.append(projected.y - point.y)
          }
          return residuals
        })
    else { return nil }
    self = start.moved(by: squares.unknowns)
  }

  package init(rotation: Matrix3, translation: SIMD3<Double>) {
    self.rotation = rotation
    self.translation = translation
  }

  /// The pose in which the plane would look the same from infinitely far: mirrored along the line of
  /// sight to its origin.
  package var mirrored: PlanePose {
    let ahead = translation.unit
    let columns = rotation.transposed.rows
    let x = columns.0 - 2 * columns.0.dot(ahead) * ahead
    let y = columns.1 - 2 * columns.1.dot(ahead) * ahead
    return PlanePose(
      rotation: Matrix3(x, y, x.cross(y)).transposed, translation: translation)
  }

  /// From places of the plane to the picture; its third row is above 0 before the camera.
  package func homography<Frame>(_ camera: PinholeCamera<Frame>) -> Matrix3 {
    let columns = rotation.transposed.rows
    return camera.matrix * Matrix3(columns.0, columns.1, translation).transposed
  }

  /// Where a place of the plane is seen; `nil` behind the camera.
  package func project<Frame>(
    _ place: SIMD2<Double>, _ camera: PinholeCamera<Frame>
  ) -> Point<Frame>? {
    let point = rotation * SIMD3(place, 0) + translation
    guard point.z > 0 else { return nil }
    return camera.center + camera.focalLength * SIMD2(point.x, point.y) / point.z
  }

  /// Turned by the first three numbers, and shifted by the other three, as shares of the distance.
  private func moved(by step: [Double]) -> PlanePose {
    PlanePose(
      rotation: rotation.turned(by: SIMD3(step[0], step[1], step[2])),
      translation: translation + translation.length * SIMD3(step[3], step[4], step[5]))
  }
}
