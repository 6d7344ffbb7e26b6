internal import PlayfieldMaths
package import VisionCore

/// A throw in space and its figures, with their errors.
///
/// All that is not known is sought at once, by least squares: the camera, how the board stands, the
/// bag's place and velocity. The board's corners determine the camera; the points of the path, and
/// that it falls as on Earth, the flight; that the thrower stands behind the release, and that the
/// bag came down where the path ends, help where the view is poor. Errors are what the fit leaves of
/// all this together, so that a camera that is not known well makes figures uncertain, too.
package struct FlightFit {
  /// With Earth's gravity, or with that which the path shows where the two disagree.
  let model: FlightModel
  /// Gravity as the path shows it, in Earth's.
  package let gravityRatio: Estimate
  /// Whether gravity differs from Earth's by so much that the scale or the clip's speed must be off.
  package let gravityDisagrees: Bool
  /// Above the horizontal, in degrees.
  package let angle: Estimate
  /// Metres per second.
  package let speed: Estimate
  /// Along the ground from the release to the landing, in metres; `nil` where the path does not come
  /// down.
  package let distance: Estimate?
  /// Along the ground from the thrower's feet to the hole, in metres; `nil` where they are not seen.
  package let stand: Estimate?
  /// Where the bag comes down on the board, or on how it would go on.
  package var placeOnBoard: BoardPoint? {
    model.landing(on: .board).map { BoardPoint(x: $0.place.x, y: $0.place.y) }
  }

  /// A disagreement of gravity by less does not count.
  static let gravityTolerance = 0.15
  /// The largest error of gravity, as a part of it, with which it is known.
  private static let gravityDoubt = 0.5

  /// So much worse must the squares be with Earth's gravity until that is given up: five standard
  /// errors. A clip that is slowed down is far beyond them; a lens that bends the picture a little is not.
  private static let surely = 25.0

  /// - Returns: `nil` where the board or the path say too little.
  init?(_ sight: FlightSight) {
    guard sight.samples.count >= 5, sight.corners.count == 4 else { return nil }
    guard
      let free = Self.best(
        sight, starts: Self.starts(sight, gravityIsFree: true), gravityIsFree: true)
    else {
      return nil
    }
    let ratio = Estimate(
      value: free.model.gravityRatio,
      error: free.error { $0.gravityRatio } ?? .infinity)
    // With another gravity the flight has another scale, so the first guesses are tried, too.
    let near = free.model.with(Array(free.model.unknowns.prefix(FlightModel.Unknown.gravity)))
    let earthly = Self.best(
      sight, starts: [near] + Self.starts(sight, gravityIsFree: false), gravityIsFree: false)
    // Where a free gravity leaves the scale open, it fits what is wrong with the path or the board; figures
    // without a scale mean nothing.
    let isKnown = ratio.error < Self.gravityDoubt * ratio.value
    let disagrees =
      isKnown && abs(ratio.value - 1) > Self.gravityTolerance
      && Self.isBetter(free, than: earthly, sight)
    guard let chosen = disagrees ? free : earthly else { return nil }

    let release = sight.releaseTime
    let (atRelease, around) = (chosen.model, sight.releaseError)
    func estimate(_ value: (_ model: FlightModel, _ release: Double) -> Double?) -> Estimate? {
      guard let here = value(atRelease, release),
        let error = chosen.error(of: { value($0, release) })
      else { return nil }
      let late = value(atRelease, release + around) ?? here
      let early = value(atRelease, release - around) ?? here
      let byTime = (late - early) / 2
      return Estimate(value: here, error: (error * error + byTime * byTime).squareRoot())
    }
    guard let angle = estimate({ $0.angle(at: $1) }), let speed = estimate({ $0.speed(at: $1) })
    else { return nil }
    self.angle = angle
    self.speed = speed
    func landing(_ model: FlightModel) -> FlightModel.Landing? {
      chosen.surface.map { model.landing(on: $0) } ?? model.landing
    }
    distance = estimate { model, release in
      landing(model).map { model.distance(model.position(at: release), $0.place) }
    }
    stand = sight.feet.flatMap { feet in
      let stand = estimate { model, _ in model.stand(feet) }
      return stand.map {
        Estimate(value: $0.value, error: hypotenuse($0.error, chosen.model.standError(feet)))
      }
    }
    model = chosen.model
    gravityRatio = ratio
    gravityDisagrees = disagrees
  }

  // MARK: - Fitting

  /// A model that was fitted, and how sure each of its unknowns is.
  private struct Fitted {
    let model: FlightModel
    let squares: LeastSquares
    let surface: Surface?
    let sampleError: Double

    func error(of value: (FlightModel) -> Double?) -> Double? {
      squares.standardError { value(model.with($0)) }
    }
  }

  private static func isBetter(
    _ free: Fitted, than earthly: Fitted?, _ sight: FlightSight
  ) -> Bool {
    guard let earthly else { return true }
    let rival = fit(
      sight, earthly.model, sampleError: free.sampleError, surface: earthly.surface,
      gravityIsFree: false)
    return (rival ?? earthly).squares.cost > free.squares.cost + surely
  }

  private static func best(
    _ sight: FlightSight, starts: [FlightModel], gravityIsFree: Bool
  ) -> Fitted? {
    // A few steps show which guesses lead somewhere.
    var tried: [Fitted] = []
    for start in starts {
      for surface in surfaces(sight) {
        let fitted = fit(
          sight, start, sampleError: 0.0006, surface: surface, gravityIsFree: gravityIsFree,
          maximumSteps: 8)
        if let fitted { tried.append(fitted) }
      }
    }
    func cost(_ fitted: Fitted) -> Double {
      fitted.squares.cost + penalty(fitted.surface, sight)
    }
    tried.sort { cost($0) < cost($1) }
    var best: Fitted?
    for start in tried.prefix(4) {
      let fitted = fit(
        sight, start.model, sampleError: 0.0006, surface: start.surface,
        gravityIsFree: gravityIsFree)
      guard let fitted, cost(fitted) < best.map(cost) ?? .infinity else { continue }
      best = fitted
    }
    // How well the samples lie on the path gives their error, and that how much they weigh.
    for _ in 0..<3 {
      guard let last = best else { return nil }
      let next = fit(
        sight, last.model, sampleError: last.sampleError, surface: last.surface,
        gravityIsFree: gravityIsFree)
      guard let next else { return nil }
      best = next
      if abs(next.sampleError - last.sampleError) < 0.02 * last.sampleError { break }
    }
    return best
  }

  private static func fit(
    _ sight: FlightSight, _ start: FlightModel, sampleError: Double, surface: Surface?,
    gravityIsFree: Bool, maximumSteps: Int = 200
  ) -> Fitted? {
    var unknowns = Array(start.unknowns.prefix(FlightModel.Unknown.gravity))
    if gravityIsFree { unknowns.append(naturalLogarithm(start.gravityRatio)) }
    let squares = LeastSquares(start: unknowns, maximumSteps: maximumSteps) {
      residuals(of: start.with($0), sight, sampleError: sampleError, surface: surface)
    }
    guard let squares else { return nil }
    let model = start.with(squares.unknowns)
    let squared = sight.samples.map { sample in
      guard let seen = model.seen(model.position(at: sample.time)) else { return 0.0 }
      let left = sample.place - seen
      return left.x * left.x + left.y * left.y
    }
    // Of each sample two numbers are measured; the flight takes six of them all. The median of the
    // squares is not misled by a stray sample: with two numbers it is 2 ln 2 variances.
    let degrees = Double(2 * squared.count - 6) / Double(2 * squared.count)
    let byMean = squared.reduce(0, +) / Double(2 * squared.count) / degrees
    let byMedian = squared.sorted()[squared.count / 2] / (2 * naturalLogarithm(2)) / degrees
    let error = max(min(byMean, 2 * byMedian).squareRoot(), FlightSight.leastSampleError)
    return Fitted(
      model: model, squares: squares, surface: surface, sampleError: error)
  }

  // MARK: - Residuals

  private typealias Surface = FlightModel.Surface

  /// What the bag may have come down on.
  private static func surfaces(_ sight: FlightSight) -> [Surface?] {
    if let rest = sight.rest { return rest.isOnBoard ? [.board] : [.board, .ground] }
    return sight.endsAtLanding ? [.board, .ground] : [nil]
  }

  /// By how much squares must be better on the ground, where the path ends before the board.
  private static let boardBonus = 6.0

  private static func penalty(_ surface: Surface?, _ sight: FlightSight) -> Double {
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

  /// How far all is from what was seen, in standard errors.
  private static func residuals(
    of model: FlightModel, _ sight: FlightSight, sampleError: Double, surface: Surface?
  ) -> [Double]? {
    var residuals: [Double] = []
    residuals.reserveCapacity(2 * sight.samples.count + 16)
    for (corner, place) in zip(sight.corners, corners) {
      guard let seen = model.seen(place) else { return nil }
      let left = (corner - seen) / FlightSight.cornerError
      let weight = tame(left.length, from: 3)
      residuals += [left.x * weight, left.y * weight]
    }
    for sample in sight.samples {
      guard let seen = model.seen(model.position(at: sample.time)) else { return nil }
      let left = (sample.place - seen) / sampleError
      let weight = tame((left.x * left.x + left.y * left.y).squareRoot(), from: 3)
      residuals += [left.x * weight, left.y * weight]
    }
    // The board's feet are between 2.5 and 4 inches high, and no ground is quite level.
    residuals.append(model.unknowns[FlightModel.Unknown.tilt] / tiltError)
    residuals.append(model.unknowns[FlightModel.Unknown.tilt + 1] / tiltError)
    // Cameras of telephones and for films see some 40 to 80 degrees.
    let usual = naturalLogarithm(0.95 * max(1, sight.heightRatio))
    residuals.append((model.unknowns[FlightModel.Unknown.focalLength] - usual) / 0.5)
    residuals.append(model.roll / rollError)
    residuals.append(model.unknowns[FlightModel.Unknown.drag] / dragError)
    if model.unknowns.count > FlightModel.Unknown.gravity {
      residuals.append(model.unknowns[FlightModel.Unknown.gravity] / 1.5)
    }
    if let feet = sight.feet {
      guard let ground = model.ground(seenAt: feet, height: ankleHeight) else { return nil }
      let way = model.level(model.position(at: sight.releaseTime) - ground)
      let heading = model.level(model.velocity(at: sight.releaseTime))
      let left = (way - heading * (armReach / max(heading.length, 0.01))) / strideError
      let weight = tame(left.length, from: 2)
      residuals += [left.x * weight, left.y * weight, left.z * weight]
    }
    if let surface, let last = sight.samples.last {
      // It was seen last up to one frame before.
      let time = last.time + sight.frameInterval / 2
      let place = model.position(at: time)
      let fall = -model.velocity(at: time).dot(model.up)
      let height = surface == .board ? -place.z : model.heightAboveGround(place)
      let error = max(0.05, 0.4 * abs(fall) * sight.frameInterval)
      let left = (height - FlightModel.bagHeight) / error
      residuals.append(left * tame(abs(left), from: 2))
      if let rest = sight.rest {
        // It slides on a little, mostly along the board.
        let aside = (place.x - rest.place.x) / slideAside
        let along = (place.y - rest.place.y - slide) / slide
        residuals += [aside * tame(abs(aside), from: 2), along * tame(abs(along), from: 2)]
      }
    }
    return residuals
  }

  static let corners = [
    SIMD3(0, 0, 0), SIMD3(Gameboard.width, 0, 0), SIMD3(Gameboard.width, Gameboard.length, 0),
    SIMD3(0, Gameboard.length, 0),
  ]
  /// How far a bag slides from where it came down, along the board and across it, in metres.
  private static let slide = 0.3
  private static let slideAside = 0.12
  /// Of a bag's drag, which spins and flutters.
  private static let dragError = 0.004
  /// In radians; the picture stands upright.
  private static let rollError = 0.1
  /// In radians.
  private static let tiltError = 0.5 * Double.pi / 180
  fileprivate static let ankleHeight = 0.08
  /// So far before the feet a bag leaves the hand, in metres, with the standard error of that: an arm
  /// lets go before the body, and people stride.
  private static let armReach = 0.35
  private static let strideError = 0.4

  /// What a residual is multiplied with, so that one far off counts no more than a straight line does:
  /// Huber, "Robust Estimation of a Location Parameter" (1964), doi:10.1214/aoms/1177703732.
  private static func tame(_ size: Double, from limit: Double) -> Double {
    size <= limit ? 1 : (2 * limit * size - limit * limit).squareRoot() / size
  }

  // MARK: - Starts

  /// First guesses: for several focal lengths, since a board seen from straight ahead does not
  /// determine it, and for both tilts with which a board far away looks alike.
  private static func starts(_ sight: FlightSight, gravityIsFree: Bool) -> [FlightModel] {
    let longSide = max(1, sight.heightRatio)
    return [0.6, 0.85, 1.2, 1.8].flatMap {
      starts(sight, focalLength: $0 * longSide, gravityIsFree: gravityIsFree)
    }
  }

  private static func starts(
    _ sight: FlightSight, focalLength: Double, gravityIsFree: Bool
  ) -> [FlightModel] {
    let center = SIMD2(0.5, sight.heightRatio / 2)
    let seen = sight.corners.map { corner in
      let place = (corner - center) / focalLength
      return NormalizedPoint(x: place.x, y: place.y)
    }
    guard let homography = Homography(from: seen, to: corners.map { ($0.x, $0.y) }) else {
      return []
    }
    // The columns are the board's axes before the camera, and its origin; all times a number.
    let columns = homography.toPicture.transposed.rows
    let scale = (columns.0.length + columns.1.length) / 2
    // Both axes become upright to each other by the same share.
    let (a, b) = ((columns.0 + columns.1).unit, (columns.0 - columns.1).unit)
    let (x, y) = ((a + b).unit, (a - b).unit)
    let middle =
      (columns.2 + columns.0 * (Gameboard.width / 2) + columns.1 * (Gameboard.length / 2)) / scale
    let ahead = middle / middle.length
    func mirrored(_ axis: SIMD3<Double>) -> SIMD3<Double> { axis - ahead * (2 * axis.dot(ahead)) }
    return [(x, y), (mirrored(x), mirrored(y))].flatMap { x, y in
      let z = x.cross(y)
      let rows = [SIMD3(x.x, y.x, z.x), SIMD3(x.y, y.y, z.y), SIMD3(x.z, y.z, z.z)]
      return starts(
        sight, rows, translation: middle, focalLength: focalLength, gravityIsFree: gravityIsFree)
    }
  }

  /// First guesses of the flight for a known camera: the faster the path falls in the picture, the
  /// nearer it is; in the end it is as near as the board. Or, in a clip that is slowed down, all of it is
  /// as near as the board, and gravity what it seems to be there.
  private static func starts(
    _ sight: FlightSight, _ rows: [SIMD3<Double>], translation: SIMD3<Double>, focalLength: Double,
    gravityIsFree: Bool
  ) -> [FlightModel] {
    let (first, last) = (sight.samples[0].time, sight.samples[sight.samples.count - 1].time)
    let origin = (first + last) / 2
    guard
      let x = QuadraticFit(sight.samples.map { ($0.time - origin, $0.place.x) }),
      let y = QuadraticFit(sight.samples.map { ($0.time - origin, $0.place.y) }),
      let still = FlightModel(
        rotation: rows, translation: translation, focalLength: focalLength,
        heightRatio: sight.heightRatio, origin: origin, position: .zero, velocity: .zero)
    else { return [] }
    let (right, down) = (rows[0].dot(still.up), rows[1].dot(still.up))
    let gravity = max(0.3, (right * right + down * down).squareRoot()) * FlightModel.gravity
    let (ax, ay) = (2 * x.coefficients.quadratic, 2 * y.coefficients.quadratic)
    let size = naturalLogarithm(max(1e-4, (ax * ax + ay * ay).squareRoot()) / gravity)
    let sizeAtBoard = naturalLogarithm(focalLength / translation.z)
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

extension FlightModel {
  private static let hole = SIMD3(Gameboard.holeCenter.x, Gameboard.holeCenter.y, 0)
  /// How far ankles may be from where they are found, in widths of the picture.
  private static let ankleError = 0.004

  /// How far from the hole, along the ground, somebody stands whose feet are seen at a point of the picture, in
  /// metres; `nil` where no ground is seen there.
  fileprivate func stand(_ feet: SIMD2<Double>) -> Double? {
    ground(seenAt: feet, height: FlightFit.ankleHeight).map { distance($0, Self.hole) }
  }

  /// How much of that comes of not knowing exactly where the feet are.
  fileprivate func standError(_ feet: SIMD2<Double>) -> Double {
    guard let here = stand(feet) else { return 0 }
    return [SIMD2(Self.ankleError, 0), SIMD2(0, Self.ankleError)].reduce(0) { sum, move in
      hypotenuse(sum, (stand(feet + move) ?? here) - here)
    }
  }
}
