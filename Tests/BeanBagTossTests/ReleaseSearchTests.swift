import Testing
import VisionCore

@testable import BeanBagToss

@Suite struct ReleaseSearchTests {
  private static let aspectRatio = 16.0 / 9

  /// The bag's parabola; at the release it is at (0.3, 0.5) widths.
  private static func flight(_ time: Double) -> WidthPoint {
    WidthPoint(x: 0.3 + 0.6 * time, y: 0.5 - 0.5 * time + 0.6 * time * time)
  }

  /// A hand that is fastest at the release and stops some time after it: the smaller `slowing`, the
  /// longer it goes on.
  private static func hand(
    _ time: Double, released: Double, slowing: Double = 3
  ) -> WidthPoint {
    let bend = time < released ? 3 : slowing
    let passed = min(max(time - released, -0.5 / bend), 0.5 / bend)
    let velocity = SIMD2(0.6, -0.5 + 1.2 * released)
    return flight(released) + velocity * (passed - bend * passed * abs(passed))
  }

  /// A body whose right hand is somewhere; the wrist is a little before it, on the way from the elbow.
  private static func pose(
    hand: WidthPoint, neck: WidthPoint = WidthPoint(x: 0.25, y: 0.4),
    root: WidthPoint = WidthPoint(x: 0.25, y: 0.5), aspectRatio: Double = aspectRatio,
    confidence: Float = 0.9
  ) -> HumanBodyPoseObservation {
    let elbow = hand + SIMD2(-0.02, 0.05)
    return HumanBodyPoseObservation(confidence: 1) { name in
      let place =
        switch name {
        case .rightWrist: elbow + (hand - elbow) / 1.3
        case .rightElbow: elbow
        case .neck: neck
        case .root: root
        default: root + SIMD2(-0.25, 0.31)
        }
      return Joint(
        location: place.normalized(aspectRatio),
        confidence: name == .rightWrist ? confidence : 0.9)
    }
  }

  private static func poses(
    confidence: Float = 0.9, hand: (_ time: Double) -> WidthPoint
  ) -> [Throw.TimedPose] {
    (-20...20).map {
      let time = Double($0) / 30
      return Throw.TimedPose(
        frame: $0, time: time, pose: pose(hand: hand(time), confidence: confidence))
    }
  }

  private static func path(from frame: Int) -> [TrajectoryObservation.Point] {
    (frame..<frame + 20).map { frame in
      let time = Double(frame) / 30
      let place = flight(time)
      return TrajectoryObservation.Point(
        frame: frame, time: time,
        location: NormalizedPoint(x: place.x, y: place.y * aspectRatio), radius: 0.01)
    }
  }

  @Test(
    "the release is where the path, led back, meets the hand",
    arguments: [
      (0.0, 1, "seen at once"), (0.02, 3, "between two frames, and seen late"),
      (0.05, 4, "late, too"),
    ])
  func release(time: Double, firstFrame: Int, why: String) throws {
    let found = try #require(
      ReleaseSearch(
        path: Self.path(from: firstFrame), poses: Self.poses { Self.hand($0, released: time) },
        aspectRatio: Self.aspectRatio, frameInterval: 1.0 / 30))
    #expect(abs(found.time - time) < 0.6 / 30, "\(why): \(found.time)")
  }

  @Test func `a hand that the body hides is guessed, and that is enough`() throws {
    let found = try #require(
      ReleaseSearch(
        path: Self.path(from: 3),
        poses: Self.poses(confidence: 0.15) { Self.hand($0, released: 0) },
        aspectRatio: Self.aspectRatio, frameInterval: 1.0 / 30))
    #expect(found.isAtHand)
    #expect(abs(found.time) < 0.6 / 30, "\(found.time)")
  }

  @Test func `a bag that stays before the hand is let go when that slows down, less surely`()
    throws
  {
    func found(slowing: Double) throws -> ReleaseSearch {
      try #require(
        ReleaseSearch(
          path: Self.path(from: 5),
          poses: Self.poses { Self.hand($0, released: 0, slowing: slowing) },
          aspectRatio: Self.aspectRatio, frameInterval: 1.0 / 30))
    }
    let (clear, long) = (try found(slowing: 3), try found(slowing: 1.5))
    #expect(long.error > 1.2 * clear.error, "\(long.error), \(clear.error)")
    #expect(abs(long.time) < 0.033, "\(long.time) ± \(long.error)")
  }

  @Test func `without a body the release is a little before the path, and less sure`() throws {
    let found = try #require(
      ReleaseSearch(
        path: Self.path(from: 3), poses: [], aspectRatio: Self.aspectRatio, frameInterval: 1.0 / 30)
    )
    #expect(found.time < 0.1 && found.time > 0)
    #expect(found.error > 1.0 / 30)
  }

  @Test(
    "in space a flight leads back to a release that was hidden for long",
    arguments: [Viewpoint.behindBoard, .behindThrower, .oblique])
  func hidden(view: Viewpoint) throws { try find(seenAfter: 0.3, view) }

  @Test("in space a flight leads on to the release where its path began in the swing")
  func swung() throws {
    for time in [0.08, 0.15, 0.2] { try find(seenAfter: -time, .side) }
  }

  private func find(seenAfter delay: Double, _ view: Viewpoint) throws {
    var random = Random(seed: 5)
    let toss = try #require(SimulatedThrow(view, random: &random))
    let (flight, release) = (toss.truth, toss.sight.releaseTime)
    func bag(_ time: Double) throws -> WidthPoint {
      try #require(flight.seen(flight.position(at: time)))
    }
    let place = try bag(release)
    let velocity = (try bag(release + 0.01) - place) / 0.01
    let aspectRatio = 1 / view.heightRatio
    let poses = (-20...20).map { frame in
      let passed = Double(frame) / 30 + 0.007
      // Before the release the hand swings up, after it the arm stays behind.
      let hand = place + velocity * passed + SIMD2(0.3, 1.2) * (passed * passed)
      let pose = Self.pose(
        hand: hand, neck: place + SIMD2(-0.05, -0.06), root: place + SIMD2(-0.05, 0.02),
        aspectRatio: aspectRatio)
      return Throw.TimedPose(frame: frame, time: release + passed, pose: pose)
    }
    let found = try #require(
      ReleaseSearch(
        leadingBack: flight, firstSeen: release + delay, poses: poses, aspectRatio: aspectRatio,
        frameInterval: 1.0 / 30))
    #expect(abs(found.time - release) < 1.5 / 30, "\(view), \(delay): \(found.time - release)")
  }
}
