import DiceGame
import Foundation
import Testing
import VisionCore

/// What the network saw in a clip of real rolls, frame by frame.
struct Recording: Decodable {
  struct TrueRoll: Decodable {
    /// From left to right.
    let values: [Int]
    /// The first and the last frame in which the dice rest, give or take three.
    let rest: [Int]
  }

  let frameRate: Double
  /// For every frame, for every die: value, confidence, and the box as x, y, width, height.
  let frames: [[[Double]]]
  let rolls: [TrueRoll]

  func observations(inFrame index: Int) -> [DieObservation] {
    frames[index].map { die in
      DieObservation(
        label: DieValue(rawValue: UInt8(die[0]))!, confidence: Float(die[1]),
        boundingBox: BoundingBox(x: die[2], y: die[3], width: die[4], height: die[5]))
    }
  }
}

/// Real rolls, replayed without camera or network.
@Suite struct RecordingTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Recordings")
  static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".json") }.sorted()

  @Test func `there are recordings to replay`() {
    #expect(!Self.names.isEmpty, "Scripts/record-rolls.py makes them")
  }

  @Test(
    "Every recorded roll is reported once, seen in every frame and every second", arguments: names)
  func replays(name: String) throws {
    let recording = try JSONDecoder().decode(
      Recording.self, from: Data(contentsOf: Self.folder.appending(path: name)))
    for (step, first) in [(1, 0), (2, 0), (2, 1)] {
      var detector = RollEndDetector()
      var reported: [(values: [Int], frame: Int)] = []
      for index in stride(from: first, to: recording.frames.count, by: step) {
        let events = detector.update(
          with: recording.observations(inFrame: index), at: Double(index) / recording.frameRate)
        for case .ended(let roll) in events { reported.append((roll.values, index)) }
      }
      #expect(
        reported.map(\.values) == recording.rolls.map(\.values),
        "every \(step). frame from \(first), reported at \(reported.map(\.frame))")
      for (reported, roll) in zip(reported, recording.rolls) {
        // The rest may begin three frames later than the truth says: that is its own tolerance.
        let delay = Double(reported.frame - roll.rest[0] - 3) / recording.frameRate
        #expect(delay < 0.35, "every \(step). frame from \(first), frame \(reported.frame)")
      }
    }
  }
}
