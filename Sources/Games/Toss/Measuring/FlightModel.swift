internal import PlayfieldMaths
internal import VisionCore

/// Everything that a throw before a camera consists of, as a list of unknowns: the camera, how the
/// board stands on the ground, and the flight.
///
/// Lengths are in metres. Places are given on the board: `x` from its left edge to the right and
/// `y` from the far end to the near one, as a ``BoardPoint`` has them, and `z` into the board, so that
/// what lies above it has a negative one.
struct FlightModel {
  /// The unknowns' indices. They are chosen so that what is seen hardly bends with them: depths are
  /// given by how large things look, so that another focal length leaves the picture nearly as it
  /// is.
  enum Unknown {
    /// The logarithm of the focal length, in widths of the picture.
    static let focalLength = 0
    /// The camera's turn against ``rotation``, as a vector along its axis, in radians.
    static let turn = 1
    /// Where the board's middle is seen, and the logarithm of how many widths of the picture a metre
    /// measures there.
    static let board = 4
    /// How the board is tilted more than ``tilt`` says, and sideways; in radians.
    static let tilt = 7
    /// Where the bag is seen at ``origin``, and how large a metre is there, as for the board.
    static let position = 9
    /// How all three change a second.
    static let velocity = 12
    /// By how much the air slows the bag more than ``drag`` says, in the same unit.
    static let drag = 15
    /// The logarithm of how many times gravity is what it is on Earth; no unknown where Earth's is
    /// taken for granted.
    static let gravity = 16
  }

  /// Metres per second squared.
  static let gravity = 9.81
  /// The share of its speed that a bag loses a metre: half of the air's density, times the bag's area
  /// and drag coefficient, divided by its mass.
  static let drag = 0.008
  /// The board's tilt where its feet have the rules' heights, in radians.
  static let tilt = arcsine(of: (Gameboard.farHeight - Gameboard.nearHeight) / Gameboard.length)
  /// A bag's middle is so high above what it lies on when it touches it.
  static let bagHeight = 0.03

  /// From the board to the camera, before ``Unknown/turn``; its rows are the camera's axes.
  let rotation: Matrix3
  /// The time at which the bag is at ``Unknown/position``.
  let origin: Double
  /// The picture's height divided by its width.
  let heightRatio: Double
  let unknowns: [Double]

  private let focalLength: Double
  /// From the board to the camera.
  private let turned: Matrix3
  /// The board's middle before the camera.
  private let translation: SIMD3<Double>
  /// Straight up.
  let up: SIMD3<Double>
  /// The bag at ``origin``.
  private let start: SIMD3<Double>
  private let startVelocity: SIMD3<Double>
  /// The share of its speed that the bag loses a second.
  private let slowing: Double

  init(rotation: Matrix3, origin: Double, heightRatio: Double, unknowns: [Double]) {
    self.rotation = rotation
    self.origin = origin
    self.heightRatio = heightRatio
    self.unknowns = unknowns
    let focalLength = exponential(unknowns[Unknown.focalLength])
    let turned = rotation.turned(by: Self.vector(unknowns, Unknown.turn))
    let middle = SIMD2(0.5, heightRatio / 2)
    func beforeCamera(_ index: Int) -> SIMD3<Double> {
      let (x, y) = (unknowns[index] - middle.x, unknowns[index + 1] - middle.y)
      return SIMD3(x, y, focalLength) / exponential(unknowns[index + 2])
    }
    let translation = beforeCamera(Unknown.board)
    let bag = beforeCamera(Unknown.position)
    let change = Self.vector(unknowns, Unknown.velocity)
    let size = exponential(unknowns[Unknown.position + 2])
    let bagVelocity = SIMD3(change.x, change.y, 0) / size - bag * change.z
    let toBoard = turned.transposed
    let tilt = Self.tilt + unknowns[Unknown.tilt]
    let roll = unknowns[Unknown.tilt + 1]
    self.focalLength = focalLength
    self.turned = turned
    self.translation = translation
    up = SIMD3(
      sine(of: roll), -sine(of: tilt) * cosine(of: roll), -cosine(of: tilt) * cosine(of: roll))
    start = toBoard * (bag - translation) + Self.middle
    startVelocity = toBoard * bagVelocity
    slowing = (Self.drag + unknowns[Unknown.drag]) * startVelocity.length
  }

  /// A model of a known camera and flight; `translation` is the board's middle before the camera,
  /// `position` the bag at `origin`, on the board.
  init?(
    rotation: Matrix3, translation: SIMD3<Double>, focalLength: Double,
    heightRatio: Double, origin: Double, position: SIMD3<Double>, velocity: SIMD3<Double>,
    tilt: (along: Double, across: Double) = (0, 0)
  ) {
    let bag = rotation * (position - Self.middle) + translation
    let change = rotation * velocity
    guard translation.z > 0, bag.z > 0, focalLength > 0 else { return nil }
    func seen(_ place: SIMD3<Double>) -> [Double] {
      let size = focalLength / place.z
      return [0.5 + place.x * size, heightRatio / 2 + place.y * size, naturalLogarithm(size)]
    }
    let (size, approach) = (focalLength / bag.z, -change.z / bag.z)
    self.init(
      rotation: rotation, origin: origin, heightRatio: heightRatio,
      unknowns: [naturalLogarithm(focalLength), 0, 0, 0] + seen(translation) + [
        tilt.along, tilt.across,
      ]
        + seen(bag) + [
          (change.x + bag.x * approach) * size, (change.y + bag.y * approach) * size, approach, 0,
        ])
  }

  private static let middle = SIMD3(Gameboard.width / 2, Gameboard.length / 2, 0)

  /// The same with other values of the unknowns.
  func with(_ unknowns: [Double]) -> FlightModel {
    FlightModel(rotation: rotation, origin: origin, heightRatio: heightRatio, unknowns: unknowns)
  }

  private static func vector(_ unknowns: [Double], _ index: Int) -> SIMD3<Double> {
    SIMD3(unknowns[index], unknowns[index + 1], unknowns[index + 2])
  }

  // MARK: - Camera

  /// Where a place on or about the board is seen; `nil` behind the camera.
  func seen(_ place: SIMD3<Double>) -> WidthPoint? {
    let seen = turned * (place - Self.middle) + translation
    guard seen.z > 0.05 else { return nil }
    return WidthPoint(
      x: 0.5 + focalLength * seen.x / seen.z, y: heightRatio / 2 + focalLength * seen.y / seen.z)
  }

  /// What is seen at a point of the picture, on the plane through `place` across `normal`; `nil` where
  /// the line of sight does not meet it before the camera.
  func place(
    seenAt point: WidthPoint, onPlane normal: SIMD3<Double>, through place: SIMD3<Double>
  ) -> SIMD3<Double>? {
    let sight = SIMD3(
      (point.x - 0.5) / focalLength, (point.y - heightRatio / 2) / focalLength, 1)
    let direction = turned.transposed * sight
    let eye = camera
    let along = direction.dot(normal)
    guard abs(along) > 1e-6 else { return nil }
    let distance = (place - eye).dot(normal) / along
    return distance > 0 ? eye + direction * distance : nil
  }

  /// Where the camera is.
  var camera: SIMD3<Double> {
    Self.middle - turned.transposed * translation
  }

  // MARK: - Ground

  /// How far the camera is turned about its line of sight, in radians.
  var roll: Double {
    let up = turned * up
    return arctangent(y: up.x, x: -up.y)
  }

  func heightAboveGround(_ place: SIMD3<Double>) -> Double {
    Gameboard.farHeight + up.dot(place - Self.farEdge)
  }

  private static let farEdge = SIMD3(Gameboard.width / 2, 0, 0)

  /// What of a way goes along the ground.
  func level(_ way: SIMD3<Double>) -> SIMD3<Double> { way - up * way.dot(up) }

  /// The place on the ground that is seen at a point of the picture.
  func ground(seenAt point: WidthPoint, height: Double = 0) -> SIMD3<Double>? {
    let up = up
    return place(
      seenAt: point, onPlane: up, through: Self.farEdge + up * (height - Gameboard.farHeight))
  }

  // MARK: - Flight

  /// How many times gravity is what it is on Earth.
  var gravityRatio: Double {
    unknowns.count > Unknown.gravity ? exponential(unknowns[Unknown.gravity]) : 1
  }

  /// Flight is so short, and air so thin, that drag counts as that of the speed at ``origin``, to its
  /// first order.
  func position(at time: Double) -> SIMD3<Double> {
    let passed = time - origin
    let gravity = up * (Self.gravity * gravityRatio)
    let slowed = (startVelocity / 2 - gravity * (passed / 6)) * (slowing * passed * passed)
    return start + startVelocity * passed - gravity * (passed * passed / 2) - slowed
  }

  func velocity(at time: Double) -> SIMD3<Double> {
    let passed = time - origin
    let gravity = up * (Self.gravity * gravityRatio)
    return startVelocity - gravity * passed
      - (startVelocity - gravity * (passed / 2)) * (slowing * passed)
  }

  /// Above the horizontal, in degrees.
  func angle(at time: Double) -> Double {
    let velocity = velocity(at: time)
    return arctangent(y: velocity.dot(up), x: level(velocity).length) * 180 / .pi
  }

  /// Metres per second.
  func speed(at time: Double) -> Double {
    velocity(at: time).length
  }

  /// When the bag comes down on the board, or beside it on the ground; `nil` where it does not within
  /// four seconds.
  var landing: Landing? {
    if let landing = landing(on: .board), Self.isOnBoard(landing.place) { return landing }
    return landing(on: .ground)
  }

  struct Landing {
    var time: Double
    var place: SIMD3<Double>
    var surface: Surface
  }

  /// What a bag comes down on.
  enum Surface {
    case board, ground
  }

  /// When the bag comes down on one of the two, or on how it would go on.
  func landing(on surface: Surface) -> Landing? {
    let time =
      switch surface {
      case .board: landing(on: SIMD3(0, 0, -1), height: -start.z)
      case .ground: landing(on: up, height: heightAboveGround(start))
      }
    return time.map { Landing(time: $0, place: position(at: $0), surface: surface) }
  }

  static func isOnBoard(_ place: SIMD3<Double>) -> Bool {
    (0...Gameboard.width).contains(place.x) && (0...Gameboard.length).contains(place.y)
  }

  /// When the bag comes down on a plane; `height` is that at ``origin``.
  private func landing(on normal: SIMD3<Double>, height: Double) -> Double? {
    let rise = startVelocity.dot(normal)
    let gravity = Self.gravity * gravityRatio * up.dot(normal)
    // Without drag the height is a parabola; the later of its two roots.
    let square = rise * rise + 2 * gravity * (height - Self.bagHeight)
    guard gravity > 0, square >= 0 else { return nil }
    var time = origin + (rise + square.squareRoot()) / gravity
    guard time < origin + 4 else { return nil }
    for _ in 0..<2 {
      let fall = -velocity(at: time).dot(normal)
      guard fall > 0.1 else { break }
      time += (height + (position(at: time) - start).dot(normal) - Self.bagHeight) / fall
    }
    return time
  }

  /// How far two places are apart along the ground.
  func distance(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
    level(b - a).length
  }
}
