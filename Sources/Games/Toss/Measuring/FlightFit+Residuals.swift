internal import PlayfieldMaths
internal import VisionCore

extension FlightFit {
  typealias Surface = FlightModel.Surface

  /// What the bag may have come down on.
  static func surfaces(_ sight: FlightSight) -> [Surface?] {
    if let rest = sight.rest { return rest.isOnBoard ? [.board] : [.board, .ground] }
    return sight.endsAtLanding ? [.board, .ground] : [nil]
  }

  /// By how much squares must be better on the ground, where the path ends before the board.
  private static let boardBonus = 6.0

  static func penalty(_ surface: Surface?, _ sight: FlightSight) -> Double {
    guard surface == .ground, sight.rest == nil, let last = sight.samples.last?.place else {
      return 0
    }
    // Within the outline's extent: a bag is seen last a little above what it falls on.
    let (across, down) = (sight.corners.map { $0.x }, sight.corners.map { $0.y })
    guard let left = across.min(), let right = across.max(), let top = down.min(),
      let bottom = down.max()
    else { return 0 }
    let margin = 0.15 * (right - left)
    let isThere =
      (left - margin...right + margin).contains(last.x)
      && (top - margin - 0.02...bottom + margin).contains(last.y)
    return isThere ? boardBonus : 0
  }

  /// How far all is from what was seen, in standard errors; `nil` where the model is impossible.
  static func residuals(
    of model: FlightModel, _ sight: FlightSight, sampleError: Double, surface: Surface?
  ) -> [Double]? {
    guard var residuals = seen(model, sight, sampleError: sampleError) else { return nil }
    residuals += common(model, sight)
    if let feet = sight.feet {
      guard let thrower = thrower(model, sight, feet: feet) else { return nil }
      residuals += thrower
    }
    if let surface { residuals += landing(model, sight, on: surface) }
    return residuals
  }

  /// From the board's corners and the path.
  private static func seen(
    _ model: FlightModel, _ sight: FlightSight, sampleError: Double
  ) -> [Double]? {
    var residuals: [Double] = []
    residuals.reserveCapacity(2 * sight.samples.count + 24)
    for (corner, place) in zip(sight.corners, corners) {
      guard let seen = model.seen(place) else { return nil }
      let left = (corner - seen) / FlightSight.cornerError
      let weight = tame(left.length, from: 3)
      residuals += [left.x * weight, left.y * weight]
    }
    for sample in sight.samples {
      guard let seen = model.seen(model.position(at: sample.time)) else { return nil }
      let left = (sample.place - seen) / sampleError
      let weight = tame(left.length, from: 3)
      residuals += [left.x * weight, left.y * weight]
    }
    return residuals
  }

  /// From what boards, cameras and bags have in common.
  private static func common(_ model: FlightModel, _ sight: FlightSight) -> [Double] {
    let unknowns = model.unknowns
    // Cameras of telephones and for films see some 40 to 80 degrees.
    let usual = naturalLogarithm(0.95 * max(1, sight.heightRatio))
    var residuals = [
      // The board's feet are between 2.5 and 4 inches high, and no ground is quite level.
      unknowns[FlightModel.Unknown.tilt] / tiltError,
      unknowns[FlightModel.Unknown.tilt + 1] / tiltError,
      (unknowns[FlightModel.Unknown.focalLength] - usual) / 0.5,
      model.roll / rollError,
      unknowns[FlightModel.Unknown.drag] / dragError,
    ]
    if unknowns.count > FlightModel.Unknown.gravity {
      residuals.append(unknowns[FlightModel.Unknown.gravity] / 1.5)
    }
    return residuals
  }

  /// From the feet of the thrower, who stands behind the release.
  private static func thrower(
    _ model: FlightModel, _ sight: FlightSight, feet: WidthPoint
  ) -> [Double]? {
    guard let ground = model.ground(seenAt: feet, height: ankleHeight) else { return nil }
    let way = model.level(model.position(at: sight.releaseTime) - ground)
    let heading = model.level(model.velocity(at: sight.releaseTime))
    let left = (way - heading * (armReach / max(heading.length, 0.01))) / strideError
    let weight = tame(left.length, from: 2)
    return [left.x * weight, left.y * weight, left.z * weight]
  }

  /// From where the bag came down.
  private static func landing(
    _ model: FlightModel, _ sight: FlightSight, on surface: Surface
  ) -> [Double] {
    guard let last = sight.samples.last else { return [] }
    // It was seen last up to one frame before.
    let time = last.time + sight.frameInterval / 2
    let place = model.position(at: time)
    let fall = -model.velocity(at: time).dot(model.up)
    let height = surface == .board ? -place.z : model.heightAboveGround(place)
    let error = max(0.05, 0.4 * abs(fall) * sight.frameInterval)
    let left = (height - FlightModel.bagHeight) / error
    guard let rest = sight.rest else { return [left * tame(abs(left), from: 2)] }
    // It slides on a little, mostly along the board.
    let aside = (place.x - rest.place.x) / slideAside
    let along = (place.y - rest.place.y - slide) / slide
    return [
      left * tame(abs(left), from: 2), aside * tame(abs(aside), from: 2),
      along * tame(abs(along), from: 2),
    ]
  }

  static let corners = BoardPoint.corners.map { SIMD3($0.x, $0.y, 0) }
  /// How far a bag slides from where it came down, along the board and across it, in metres.
  private static let slide = 0.3
  private static let slideAside = 0.12
  /// Of a bag's drag, which spins and flutters.
  private static let dragError = 0.004
  /// In radians; the picture stands upright.
  private static let rollError = 0.1
  /// In radians.
  private static let tiltError = 0.5 * Double.pi / 180
  static let ankleHeight = 0.08
  /// This far before the feet a bag leaves the hand, in metres, with the standard error of that: an arm
  /// lets go before the body, and people stride.
  private static let armReach = 0.35
  private static let strideError = 0.4

  /// What a residual is multiplied with, so that one far off counts no more than a straight line does:
  /// Huber, "Robust Estimation of a Location Parameter" (1964), doi:10.1214/aoms/1177703732.
  private static func tame(_ size: Double, from limit: Double) -> Double {
    size <= limit ? 1 : (2 * limit * size - limit * limit).squareRoot() / size
  }
}
