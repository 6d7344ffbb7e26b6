import Testing
import VisionCore

@testable import BeanBagToss
@testable import SimulatedToss

@Suite("Angles of the body")
struct BodyAngleTests {
  struct Row: Sendable {
    let reason: String
    let angle: BodyAngle
    /// In pixels of a picture of 200 x 100.
    let joints: [JointName: (Double, Double)]
    var isFlightToRight = true
    let degrees: Double?
  }

  static let table = [
    Row(
      reason: "a straight arm", angle: .elbow,
      joints: [.rightShoulder: (10, 10), .rightElbow: (20, 20), .rightWrist: (30, 30)],
      degrees: 180),
    Row(
      reason: "a right angle in pixels, which it is not in parts of the picture", angle: .elbow,
      joints: [.rightShoulder: (10, 10), .rightElbow: (30, 10), .rightWrist: (30, 40)],
      degrees: 90),
    Row(
      reason: "60°, also turned the other way", angle: .elbow,
      joints: [.rightShoulder: (40, 50), .rightElbow: (50, 50), .rightWrist: (45, 58.660_254)],
      degrees: 60),
    Row(
      reason: "a folded arm", angle: .elbow,
      joints: [.rightShoulder: (10, 10), .rightElbow: (20, 10), .rightWrist: (12, 10)],
      degrees: 0),
    Row(
      reason: "an arm that hangs", angle: .shoulder,
      joints: [.rightHip: (50, 80), .rightShoulder: (50, 40), .rightElbow: (50, 60)], degrees: 0),
    Row(
      reason: "an arm stretched forwards", angle: .shoulder,
      joints: [.rightHip: (50, 80), .rightShoulder: (50, 40), .rightElbow: (70, 40)], degrees: 90),
    Row(
      reason: "a raised arm", angle: .shoulder,
      joints: [.rightHip: (50, 80), .rightShoulder: (50, 40), .rightElbow: (50, 20)],
      degrees: 180),
    Row(
      reason: "a bent knee", angle: .knee,
      joints: [.rightHip: (50, 40), .rightKnee: (60, 50), .rightAnkle: (50, 60)], degrees: 90),
    Row(
      reason: "an upright trunk", angle: .trunkLean, joints: [.root: (50, 60), .neck: (50, 20)],
      degrees: 0),
    Row(
      reason: "it leans to where the bag flies", angle: .trunkLean,
      joints: [.root: (50, 60), .neck: (60, 50)], degrees: 45),
    Row(
      reason: "it leans back", angle: .trunkLean, joints: [.root: (50, 60), .neck: (60, 50)],
      isFlightToRight: false, degrees: -45),
    Row(
      reason: "a wrist that is not seen", angle: .elbow,
      joints: [.rightShoulder: (10, 10), .rightElbow: (20, 20)], degrees: nil),
    Row(
      reason: "two joints on each other", angle: .knee,
      joints: [.rightHip: (50, 40), .rightKnee: (50, 40), .rightAnkle: (50, 60)], degrees: nil),
    Row(reason: "nothing is seen", angle: .trunkLean, joints: [:], degrees: nil),
  ]

  @Test("are those that the picture shows", arguments: table)
  func degrees(row: Row) throws {
    let pose = HumanBodyPoseObservation(confidence: 1) { name in
      guard let (x, y) = row.joints[name] else {
        return Joint(location: NormalizedPoint(x: 0.5, y: 0.5), confidence: 0.1)
      }
      return Joint(location: NormalizedPoint(x: x / 200, y: y / 100), confidence: 0.9)
    }
    let degrees = pose.degrees(
      row.angle, side: .right, aspectRatio: 2, isFlightToRight: row.isFlightToRight)
    if let expected = row.degrees {
      #expect(abs(try #require(degrees) - expected) < 1e-6, "\(row.reason)")
    } else {
      #expect(degrees == nil, "\(row.reason)")
    }
  }

  @Test("the throwing side is that whose wrist is at the bag", arguments: [BodySide.left, .right])
  func throwingSide(side: BodySide) {
    var made = SimulatedGame.session(seed: 1, throwCount: 1).throwsMade[0]
    let bag = made.trajectory.points[0].location
    for index in made.poses.indices {
      for (wrist, its) in [(JointName.leftWrist, BodySide.left), (.rightWrist, .right)] {
        let away = its == side ? 0.01 : 0.1
        made.poses[index].pose[wrist] = Joint(
          location: NormalizedPoint(x: bag.x - away, y: bag.y), confidence: 0.8)
      }
    }
    #expect(made.throwingSide(aspectRatio: 16 / 9) == side)
    made.poses = []
    #expect(made.throwingSide(aspectRatio: 16 / 9) == nil)
  }

  @Test func `a course runs through the release, with gaps where a joint is hidden`() throws {
    var made = SimulatedGame.session(seed: 1, throwCount: 1).throwsMade[0]
    made.poses[3].pose[.rightKnee].confidence = 0
    let course = made.course(of: .knee, side: .right, aspectRatio: 16 / 9)
    #expect(course.count == made.poses.count)
    #expect(course[3].degrees == nil && course[4].degrees != nil)
    let release = try #require(course.min { abs($0.time) < abs($1.time) })
    #expect(abs(release.time) < 1e-9)
    #expect(abs(try #require(release.degrees) - 130) < 5, "the figure bends its knee to 130°")
  }
}
