import Foundation
import Inference
import Media
import SceneReading
import Testing
import VisionCore

@testable import VisionRequests

/// The networks that watch bean-bag toss on OpenVINO and on plain Swift: the same joints, boards and styles.
@Suite("Agreement of the runtimes on bean-bag toss")
struct TossNetworksTests {
  private static let project = URL(filePath: #filePath).appending(path: "../../..")
    .standardizedFileURL
  private static let people =
    (ProcessInfo.processInfo.environment["PLAYFIELD_SHARED"].map { URL(filePath: $0) }
    ?? project.deletingLastPathComponent().appending(path: "shared"))
    .appending(path: "data/pose/coco")

  /// Every fortieth frame of the sample: somebody who throws, and a board.
  private static let frames = Result {
    let reader = try VideoReader(path: project.appending(path: "Samples/toss.mp4").path)
    var frames: [RGBImage] = []
    while let frame = try reader.next() {
      if frame.index.isMultiple(of: 40) { frames.append(frame.image) }
    }
    return frames
  }

  static let photographs =
    ((try? FileManager.default.contentsOfDirectory(atPath: people.path)) ?? [])
    .sorted().map { people.appending(path: $0).path }

  /// Joints that OpenVINO has seen, and how far off plain Swift finds them in the same square: in widths of
  /// the picture.
  private func distances(_ pictures: [(RGBImage, ImageOrientation)]) async throws -> [Double] {
    let theirs = try BodyPoseModel(threads: 1, engine: .openVINO)
    let ours = try BodyPoseModel(engine: .portable)
    var distances: [Double] = []
    for (image, orientation) in pictures {
      let size = image.uprightSize(orientation)
      for look in try await looks(of: theirs, at: image, orientation) {
        guard case .body(let expected) = look.answer else { continue }
        let found = try await ours.landmarks(in: look.region, of: image, orientation: orientation)
        #expect(expected.isPerson == found.isPerson)
        guard expected.isPerson, found.isPerson else { continue }
        #expect(abs(expected.confidence - found.confidence) < 0.02)
        for (a, b) in zip(expected.landmarks, found.landmarks).prefix(33) where a.confidence > 0.5 {
          let (dx, dy) = (a.location.x - b.location.x, a.location.y - b.location.y)
          distances.append((dx * dx + dy * dy).squareRoot() / Double(size.width))
        }
      }
    }
    return distances.sorted()
  }

  /// What the networks are shown of a picture, and what they answer.
  private func looks(
    of model: BodyPoseModel, at image: RGBImage, _ orientation: ImageOrientation
  ) async throws -> [PoseLook] {
    var search = BodySearch(
      in: image.uprightSize(orientation),
      newcomers: BodySearch.Newcomers(in: .unit, threshold: 0.3))
    var looks: [PoseLook] = []
    try await model.run(&search, on: image, orientation: orientation, noting: &looks)
    return looks
  }

  private func check(_ distances: [Double], minimum: Int) throws {
    try #require(distances.count > minimum)
    let near = Double(distances.count { $0 <= 0.001 }) / Double(distances.count)
    print(
      "\(distances.count) joints, within 0.001: \(near), at most \(distances[distances.count - 1])")
    #expect(near >= 0.95)
    #expect(distances[distances.count - 1] <= 0.01)
  }

  @Test func `joints of who throws in the sample`() async throws {
    try check(
      try await distances(try Self.frames.get().map { ($0, .up) }), minimum: 200)
  }

  @Test(
    "joints in photographs by others",
    .enabled(if: photographs.count >= 20, "needs the photos of ../shared, or of PLAYFIELD_SHARED"))
  func joints() async throws {
    let pictures = try Self.photographs.map { path in
      let decoded = try ImageReader.read(contentsOf: path)
      return (decoded.image, decoded.orientation)
    }
    try check(try await distances(pictures), minimum: 300)
  }

  @Test func `people are found in the same places`() async throws {
    let theirs = try BodyPoseModel(threads: 1, engine: .openVINO)
    let ours = try BodyPoseModel(engine: .portable)
    for image in try Self.frames.get() {
      let expected = try await looks(of: theirs, at: image, .up)
      let found = try await looks(of: ours, at: image, .up)
      #expect(expected.count == found.count)
      for (a, b) in zip(expected, found) {
        guard case .people(let a) = a.answer, case .people(let b) = b.answer else { continue }
        #expect(a.count == b.count)
        for (a, b) in zip(a, b) {
          #expect(abs(a.confidence - b.confidence) < 0.01)
          #expect(a.box.intersectionOverUnion(b.box) > 0.95)
        }
      }
    }
  }

  @Test func `the sample's board has the same corners`() async throws {
    let requests = try [Engine.openVINO, .portable].map { engine in
      DetectGameboardRequest(model: try GameboardModel(threads: 1, engine: engine))
    }
    for image in try Self.frames.get().prefix(4) {
      let expected = try #require(
        try await requests[0].perform(on: image, orientation: .up).first)
      let found = try #require(try await requests[1].perform(on: image, orientation: .up).first)
      #expect(abs(expected.confidence - found.confidence) < 0.02)
      for (a, b) in zip(expected.corners.all, found.corners.all) {
        // Half a pixel: what is found is refined along the board's edges, from where it was found.
        #expect(abs(a.x - b.x) * 640 < 0.5 && abs(a.y - b.y) * 360 < 0.5)
      }
    }
  }

  @Test func `styles are as likely`() async throws {
    let file = Self.project.appending(path: "Tests/Fixtures/throw-motions.jsonl")
    let theirs = try ThrowStyleModel(engine: .openVINO)
    let ours = try ThrowStyleModel(engine: .portable)
    let recordings = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
      try JSONDecoder().decode(Recording.self, from: Data($0.utf8))
    }
    #expect(recordings.count == 8)
    for recording in recordings {
      let motion = recording.motion.filled()
      for start in ThrowStyleWindow.starts(over: motion).prefix(3) {
        let window = ThrowStyleWindow(of: motion, from: start)
        let (a, b) = (try await theirs.scores(of: window), try await ours.scores(of: window))
        for style in ThrowStyle.allCases { #expect(abs(a[style] - b[style]) < 0.01) }
      }
    }
  }

  /// A line of the fixture.
  private struct Recording: Decodable {
    let names: [String]
    let fps: Double
    let frames: [[[Float]]]

    var motion: BodyMotion {
      BodyMotion(
        moments: frames.enumerated().map { index, frame in
          BodyMotion.Moment(time: Double(index) / fps) { joint in
            guard let column = names.firstIndex(of: "\(joint)") else { return .unknown }
            let mark = frame[column]
            return .init(x: mark[0], y: mark[1], belief: mark[2] > 0 ? 1 : 0.5)
          }
        })
    }
  }
}
