import Testing
import VisionCore

@testable import TossAnalysis

@Suite struct ReleaseSearchTests {
  private static let aspectRatio = 16.0 / 9

  /// The bag's parabola; at the release it is at (0.3, 0.5) widths.
  private static func flight(_ time: Double) -> SIMD2<Double> {
    SIMD2(0.3 + 0.6 * time, 0.5 - 0.5 * time + 0.6 * time * time)
  }

  /// A hand that swings with the bag to the release, and then stays behind.
  private static func hand(_ time: Double, released: Double) -> SIMD2<Double> {
    let passed = time - released
    let bag = flight(released)
    let velocity = SIMD2(0.6, -0.5 + 1.2 * released)
    // It goes round the shoulder: towards it by some 40 metres per second squared.
    return bag + velocity * passed + SIMD2(-1.5, -2.5) * (passed * passed)
  }

  private static func pose(at time: Double, released: Double) -> HumanBodyPoseObservation {
    HumanBodyPoseObservation(confidence: 1) { name in
      let place =
        switch name {
        case .rightWrist: hand(time, released: released)
        case .neck: SIMD2(0.25, 0.4)
        case .root: SIMD2(0.25, 0.5)
        default: SIMD2(0.1, 0.6)
        }
      return Joint(
        location: NormalizedPoint(x: place.x, y: place.y * aspectRatio), confidence: 0.9)
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
    let poses = (-20...20).map {
      Throw.TimedPose(
        frame: $0, time: Double($0) / 30, pose: Self.pose(at: Double($0) / 30, released: time))
    }
    let found = try #require(
      ReleaseSearch(
        path: Self.path(from: firstFrame), poses: poses, aspectRatio: Self.aspectRatio,
        frameInterval: 1.0 / 30))
    #expect(abs(found.time - time) < 0.6 / 30, "\(why): \(found.time)")
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
  func hidden(view: Viewpoint) throws {
    var random = Random(seed: 5)
    let toss = try #require(SimulatedThrow(view, random: &random))
    let (flight, release) = (toss.truth, toss.sight.releaseTime)
    func bag(_ time: Double) throws -> SIMD2<Double> {
      try #require(flight.seen(flight.position(at: time)))
    }
    let place = try bag(release)
    let velocity = (try bag(release + 0.01) - place) / 0.01
    let aspectRatio = 1 / view.heightRatio
    let poses = (-20...20).map { frame in
      let passed = Double(frame) / 30 + 0.007
      // Before the release the hand swings up, after it the arm stays behind.
      let hand = place + velocity * passed + SIMD2(0.3, 1.2) * (passed * passed)
      let pose = HumanBodyPoseObservation(confidence: 1) { name in
        let joint =
          switch name {
          case .rightWrist: hand
          case .neck: place + SIMD2(-0.05, -0.06)
          case .root: place + SIMD2(-0.05, 0.02)
          default: place + SIMD2(-0.3, 0.3)
          }
        return Joint(
          location: NormalizedPoint(x: joint.x, y: joint.y * aspectRatio), confidence: 0.9)
      }
      return Throw.TimedPose(frame: frame, time: release + passed, pose: pose)
    }
    let found = try #require(
      ReleaseSearch(
        leadingBack: flight, firstSeen: release + 0.3, poses: poses, aspectRatio: aspectRatio,
        frameInterval: 1.0 / 30))
    #expect(abs(found.time - release) < 1.5 / 30, "\(view): \(found.time - release)")
  }
}
