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

  /// How much of the picture's width or height the board takes, as a share.
  private static let shares = 0.5...0.86
  /// How far from the middle of the picture it may be, as a share of the longer side.
  private static let offset = 0.01
  /// More than a board ever needs.
  private static let maximumSteps = 200
  /// On a smaller board dice hide the numbers, in sides of a die.
  private static let minimumRadius = 4.0

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

  /// Moved over the table so that what was seen at one pixel is seen at another; where it was, if that
  /// is no place of the table.
  package func slid(from start: EdgePoint, to end: EdgePoint) -> BoardPlacing {
    let (up, middle) = (up, pose.translation)
    func place(at pixel: EdgePoint) -> SIMD3<Double> {
      let ray = camera.ray(through: pixel)
      return ray * (up.dot(middle) / up.dot(ray))
    }
    let (before, after) = (place(at: start), place(at: end))
    return before.z > 0 && after.z > 0 ? moved(to: middle + after - before) : self
  }

  /// This many times as large in the picture, its middle where it is.
  package func resized(by factor: Double) -> BoardPlacing {
    moved(to: pose.translation / factor)
  }

  private func moved(to translation: SIMD3<Double>) -> BoardPlacing {
    BoardPlacing(
      pose: PlanePose(rotation: pose.rotation, translation: translation), camera: camera)
  }

  /// - Parameter height: How high the camera is above the tops of the dice, in their sides.
  /// - Returns: Whether dice hide too much of the board.
  package func isSmall(heightAboveDice height: Double) -> Bool {
    (height + 1) / -up.dot(pose.translation) < Self.minimumRadius
  }

  /// In the middle of a picture, with its rim and the tops of all pawns in it, and resized only as far as
  /// these need, or its numbers to be readable.
  package func fitted(in picture: PixelSize) -> BoardPlacing {
    let (size, middle) = (picture.vector, EdgePoint(picture.vector / 2))
    var fitting = self
    for _ in 0..<Self.maximumSteps {
      guard let extent = fitting.sight.extent else {
        // A part of it would be next to the camera, or behind it.
        fitting = fitting.resized(by: 0.8)
        continue
      }
      let center = EdgePoint(x: extent.x + extent.width / 2, y: extent.y + extent.height / 2)
      let share = max(extent.width / size.x, extent.height / size.y)
      if share < Self.shares.lowerBound {
        fitting = fitting.resized(by: 1.04)
      } else if share > Self.shares.upperBound {
        fitting = fitting.resized(by: 0.96)
      } else if (center - middle).length < Self.offset * max(size.x, size.y) {
        break
      }
      fitting = fitting.slid(from: center, to: middle)
    }
    return fitting
  }
}
