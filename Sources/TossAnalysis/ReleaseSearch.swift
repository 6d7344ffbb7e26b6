internal import VisionCore

/// When a bag leaves the hand.
///
/// Up to the release the bag goes with the hand, after it on its parabola; at the release both are at
/// one place with one velocity. So it is looked for where the parabola of the first part of the
/// flight, led back, goes most as a wrist does.
struct ReleaseSearch {
  /// When, in seconds, and the standard error of that.
  let time: Double
  let error: Double
  /// Whether a wrist was seen there; else the release is when the path was seen first, or just before.
  let isAtHand: Bool

  /// What is seen of the flight this long after its start tells the parabola, in seconds.
  private static let lead = 0.35
  /// How long before the first point of the path, and after it, the release may be.
  private static let early = 0.2
  private static let late = 0.1
  /// How long a bag may fly before or behind the body until its path is seen.
  private static let hidden = 0.6
  /// Joints below this confidence are guesses.
  private static let leastConfidence: Float = 0.3

  /// - Parameters:
  ///   - path: The flight, in the order of time.
  ///   - poses: Of the thrower, in the order of time.
  ///   - aspectRatio: The picture's width divided by its height.
  ///   - frameInterval: Seconds from frame to frame.
  init?(
    path: [TrajectoryObservation.Point], poses: [Throw.TimedPose], aspectRatio: Double,
    frameInterval: Double
  ) {
    guard let first = path.first else { return nil }
    // A path is first seen when its bag stands off the arm, some frames after the release.
    let fallback = first.time - 1.5 * frameInterval
    let start = path.prefix { $0.time <= first.time + Self.lead }
    let lead = start.count >= 5 ? start : path.prefix(5)
    guard
      let x = QuadraticFit(lead.map { ($0.time - first.time, $0.location.x) }),
      let y = QuadraticFit(lead.map { ($0.time - first.time, $0.location.y / aspectRatio) })
    else {
      (time, error, isAtHand) = (fallback, 2 * frameInterval, false)
      return
    }
    let met = Self.meeting(
      of: poses,
      with: {
        SIMD2(x.value(at: $0 - first.time), y.value(at: $0 - first.time))
      }, firstSeen: first.time, early: Self.early, aspectRatio)
    guard let met else {
      (time, error, isAtHand) = (fallback, 1.5 * frameInterval, false)
      return
    }
    (time, error, isAtHand) = (met.time, Self.error(frameInterval, cost: met.cost), true)
  }

  /// Looks again, once the flight is known in space: that leads farther back than the picture's
  /// parabola, since a bag that flies before the body is seen late, and one that flies at the camera
  /// or from it does not go on a parabola in the picture.
  ///
  /// - Parameters:
  ///   - flight: As it was fitted with another release.
  ///   - firstSeen: The path's first point, in seconds.
  ///   - poses: Of the thrower, in the order of time.
  ///   - aspectRatio: The picture's width divided by its height.
  ///   - frameInterval: Seconds from frame to frame.
  init?(
    leadingBack flight: FlightModel, firstSeen: Double, poses: [Throw.TimedPose],
    aspectRatio: Double, frameInterval: Double
  ) {
    let met = Self.meeting(
      of: poses, with: { flight.seen(flight.position(at: $0)) },
      firstSeen: firstSeen, early: Self.hidden, aspectRatio)
    guard let met else { return nil }
    (time, error, isAtHand) = (met.time, Self.error(frameInterval, cost: met.cost), true)
  }

  /// When a bag's way is nearest to that of a wrist, in place and velocity; `nil` where it comes near
  /// none.
  private static func meeting(
    of poses: [Throw.TimedPose], with way: (Double) -> SIMD2<Double>?, firstSeen: Double,
    early: Double, _ aspectRatio: Double
  ) -> (time: Double, cost: Double)? {
    let trunk = trunk(of: poses, aspectRatio)
    guard trunk > 0 else { return nil }
    var best: (time: Double, cost: Double)?
    for wrist in [JointName.leftWrist, .rightWrist] {
      let trail = WristTrail(of: wrist, in: poses, aspectRatio)
      for time in stride(from: firstSeen - early, through: firstSeen + late, by: 1.0 / 240) {
        guard let hand = trail.place(at: time), let bag = way(time),
          let (handBefore, handAfter) = around(time, trail.place),
          let (bagBefore, bagAfter) = around(time, way)
        else { continue }
        let distance = (bag - hand).length / trunk
        guard distance < 1 else { continue }
        let difference = ((bagAfter - bagBefore) - (handAfter - handBefore)).length
        let speed = difference / (2 * step) / trunk
        let wait = (firstSeen - time) / hidden
        let cost =
          square(distance / distanceError) + square(speed / speedError) + square(wait)
        if cost < best?.cost ?? .infinity { best = (time, cost) }
      }
    }
    return best
  }

  /// Velocities are measured over two steps, in seconds: a wrist is not found better than it moves in a
  /// shorter time.
  private static let step = 0.034
  /// In trunks, and in trunks a second: wrists are found worst where they are fastest.
  private static let distanceError = 0.2
  private static let speedError = 4.0

  /// Between frames, and of a wrist that is found where it is fastest: on rendered games most are off
  /// by less than a fortieth of a second, however many frames there are; more where bag and wrist do not
  /// go well together.
  private static func error(_ frameInterval: Double, cost: Double) -> Double {
    (square(0.5 * frameInterval) + square(0.022)).squareRoot() * max(1, cost.squareRoot())
  }

  private static func square(_ value: Double) -> Double { value * value }

  private static func around(
    _ time: Double, _ way: (Double) -> SIMD2<Double>?
  ) -> (SIMD2<Double>, SIMD2<Double>)? {
    guard let before = way(time - step), let after = way(time + step) else { return nil }
    return (before, after)
  }

  /// The length of a trunk as it is seen; a bag is let go nearer to the wrist than that.
  private static func trunk(of poses: [Throw.TimedPose], _ aspectRatio: Double) -> Double {
    let lengths = poses.map { pose in
      (pose.pose[.neck].location.inWidths(aspectRatio)
        - pose.pose[.root].location.inWidths(aspectRatio)).length
    }.sorted()
    return lengths.isEmpty ? 0 : lengths[lengths.count / 2]
  }

  /// Where a wrist was, between the frames too.
  private struct WristTrail {
    private let sights: [(time: Double, place: SIMD2<Double>)]

    init(of wrist: JointName, in poses: [Throw.TimedPose], _ aspectRatio: Double) {
      sights = poses.compactMap { pose in
        let joint = pose.pose[wrist]
        guard joint.confidence >= leastConfidence else { return nil }
        return (pose.time, joint.location.inWidths(aspectRatio))
      }
    }

    /// `nil` before the first sight, after the last one, and where it was not seen for long.
    func place(at time: Double) -> SIMD2<Double>? {
      guard let next = sights.firstIndex(where: { $0.time >= time }), next > 0 else { return nil }
      let (from, to) = (sights[next - 1], sights[next])
      guard to.time - from.time < 0.15 else { return nil }
      return from.place + (to.place - from.place) * ((time - from.time) / (to.time - from.time))
    }
  }
}
