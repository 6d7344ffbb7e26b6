import Foundation
import VisionCore

@testable import BeanBagToss

/// Random numbers that are the same in every run.
struct Random {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  /// In `0..<1`.
  mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 33) / Double(1 << 31)
  }

  /// Of mean 0 and standard deviation 1.
  mutating func normal() -> Double {
    (-2 * log(1 - next())).squareRoot() * cos(2 * .pi * next())
  }
}

/// Where a camera stands; metres to the thrower's right of the board's middle, from its far edge
/// towards the thrower, and above the ground.
struct Viewpoint: CustomStringConvertible, Sendable {
  var description: String
  var eye: (right: Double, near: Double, height: Double)
  var target: (right: Double, near: Double, height: Double)
  /// In widths of the picture.
  var focalLength: Double
  var heightRatio: Double

  static let side = Viewpoint(
    description: "from the side", eye: (-7, 4.5, 1.5), target: (0, 4.5, 1.2), focalLength: 0.75,
    heightRatio: 9.0 / 16)
  static let oblique = Viewpoint(
    description: "from beside the board", eye: (-5, -1.5, 1.7), target: (0.3, 5, 1.2),
    focalLength: 0.9, heightRatio: 9.0 / 16)
  static let behindBoard = Viewpoint(
    description: "from behind the board", eye: (0.8, -4, 2), target: (0, 5, 1), focalLength: 1,
    heightRatio: 9.0 / 16)
  static let behindThrower = Viewpoint(
    description: "from behind the thrower", eye: (-1.5, 12, 1.7), target: (0, 4, 1),
    focalLength: 0.9, heightRatio: 9.0 / 16)
  static let portrait = Viewpoint(
    description: "from behind, upright", eye: (-4, 13, 1.7), target: (0, 4, 1), focalLength: 1.3,
    heightRatio: 16.0 / 9)
}

/// A throw before a camera, and what is seen of it; points err as those of real clips do.
struct SimulatedThrow {
  let truth: FlightModel
  var sight: FlightSight
  /// From the thrower's feet to the hole, along the ground.
  let stand: Double

  /// A second lasts `slowness` times as long in the clip, of the flight a share of `seen` is in it.
  init?(
    _ view: Viewpoint, random: inout Random, error: Double = 0.0005, rate: Double = 30,
    slowness: Double = 1, seen: Double = 1
  ) {
    let tilt = (along: 0.0087 * random.normal(), across: 0.0087 * random.normal())
    // The ground's axes on the board: right, towards the thrower, up.
    let angle = FlightModel.tilt + tilt.along
    let up = SIMD3(
      sin(tilt.across), -sin(angle) * cos(tilt.across), -cos(angle) * cos(tilt.across))
    let right = (SIMD3(1, 0, 0) - up * up.x).unit
    let near = right.cross(up)
    func place(_ spot: (right: Double, near: Double, height: Double)) -> SIMD3<Double> {
      SIMD3(Gameboard.width / 2, 0, 0) + right * spot.right + near * spot.near
        + up * (spot.height - Gameboard.farHeight)
    }
    let eye = place(view.eye) + right * (0.3 * random.normal())
    let ahead = (place(view.target) - eye).unit
    let across = ahead.cross(up).unit
    let rotation = Matrix3(across, ahead.cross(across), ahead)
    let middle = SIMD3(Gameboard.width / 2, Gameboard.length / 2, 0) - eye

    let start = place((0.3 * random.normal(), 8.2 + 0.3 * random.normal(), 0.9))
    let goal = SIMD3(0.3 + 0.2 * random.normal(), 0.5 + 0.4 * random.normal(), -0.03)
    let duration = 0.85 + 0.3 * random.next()
    let fall = up * (FlightModel.gravity / 2 * duration * duration)
    let model = FlightModel(
      rotation: rotation,
      translation: rotation * middle,
      focalLength: view.focalLength * exp(0.1 * random.normal()), heightRatio: view.heightRatio,
      origin: 0, position: start, velocity: (goal - start + fall) / duration, tilt: tilt)
    guard let model else { return nil }
    var unknowns = model.unknowns
    unknowns[FlightModel.Unknown.drag] = 0.004 * random.normal()
    truth = model.with(unknowns)

    guard let landing = truth.landing else { return nil }
    func noisy(_ point: WidthPoint, _ error: Double) -> WidthPoint {
      point + SIMD2(random.normal(), random.normal()) * error
    }
    var samples: [FlightSight.Sample] = []
    var time = 0.03 + random.next() / rate
    var last = 0.0
    while time < landing.time * seen {
      if let point = truth.seen(truth.position(at: time)), (0...1).contains(point.x),
        (0...view.heightRatio).contains(point.y)
      {
        samples.append(FlightSight.Sample(time: time * slowness, place: noisy(point, error)))
        last = time
      }
      time += 1 / rate
    }
    var corners: [WidthPoint] = []
    for corner in FlightFit.corners {
      guard let point = truth.seen(corner) else { return nil }
      corners.append(noisy(point, FlightSight.cornerError))
    }
    let feet =
      start - up * (truth.heightAboveGround(start) - 0.08) + right * (0.35 * random.normal())
      + near * (0.7 * random.next())
    let hole = SIMD3(Gameboard.holeCenter.x, Gameboard.holeCenter.y, 0)
    stand = truth.distance(feet, hole)
    sight = FlightSight(
      samples: samples, corners: corners, heightRatio: view.heightRatio, releaseTime: 0,
      releaseError: 0, feet: truth.seen(feet), endsAtLanding: last > landing.time - 1.01 / rate,
      frameInterval: 1 / rate)
  }
}
