@testable import SceneReading
@testable import VisionCore

/// A camera that looks at a place of the world, and what it sees of a board there: the truth that
/// ``CameraPose`` is held to.
struct SimulatedCamera: Sendable {
  var position: Vector3
  var target = Vector3(0, 0.6, 0.19)
  /// In widths of the picture.
  var focalLength = 0.9
  var aspectRatio = 16.0 / 9
  /// The sine of the angle by which its sides are not level.
  var roll = 0.0

  func project(_ world: Vector3) -> NormalizedPoint {
    let ahead = (target - position).unit
    // Straight down there is no level side; then the picture's top is away from the thrower.
    let level = ahead.cross(Vector3(0, 0, 1))
    var right = level.length > 1e-6 ? level.unit : Vector3(1, 0, 0)
    var down = ahead.cross(right)
    let cosine = (1 - roll * roll).squareRoot()
    (right, down) = (right * cosine + down * roll, down * cosine - right * roll)
    let seen = world - position
    let depth = seen.dot(ahead)
    return NormalizedPoint(
      x: 0.5 + focalLength * seen.dot(right) / depth,
      y: 0.5 + focalLength * seen.dot(down) / depth * aspectRatio)
  }

  /// The board as it is seen, its corners moved by `error` widths of the picture this way and that.
  func board(error: Double = 0) -> GameboardObservation {
    var corners = BoardPoint.corners.map { project(CameraPose.world(ofBoard: $0)) }
    for (index, sign) in [(1.0, 1.0), (-1, 1), (1, -1), (1, 1)].enumerated() {
      corners[index].x += error * sign.0
      corners[index].y += error * sign.1 * aspectRatio
    }
    return GameboardObservation(
      confidence: 1,
      corners: GameboardObservation.Corners(
        farLeft: corners[0], farRight: corners[1], nearRight: corners[2], nearLeft: corners[3]),
      hole: Ellipse(
        center: project(CameraPose.world(ofBoard: .hole)), radii: (0.01, 0.01),
        angle: 0))
  }
}
