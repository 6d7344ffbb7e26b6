internal import PlayfieldMaths
package import VisionCore

/// Where the race's board lies on a table before a camera.
///
/// The board's plane has its origin in the board's middle and the board's radius as its unit; `x` goes to
/// the right, `y` away from the player, and up is towards the camera.
package struct BoardPlacing: Hashable, Sendable {
  /// From the board's axes to the camera's, and the board's middle from the camera.
  package let pose: PlanePose
  package let camera: PinholeCamera<EdgeFrame>

  /// How far off the board's middle may be, in board radii.
  private static let distances = 1.3...30.0
  /// Nearer to the camera's plane than this the board's middle is not seen, in board radii.
  private static let minimumDepth = 0.5
  /// How much of the picture's width or height the board takes, as a share.
  private static let shares = 0.5...0.86

  /// The board's radius in sides of a die, of 16 mm: 13 cm.
  private static let radius = 8.0
  /// How high cameras mostly are above a table, in board radii.
  private static let usualHeight = 3.0
  /// How tables are mostly seen: by a camera that is held level and looks down by 50 degrees.
  private static let usualUp = SIMD3(
    0, -cosine(of: 50 * Double.pi / 180), -sine(of: 50 * Double.pi / 180))

  package init(pose: PlanePose, camera: PinholeCamera<EdgeFrame>) {
    (self.pose, self.camera) = (pose, camera)
  }

  /// A board whose middle is seen at a pixel, its nearest section towards the player.
  ///
  /// - Parameters:
  ///   - pixel: Below the horizon.
  ///   - up: Away from the table, of length 1 along the camera's axes: right, down, ahead.
  ///   - height: How high the camera is above the table, in board radii.
  ///   - camera: What sees it.
  package init(
    middle pixel: EdgePoint, up: SIMD3<Double>, height: Double, camera: PinholeCamera<EdgeFrame>
  ) {
    let ray = camera.ray(through: pixel)
    // The direction in the table that leads straight up in the picture.
    let upwards = SIMD3(0.0, -1, 1)
    let away = (upwards - upwards.dot(up) * up).unit
    let pose = PlanePose(
      rotation: Matrix3(away.cross(up), away, up).transposed,
      translation: ray * (height / -ray.dot(up)))
    self.init(pose: pose, camera: camera)
  }

  /// A board in the middle of a picture in which dice lie.
  ///
  /// - Parameters:
  ///   - picture: In pixels, upright.
  ///   - camera: What sees it.
  ///   - up: Away from the table, of length 1 along the camera's axes: right, down, ahead.
  ///   - height: How high the camera is above the tops of the dice, in their sides.
  package init(
    fitting picture: PixelSize, camera: PinholeCamera<EdgeFrame>, up: SIMD3<Double>,
    heightAboveDice height: Double
  ) {
    // The tops are as high above the table as a die is.
    self = BoardPlacing(
      middle: camera.center, up: up, height: (height + 1) / Self.radius, camera: camera
    ).fitted(in: picture)
  }

  /// A board in the middle of a picture of which nothing is known but, perhaps, where `up` is.
  package init(fitting picture: PixelSize, camera: PinholeCamera<EdgeFrame>, up: SIMD3<Double>?) {
    self = BoardPlacing(
      middle: camera.center, up: up ?? Self.usualUp, height: Self.usualHeight, camera: camera
    ).fitted(in: picture)
  }

  /// How the board is seen.
  package var sight: BoardSight {
    BoardSight(plane: pose.homography(camera), up: camera.matrix * up)
  }

  /// Away from the table, along the camera's axes.
  private var up: SIMD3<Double> { pose.rotation.transposed.rows.2 }

  /// By how much the board's middle is too near or too far away, in board radii; 0 where it is neither.
  private var excess: Double {
    let (distance, depth) = (pose.translation.length, pose.translation.z)
    return max(
      0, Self.distances.lowerBound - distance, distance - Self.distances.upperBound,
      Self.minimumDepth - depth)
  }

  /// Moved there, unless that is out of reach; a board that is out of reach may come nearer to it.
  private func moved(to translation: SIMD3<Double>) -> BoardPlacing {
    let moved = BoardPlacing(
      pose: PlanePose(rotation: pose.rotation, translation: translation), camera: camera)
    return moved.excess == 0 || moved.excess < excess ? moved : self
  }

  /// Moved over the table so that what was seen at one pixel is seen at another; where it was, if that
  /// is no place of the table or too far away.
  package func slid(from start: EdgePoint, to end: EdgePoint) -> BoardPlacing {
    let (up, middle) = (up, pose.translation)
    func place(at pixel: EdgePoint) -> SIMD3<Double> {
      let ray = camera.ray(through: pixel)
      return ray * (up.dot(middle) / up.dot(ray))
    }
    let (before, after) = (place(at: start), place(at: end))
    return before.z > 0 && after.z > 0 ? moved(to: middle + after - before) : self
  }

  /// This many times as large in the picture, its middle where it is; unchanged where that is too near
  /// or too far away.
  package func resized(by factor: Double) -> BoardPlacing {
    moved(to: pose.translation / factor)
  }

  /// In the middle of a picture, and resized only as far as its numbers need to be readable.
  package func fitted(in picture: PixelSize) -> BoardPlacing {
    let (width, height) = (Double(picture.width), Double(picture.height))
    var fitting = self
    for step in 0..<100 {
      guard let bounds = fitting.sight.bounds else { return fitting }
      fitting = fitting.slid(
        from: EdgePoint(x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2),
        to: EdgePoint(picture.vector / 2))
      let share = max(bounds.width / width, bounds.height / height)
      if share < Self.shares.lowerBound {
        fitting = fitting.resized(by: 1.04)
      } else if share > Self.shares.upperBound {
        fitting = fitting.resized(by: 0.96)
      } else if step > 5 {
        break
      }
    }
    return fitting
  }
}
