internal import VisionCore

/// When a bag leaves the hand.
///
/// Up to the release the bag goes with the hand, after it on its parabola; at the release both are at
/// one place with one velocity. So it is looked for where the parabola of the first part of the
/// flight, led back, comes nearest to a wrist.
struct ReleaseSearch {
  /// When, in seconds, and the standard error of that.
  let time: Double
  let error: Double

  /// What is seen of the flight this long after its start tells the parabola, in seconds.
  private static let lead = 0.35
  /// How long before the first point of the path, and after it, the release may be.
  private static let early = 0.2
  private static let late = 0.1
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
      (time, error) = (fallback, 2 * frameInterval)
      return
    }
    var best: (distance: Double, time: Double)?
    for wrist in [JointName.leftWrist, .rightWrist] {
      let trail = poses.compactMap { pose -> (time: Double, place: SIMD2<Double>)? in
        let joint = pose.pose[wrist]
        guard joint.confidence >= Self.leastConfidence else { return nil }
        return (pose.time, SIMD2(joint.location.x, joint.location.y / aspectRatio))
      }
      for (from, to) in zip(trail, trail.dropFirst())
      where to.time >= first.time - Self.early && from.time <= first.time + Self.late
        && to.time - from.time < 0.15
      {
        // Several places between two frames.
        for step in 0..<8 {
          let share = Double(step) / 8
          let time = from.time + (to.time - from.time) * share
          let hand = from.place + (to.place - from.place) * share
          let bag = SIMD2(x.value(at: time - first.time), y.value(at: time - first.time))
          let apart = bag - hand
          let distance = (apart.x * apart.x + apart.y * apart.y).squareRoot()
          if distance < best?.distance ?? .infinity { best = (distance, time) }
        }
      }
    }
    guard let best, best.distance < Self.reach(of: poses, aspectRatio) else {
      (time, error) = (fallback, 1.5 * frameInterval)
      return
    }
    (time, error) = (best.time, 0.6 * frameInterval)
  }

  /// The bag is not farther than this from the wrist that let it go: the length of a trunk.
  private static func reach(of poses: [Throw.TimedPose], _ aspectRatio: Double) -> Double {
    let lengths = poses.map { pose in
      let (neck, root) = (pose.pose[.neck].location, pose.pose[.root].location)
      let (dx, dy) = (neck.x - root.x, (neck.y - root.y) / aspectRatio)
      return (dx * dx + dy * dy).squareRoot()
    }.sorted()
    return lengths.isEmpty ? 0 : lengths[lengths.count / 2]
  }
}
