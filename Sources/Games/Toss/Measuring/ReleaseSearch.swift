internal import PlayfieldMaths
internal import VisionCore

/// When a bag leaves the hand.
///
/// Up to the release the bag goes with the hand, after it on its parabola; at the release both are at
/// one place with one velocity, and the hand slows down after it. How well that goes together at a
/// time shows how likely the release was then. Seen from behind, hand and bag stay before one another
/// for long, and many times are likely: the release is their mean, and its error how far they spread.
package struct ReleaseSearch {
  /// When, in seconds, and the standard error of that.
  package let time: Double
  let error: Double
  /// Whether a hand came near the bag, seen or guessed; else the release is when the path was seen first,
  /// or just before.
  package let isAtHand: Bool

  /// What is seen of the flight this long after its start determines the parabola, in seconds.
  private static let lead = 0.35
  /// How long a bag may fly before or behind the body until its path is seen, and how long it may be
  /// seen in the hand before it flies; in seconds. Longer, and from behind the thrower the hand that
  /// follows through is taken for one that still holds the bag.
  private static let hidden = 0.6
  private static let held = 0.1
  /// A path that began in the swing was held longer: up to so many seconds, as long as each time is at
  /// least a quarter as likely as the likeliest before it.
  private static let swung = 0.4
  /// Hands are hidden by the body just when they let go, and guessed well enough then.
  private static let minimumConfidence: Float = 0.1

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
        WidthPoint(x: x.value(at: $0 - first.time), y: y.value(at: $0 - first.time))
      }, firstSeen: first.time, aspectRatio)
    guard let met else {
      (time, error, isAtHand) = (fallback, 1.5 * frameInterval, false)
      return
    }
    (time, error, isAtHand) = (met.time, Self.error(frameInterval, spread: met.spread), true)
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
      firstSeen: firstSeen, aspectRatio)
    guard let met else { return nil }
    (time, error, isAtHand) = (met.time, Self.error(frameInterval, spread: met.spread), true)
  }

  /// When a bag's way meets that of the nearer hand, in place and velocity: the mean of all times by how
  /// likely they are, and their standard deviation. `nil` where it comes near no hand.
  private static func meeting(
    of poses: [Throw.TimedPose], with way: (Double) -> WidthPoint?, firstSeen: Double,
    _ aspectRatio: Double
  ) -> (time: Double, spread: Double)? {
    guard let trunk = poses.map({ $0.pose.trunk(aspectRatio) }).median(), trunk > 0 else {
      return nil
    }
    var best = Meeting()
    for arm in arms {
      let meeting = meeting(
        of: HandTrail(of: arm, in: poses, aspectRatio), with: way, firstSeen: firstSeen, trunk)
      if meeting.likelihood > best.likelihood { best = meeting }
    }
    guard best.likelihood > 0 else { return nil }
    return (firstSeen + best.mean, best.spread)
  }

  private static func meeting(
    of trail: HandTrail, with way: (Double) -> WidthPoint?, firstSeen: Double, _ trunk: Double
  ) -> Meeting {
    let earliest = firstSeen - hidden
    // Those of the hand in the swing up to now.
    var speeds = evenSteps(from: earliest - swing, through: earliest - tick / 2, by: tick).map {
      velocity(at: $0, trail.place)?.length ?? 0
    }
    var meeting = Meeting()
    var (last, likeliest) = (0.0, 0.0)
    for time in evenSteps(from: earliest, through: firstSeen + swung, by: tick) {
      if time > firstSeen + held, last <= likeliest / 4 { break }
      last = 0
      let handVelocity = velocity(at: time, trail.place)
      speeds.append(handVelocity?.length ?? 0)
      speeds.removeFirst()
      guard let handVelocity, let fastest = speeds.max(), let hand = trail.place(at: time),
        let bag = way(time), let bagVelocity = velocity(at: time, way)
      else { continue }
      let distance = (bag - hand).length / trunk
      let difference = (bagVelocity - handVelocity).length / trunk
      // Nobody slows a bag down before he lets it go.
      let slowed = fastest > 0 ? 1 - handVelocity.length / fastest : 0
      guard distance < 1, difference.isFinite else { continue }
      last = likelihood(distance: distance, difference: difference, slowed: slowed)
      likeliest = max(likeliest, last)
      meeting.add(time - firstSeen, last)
    }
    return meeting
  }

  /// How likely a bag leaves the hand, up to a factor.
  private static func likelihood(distance: Double, difference: Double, slowed: Double) -> Double {
    exponential(
      -(square(distance / distanceError) + square(difference / speedError)
        + square(slowed / slowedError)) / 2)
  }

  /// The times at which a bag may have left one hand, by how likely they are; they count from the path's first point.
  private struct Meeting {
    private(set) var likelihood = 0.0
    private var sum = 0.0
    private var sumOfSquares = 0.0

    mutating func add(_ time: Double, _ likelihood: Double) {
      self.likelihood += likelihood
      sum += likelihood * time
      sumOfSquares += likelihood * square(time)
    }

    var mean: Double { sum / likelihood }
    var spread: Double { max(0, sumOfSquares / likelihood - square(mean)).squareRoot() }
  }

  /// Of the times that are looked at, in seconds.
  private static let tick = 1.0 / 240
  private static let arms: [(elbow: JointName, wrist: JointName)] = [
    (.leftElbow, .leftWrist), (.rightElbow, .rightWrist),
  ]
  /// Velocities are measured over two steps, in seconds: a wrist is not found better than it moves in a
  /// shorter time.
  private static let step = 0.034
  /// In trunks, and in trunks a second: wrists are found worst where they are fastest.
  private static let distanceError = 0.2
  private static let speedError = 4.0
  /// The share of its speed that a hand seems to lose before it lets go, where its swing leads to the
  /// camera or from it; and how long the swing is, in seconds.
  private static let slowedError = 0.3
  private static let swing = 0.25

  /// Of a moment somewhere between two frames, of a wrist that is found worst where it is fastest (on
  /// rendered games some hundredth of a second, however many frames there are), and of how long the bag
  /// goes with the hand.
  private static func error(_ frameInterval: Double, spread: Double) -> Double {
    (square(frameInterval) / 12 + square(0.012) + square(spread)).squareRoot()
  }

  private static func square(_ value: Double) -> Double { value * value }

  /// In widths of the picture per second.
  private static func velocity(
    at time: Double, _ way: (Double) -> WidthPoint?
  ) -> SIMD2<Double>? {
    guard let before = way(time - step), let after = way(time + step) else { return nil }
    return (after - before) / (2 * step)
  }

  /// Where a hand was, between the frames too.
  private struct HandTrail {
    private let sights: [(time: Double, place: WidthPoint)]

    /// How far beyond the wrist a bag is held, in lengths of the forearm.
    private static let grip = 0.3

    init(
      of arm: (elbow: JointName, wrist: JointName), in poses: [Throw.TimedPose],
      _ aspectRatio: Double
    ) {
      sights = poses.compactMap { pose in
        guard pose.pose[arm.wrist].confidence >= minimumConfidence else { return nil }
        let wrist = pose.pose[arm.wrist].location.inWidths(aspectRatio)
        let elbow = pose.pose[arm.elbow].location.inWidths(aspectRatio)
        return (pose.time, wrist + (wrist - elbow) * Self.grip)
      }
    }

    /// `nil` before the first sight, after the last one, and where it was not seen for long.
    func place(at time: Double) -> WidthPoint? {
      guard let next = sights.firstIndex(where: { $0.time >= time }), next > 0 else { return nil }
      let (from, to) = (sights[next - 1], sights[next])
      guard to.time - from.time < 0.15 else { return nil }
      return from.place + (to.place - from.place) * ((time - from.time) / (to.time - from.time))
    }
  }
}
