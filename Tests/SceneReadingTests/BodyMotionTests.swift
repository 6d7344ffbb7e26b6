import Testing
import VisionCore

@testable import SceneReading

/// A motion in which one wrist is known at some of the times, x being the time.
private func motion(_ known: [(time: Double, isKnown: Bool)]) -> BodyMotion {
  BodyMotion(
    moments: known.map { time, isKnown in
      BodyMotion.Moment(time: time) { joint in
        joint == .leftWrist && isKnown
          ? .init(x: Float(time), y: Float(-time), belief: 1) : .unknown
      }
    })
}

/// The wrist's x, or `nil` where it is unknown.
private func wrist(_ motion: BodyMotion, from start: Double, step: Double, count: Int) -> [Float?] {
  let places = motion.filled().sampled(from: start, step: step, count: count)
  return (0..<count).map { index in
    let place = places[
      index * BodyMotion.Joint.allCases.count + BodyMotion.Joint.leftWrist.rawValue]
    return place.belief > 0 ? place.x : nil
  }
}

@Suite("Body motion")
struct BodyMotionTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let reason: String
    let known: [(time: Double, isKnown: Bool)]
    let start: Double
    let step: Double
    let expected: [Float?]

    var testDescription: String { reason }
  }

  @Test(
    "a joint is sampled where it is",
    arguments: [
      Row(
        reason: "between two frames it is between its places",
        known: [(0, true), (0.1, true), (0.2, true)], start: 0, step: 0.05,
        expected: [0, 0.05, 0.1, 0.15, 0.2]),
      Row(
        reason: "uneven frames are placed by their times",
        known: [(0, true), (0.02, true), (0.2, true)], start: 0, step: 0.05,
        expected: [0, 0.05, 0.1, 0.15, 0.2]),
      Row(
        reason: "a gap of 0.3 s is filled in",
        known: [(0, true), (0.1, false), (0.2, false), (0.3, true)], start: 0, step: 0.1,
        expected: [0, 0.1, 0.2, 0.3]),
      Row(
        reason: "a longer gap is not, and a place reaches half a frame",
        known: [(0, true), (0.1, false), (0.2, false), (0.3, false), (0.4, true)], start: 0,
        step: 0.04, expected: [0, 0, nil, nil, nil, nil, nil, nil, nil, 0.4, 0.4]),
      Row(
        reason: "where all frames are far apart, they are still joined",
        known: [(0, true), (0.5, true), (1, true)], start: 0, step: 0.25,
        expected: [0, 0.25, 0.5, 0.75, 1]),
      Row(
        reason: "where the person was lost for a second, nothing is made up",
        known: [(0, true), (0.1, true), (0.2, true), (1.2, true), (1.3, true)], start: 0.2,
        step: 0.25, expected: [0.2, nil, nil, nil, 1.2]),
      Row(
        reason: "before the first frame and after the last it is unknown, but for half a frame",
        known: [(0, true), (0.1, true)], start: -0.08, step: 0.04,
        expected: [nil, 0, 0, 0.04, 0.08, 0.1, nil]),
      Row(
        reason: "a single frame is a motion, too",
        known: [(5, true)], start: 4.8, step: 0.1, expected: [nil, 5, 5, 5, nil]),
      Row(reason: "of no frame nothing is known", known: [], start: 0, step: 1, expected: [nil]),
    ])
  func sampled(row: Row) {
    let found = wrist(motion(row.known), from: row.start, step: row.step, count: row.expected.count)
    for (value, expected) in zip(found, row.expected) {
      guard let value, let expected else {
        #expect(value == nil && expected == nil, "\(found)")
        continue
      }
      #expect(abs(value - expected) < 1e-5, "\(found)")
    }
  }

  @Test func `moments are put in order, and one time counts once`() {
    let moments = motion([(0.2, true), (0, true), (0.2, false), (.nan, true), (0.1, true)]).moments
    #expect(moments.map(\.time) == [0, 0.1, 0.2])
    #expect(moments[2][.leftWrist].belief == 1, "the first of two")
  }

  @Test func `an observed pose is given in pixels, its sure joints whole, its guesses half`() {
    let pose = HumanBodyPoseObservation(confidence: 1) { name in
      let confidence: Float = name == .leftKnee ? 0.3 : name == .leftAnkle ? 0.05 : 0.9
      return Joint(location: NormalizedPoint(x: 0.5, y: 0.25), confidence: confidence)
    }
    let motion = BodyMotion(
      poses: [(time: 1, pose: pose)], pictureSize: PixelSize(width: 640, height: 480))
    let moment = motion.moments[0]
    #expect(moment[.head] == .init(x: 320, y: 120, belief: 1))
    #expect(moment[.leftKnee] == .init(x: 320, y: 120, belief: 0.5))
    #expect(moment[.leftAnkle] == .unknown)
  }
}
