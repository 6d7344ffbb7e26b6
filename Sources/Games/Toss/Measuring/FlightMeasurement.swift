package import VisionCore

/// When a throw's bag left the hand, and its flight in space.
///
/// Each helps to find the other: the flight starts at the release, and led back it shows where the
/// hand let go.
package struct FlightMeasurement {
  package let release: ReleaseSearch?
  /// `nil` where the board or the path say too little.
  package let fit: FlightFit?

  /// What a throw is measured by, besides its path and the bodies.
  package struct View {
    /// The board's corners; `nil` without a board.
    var corners: GameboardObservation.Corners?
    /// The picture's width divided by its height.
    var aspectRatio: Double
    /// Seconds from frame to frame.
    var frameInterval: Double
    /// The time of the clip's last frame so far, in seconds.
    var lastTime: Double

    package init(
      corners: GameboardObservation.Corners?, aspectRatio: Double, frameInterval: Double,
      lastTime: Double
    ) {
      self.corners = corners
      self.aspectRatio = aspectRatio
      self.frameInterval = frameInterval
      self.lastTime = lastTime
    }
  }

  /// - Parameters:
  ///   - path: As it was seen, which may begin in the hand.
  ///   - poses: Of the thrower, in the order of time.
  ///   - landing: Where the bag came to rest; `nil` where nobody saw it.
  ///   - view: What they were seen in.
  package init(
    of path: [TrajectoryObservation.Point], by poses: [Throw.TimedPose], landing: BagLanding?,
    in view: View
  ) {
    let path = path.withoutLoneStart(frameInterval: view.frameInterval)
    guard let first = path.first,
      var release = ReleaseSearch(
        path: path, poses: poses, aspectRatio: view.aspectRatio, frameInterval: view.frameInterval)
    else {
      (release, fit) = (nil, nil)
      return
    }
    func flight(_ release: ReleaseSearch) -> FlightFit? {
      let sight = FlightSight(path, releasedAt: release, by: poses, landing: landing, in: view)
      return sight.flatMap { FlightFit($0) }
    }
    var fit = flight(release)
    // Few need more than two rounds.
    for _ in 0..<3 {
      guard let model = fit?.model,
        let next = ReleaseSearch(
          leadingBack: model, firstSeen: first.time, poses: poses, aspectRatio: view.aspectRatio,
          frameInterval: view.frameInterval),
        let flight = flight(next)
      else { break }
      let change = abs(next.time - release.time)
      (release, fit) = (next, flight)
      if change < view.frameInterval / 4 { break }
    }
    (self.release, self.fit) = (release, fit)
  }

  /// Whether a path that was seen last at a time may have gone on after the clip; in seconds.
  package static func isCut(seenLast time: Double, lastFrame: Double) -> Bool {
    lastFrame - time < 0.1
  }
}

extension FlightSight {
  /// `nil` without a board or a path.
  fileprivate init?(
    _ path: [TrajectoryObservation.Point], releasedAt release: ReleaseSearch,
    by poses: [Throw.TimedPose], landing: BagLanding?, in view: FlightMeasurement.View
  ) {
    let flown = path.after(release.time)
    guard let corners = view.corners, let last = flown.last else { return nil }
    let standing = poses.min { abs($0.time - release.time) < abs($1.time - release.time) }
    let feet = standing.flatMap { $0.pose.feet(view.aspectRatio) }
    let margin = 0.02
    let isInside =
      (margin...1 - margin).contains(last.location.x)
      && (margin...1 - margin).contains(last.location.y)
    let isCut = FlightMeasurement.isCut(seenLast: last.time, lastFrame: view.lastTime)
    self.init(
      samples: flown.map {
        Sample(time: $0.time, place: $0.location.inWidths(view.aspectRatio))
      },
      corners: corners.all.map { $0.inWidths(view.aspectRatio) },
      heightRatio: 1 / view.aspectRatio, releaseTime: release.time, releaseError: release.error,
      feet: feet, endsAtLanding: isInside && !isCut,
      rest: landing.flatMap { landing in
        landing.rest.outcome.map { (landing.place, $0 != .off) }
      },
      frameInterval: view.frameInterval)
  }
}

extension HumanBodyPoseObservation {
  /// Half-way between the ankles, or the one that stands while the other leg is lifted; `nil` where
  /// they are not seen.
  func feet(_ aspectRatio: Double) -> WidthPoint? {
    let joints = [self[.leftAnkle], self[.rightAnkle]]
    guard joints.allSatisfy({ $0.confidence >= 0.3 }) else { return nil }
    let ankles = joints.map { $0.location.inWidths(aspectRatio) }.sorted { $0.y < $1.y }
    let isLifted = ankles[1].y - ankles[0].y > 0.4 * trunk(aspectRatio)
    return isLifted ? ankles[1] : ankles.mean()
  }
}

extension [TrajectoryObservation.Point] {
  /// The path without single points before a gap of more than a tenth of a second, and of more frames than one
  /// that is missed: often what the swing brought there, and a true one adds less than a false one spoils.
  func withoutLoneStart(frameInterval: Double) -> Self {
    let gap = Swift.max(0.1, 2.5 * frameInterval)
    var rest = self[...]
    while rest.count > 5, rest[rest.startIndex + 1].time - rest[rest.startIndex].time > gap {
      rest.removeFirst()
    }
    return Array(rest)
  }

  /// The path without what was seen before a time, in seconds.
  package func after(_ time: Double) -> Self {
    // Times are rounded by the container.
    filter { $0.time >= time - 0.001 }
  }
}
