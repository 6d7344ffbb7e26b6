internal import PlayfieldMaths
internal import VisionCore

extension FlightFit {
  /// First guesses: for several focal lengths, since a board seen from straight ahead does not
  /// determine it, and for both tilts with which a board far away looks alike.
  static func starts(_ sight: FlightSight, gravityIsFree: Bool) -> [FlightModel] {
    let longSide = max(1, sight.heightRatio)
    return [0.6, 0.85, 1.2, 1.8].flatMap {
      starts(sight, focalLength: $0 * longSide, gravityIsFree: gravityIsFree)
    }
  }

  private static func starts(
    _ sight: FlightSight, focalLength: Double, gravityIsFree: Bool
  ) -> [FlightModel] {
    let camera = PinholeCamera(
      focalLength: focalLength, center: WidthPoint(x: 0.5, y: sight.heightRatio / 2))
    let middle = SIMD2(Gameboard.width, Gameboard.length) / 2
    let places = corners.map { SIMD2($0.x, $0.y) - middle }
    let seen = sight.corners.map { $0.coordinates }
    guard let homography = Matrix3.homography(from: places, to: seen),
      let pose = PlanePose(homography: homography, camera: camera)
    else { return [] }
    return [pose, pose.mirrored].flatMap {
      starts(sight, $0, focalLength: focalLength, gravityIsFree: gravityIsFree)
    }
  }

  /// First guesses of the flight for a known camera: the faster the path falls in the picture, the
  /// nearer it is; in the end it is as near as the board. Or, in a clip that is slowed down, all of it is
  /// as near as the board, and gravity what it seems to be there.
  private static func starts(
    _ sight: FlightSight, _ pose: PlanePose, focalLength: Double, gravityIsFree: Bool
  ) -> [FlightModel] {
    let axes = pose.rotation.rows
    let (first, last) = (sight.samples[0].time, sight.samples[sight.samples.count - 1].time)
    let origin = (first + last) / 2
    guard
      let x = QuadraticFit(sight.samples.map { ($0.time - origin, $0.place.x) }),
      let y = QuadraticFit(sight.samples.map { ($0.time - origin, $0.place.y) }),
      let still = FlightModel(
        rotation: pose.rotation, translation: pose.translation, focalLength: focalLength,
        heightRatio: sight.heightRatio, origin: origin, position: .zero, velocity: .zero)
    else { return [] }
    let (right, down) = (axes.0.dot(still.up), axes.1.dot(still.up))
    let gravity = max(0.3, (right * right + down * down).squareRoot()) * FlightModel.gravity
    let (ax, ay) = (2 * x.coefficients.quadratic, 2 * y.coefficients.quadratic)
    let size = naturalLogarithm(max(1e-4, (ax * ax + ay * ay).squareRoot()) / gravity)
    let sizeAtBoard = naturalLogarithm(focalLength / pose.translation.z)
    func flight(size: Double, approach: Double, gravity: [Double]) -> FlightModel {
      var unknowns = still.unknowns
      unknowns.replaceSubrange(
        FlightModel.Unknown.position..<FlightModel.Unknown.drag,
        with: [
          x.coefficients.constant, y.coefficients.constant, size, x.coefficients.linear,
          y.coefficients.linear, approach,
        ])
      return still.with(unknowns + gravity)
    }
    let approach = sight.endsAtLanding ? (sizeAtBoard - size) / (last - origin) : 0
    var starts = [flight(size: size, approach: approach, gravity: [])]
    if gravityIsFree {
      starts.append(flight(size: sizeAtBoard, approach: 0, gravity: [size - sizeAtBoard]))
    }
    return starts
  }
}
