import Foundation
import Inference
import Testing
import VisionCore

@testable import SceneReading
@testable import VisionRequests

/// How throws are classified, on motions that `Training/ThrowStyle` made up, held to what training says
/// of them (`Tests/Fixtures/make_throw_motions.py`).
@Suite("Throw style")
struct ClassifyThrowStyleRequestTests {
  /// A made-up sequence of poses, and what Python says of it.
  struct Recording: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let label: String
    let names: [String]
    let fps: Double
    let frames: [[[Float]]]
    /// The first and the last window; of some recordings only.
    let windows: [[Float]]
    /// How many windows there are.
    let count: Int
    let probabilities: [Float]

    var testDescription: String { "\(id), \(label), \(Int(fps)) frames a second" }

    /// With nothing in the place of what is not visible, which in these recordings is all the same:
    /// gaps are short.
    func motion(
      size: Float = 1, faster: Double = 1, place: (BodyMotion.Joint) -> BodyMotion.Joint = { $0 },
      flip: Float = 1, hiddenBelief: Float = 0.5
    ) -> BodyMotion {
      BodyMotion(
        moments: frames.enumerated().map { index, frame in
          BodyMotion.Moment(time: Double(index) / fps / faster) { joint in
            guard let column = names.firstIndex(of: "\(place(joint))") else { return .unknown }
            let mark = frame[column]
            return .init(
              x: flip * size * mark[0], y: size * mark[1],
              belief: mark[2] > 0 ? 1 : hiddenBelief)
          }
        })
    }
  }

  static let recordings: [Recording] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/throw-motions.jsonl")
    let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
    return lines.compactMap {
      try? JSONDecoder().decode(Recording.self, from: Data($0.utf8))
    }
  }()
  static let model = Result { try ThrowStyleModel() }

  @Test func `there are eight recordings, two of each style`() {
    #expect(Self.recordings.count == 8)
    for style in ThrowStyle.allCases {
      #expect(Self.recordings.filter { $0.label == style.rawValue }.count == 2)
    }
  }

  @Test("windows are those of training, to a thousandth of a trunk", arguments: recordings)
  func windows(of recording: Recording) throws {
    let motion = recording.motion().filled()
    let starts = ThrowStyleWindow.starts(over: motion)
    #expect(starts.count == recording.count)
    guard !recording.windows.isEmpty else { return }
    for (start, expected) in zip([starts[0], starts[starts.count - 1]], recording.windows) {
      let values = ThrowStyleWindow(of: motion, from: start).values
      try #require(values.count == expected.count)
      let farthest = zip(values, expected).map { abs($0 - $1) }.max() ?? 0
      #expect(farthest < 0.001)
    }
  }

  @Test("no window is made of a time in which nobody is seen", arguments: [60.0, 1e9, 1e300])
  func gap(seconds: Double) throws {
    let recording = try #require(Self.recordings.first)
    let motion = recording.motion()
    let later = motion.moments.map { moment in
      BodyMotion.Moment(time: moment.time + seconds) { moment[$0] }
    }
    let once = ThrowStyleWindow.starts(over: motion).count
    let starts = ThrowStyleWindow.starts(over: BodyMotion(moments: motion.moments + later))
    #expect(starts.count <= 2 * once && starts.count > once)
  }

  @Test("the request says what training says", arguments: recordings)
  func answer(of recording: Recording) async throws {
    let request = ClassifyThrowStyleRequest(model: try Self.model.get())
    let found = try await request.perform(on: recording.motion())
    let best = try #require(
      recording.probabilities.indices.max {
        recording.probabilities[$0] < recording.probabilities[$1]
      })
    #expect(found.style == ThrowStyle.allCases[best])
    #expect(abs(found.confidence - recording.probabilities[best]) < 0.005)
  }

  /// The same motion in another form.
  struct Variant: Sendable, CustomTestStringConvertible {
    let name: String
    let motion: @Sendable (Recording) -> BodyMotion

    var testDescription: String { name }
  }

  @Test(
    "it makes no difference in what form a motion is given",
    arguments: [
      Variant(name: "mirrored: another hand") { recording in
        recording.motion(place: \.opposite, flip: -1)
      },
      Variant(name: "seen from the other side") { $0.motion(flip: -1) },
      Variant(name: "left and right confused") { recording in
        recording.motion(place: \.opposite)
      },
      Variant(name: "in millimetres") { $0.motion(size: 1e-3) },
      Variant(name: "in a far larger picture") { $0.motion(size: 10) },
    ])
  func invariance(variant: Variant) async throws {
    let request = ClassifyThrowStyleRequest(model: try Self.model.get())
    for recording in Self.recordings {
      let given = try await request.perform(on: recording.motion())
      let varied = try await request.perform(on: variant.motion(recording))
      #expect(given.style == varied.style)
      #expect(abs(given.confidence - varied.confidence) < 1e-3, "\(recording.id)")
    }
  }

  @Test func `of nobody, and of one who stands still, nothing is thrown`() async throws {
    let request = ClassifyThrowStyleRequest(model: try Self.model.get())
    let empty = try await request.perform(on: BodyMotion(moments: []))
    #expect(empty == ThrowStyleObservation(style: .none, confidence: 1))
    let hidden = BodyMotion(moments: [.init(time: 0) { _ in .unknown }])
    #expect(try await request.perform(on: hidden, releasedAt: 0).style == .none)
    let standing = try #require(Self.recordings.first { $0.label == "none" }).motion().moments[0]
    let still = BodyMotion(
      moments: (0..<90).map { index in
        BodyMotion.Moment(time: Double(index) / 30) { standing[$0] }
      })
    #expect(try await request.perform(on: still).style == .none)
  }

  @Test func `a network of another kind is refused`() throws {
    let spots = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../Fixtures/two-inputs.onnx").standardizedFileURL.path
    #expect(throws: VisionError.self) { try ThrowStyleModel(path: spots) }
    #expect(throws: VisionError.inference(.modelNotFound(path: "/nowhere.onnx"))) {
      try ThrowStyleModel(path: "/nowhere.onnx")
    }
  }

  struct Windows: Sendable, CustomTestStringConvertible {
    let reason: String
    let logits: [SIMD4<Float>]
    let expected: ThrowStyle?

    var testDescription: String { reason }
  }

  @Test(
    "windows are joined to one answer",
    arguments: [
      Windows(reason: "no window, no answer", logits: [], expected: nil),
      Windows(reason: "one window decides", logits: [[0, 3, 0, 0]], expected: .underhand),
      Windows(
        reason: "a throw anywhere is a throw",
        logits: [
          [0, 0, 0, 9], [0, 0, 0, 9], [0, 0, 9, 0], [0, 0, 9, 0], [0, 0, 9, 0], [0, 0, 0, 9],
        ],
        expected: .underleg),
      Windows(
        reason: "a single window amid many others is a slip",
        logits: [[0, 0, 0, 9], [0, 0, 0, 9], [9, 0, 0, 0], [0, 0, 0, 9], [0, 0, 0, 9]],
        expected: ThrowStyle.none),
    ])
  func joined(windows: Windows) {
    let scores = windows.logits.map(ThrowStyleScores.init(logits:))
    #expect(ThrowStyleScores.joined(scores)?.observation.style == windows.expected)
  }
}

extension BodyMotion.Joint {
  /// The same joint of the other side.
  fileprivate var opposite: Self {
    let sides: [(Self, Self)] = [
      (.leftShoulder, .rightShoulder), (.leftElbow, .rightElbow), (.leftWrist, .rightWrist),
      (.leftHip, .rightHip), (.leftKnee, .rightKnee), (.leftAnkle, .rightAnkle),
    ]
    return sides.first { $0.0 == self }?.1 ?? sides.first { $0.1 == self }?.0 ?? self
  }
}
