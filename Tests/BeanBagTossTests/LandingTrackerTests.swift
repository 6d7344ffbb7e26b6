import BeanBagToss
import Foundation
import Testing
import VisionCore

@Suite("Where bags come to rest")
struct LandingTrackerTests {
  @Test("a bag that stops is reported once, where and since when", arguments: [25.0, 30, 50, 60])
  func stops(rate: Double) throws {
    var board = SimulatedBoard(seconds: 3, rate: rate)
    board.toss(to: (0.3, 0.7), at: 1)
    let events = board.events()
    try #require(events.count == 1)
    guard case .landed(let landing) = events[0] else {
      Issue.record("\(events)")
      return
    }
    #expect(landing.number == 1 && landing.rest == .seen(.board))
    #expect(landing.firstFrame == Int(rate) && abs(landing.restTime - 1.4) < 1.5 / rate)
    #expect(landing.restFrame == Int((landing.restTime * rate).rounded()))
    #expect(landing.place == BoardPoint(x: 0.3, y: 0.7))
  }

  struct Scene: Sendable {
    let reason: String
    let reported: [String]
    let play: @Sendable (inout SimulatedBoard) -> Void
  }

  static let hole = (0.3048, 0.2286)

  static let scenes = [
    Scene(reason: "nothing moves", reported: []) { _ in },
    Scene(reason: "what vanishes at the hole went in", reported: ["hole 1"]) {
      $0.move((0.3, 1.0), hole, from: 1, to: 1.5)
    },
    Scene(reason: "a dark bag is last seen at the rim of a dark hole", reported: ["hole 1"]) {
      $0.move((0.3, 1.0), (0.31, 0.36), from: 1, to: 1.4)
    },
    Scene(reason: "what fell through the hole lies beneath the far end", reported: ["hole 1"]) {
      $0.move((0.3, 0.8), hole, from: 1, to: 1.3)
      $0.move((0.3, -0.2), (0.3, -0.32), from: 1.4, to: 1.5)
      $0.change(.covered, at: (0.3, -0.32), since: 1.5)
    },
    Scene(reason: "what slides over the side is off", reported: ["off 1"]) {
      $0.move((0.4, 1.0), (0.7, 0.4), from: 1, to: 1.5)
    },
    Scene(reason: "what leaves the ground about the board is off", reported: ["off 1"]) {
      $0.move((0.4, 1.0), (0.58, 0.5), from: 1, to: 1.4)
      $0.move((0.58, 0.5), (0.6, 0.45), from: 1.43, to: 1.5, touchesEdge: true)
    },
    Scene(reason: "where the picture ends nobody sees what becomes of it", reported: ["cut 1"]) {
      $0.move((0.4, 1.0), (0.58, 0.5), from: 1, to: 1.4)
      $0.move((0.58, 0.5), (0.6, 0.45), from: 1.43, to: 1.5, isCut: true)
    },
    Scene(reason: "what the picture cuts in the hole may lean on its rim", reported: ["cut 1"]) {
      $0.move((0.3, 1.0), hole, from: 1, to: 1.5)
      $0.change(.covered, at: hole, since: 1.5, isCut: true)
    },
    Scene(reason: "a bag that was hidden lies in view when that is over", reported: ["board 1"]) {
      $0.move((0.3, 1.1), (0.3, 0.7), from: 1, to: 1.3)
      $0.hide(from: 1.34, to: 2)
      $0.change(.covered, at: (0.3, 0.6), since: 2.1)
    },
    Scene(reason: "a bag that was hidden slides on in view: it is one", reported: ["board 1"]) {
      $0.move((0.3, 1.1), (0.3, 0.9), from: 1, to: 1.3)
      $0.hide(from: 1.34, to: 1.6)
      $0.move((0.3, 0.75), (0.3, 0.4), from: 1.64, to: 2)
      $0.change(.covered, at: (0.3, 0.4), since: 2)
    },
    Scene(reason: "what leaves the picture past the hole may lie beyond it", reported: ["cut 1"]) {
      $0.move((0.3, 1.0), (0.3, 0.4), from: 1, to: 1.4)
      $0.move((0.3, 0.38), hole, from: 1.43, to: 1.5, isCut: true)
    },
    Scene(reason: "what comes over the picture's edge goes in", reported: ["hole 1"]) {
      $0.move((0.3, 0.33), (0.3, 0.29), from: 1, to: 1.14, isCut: true)
      $0.move((0.3, 0.27), hole, from: 1.17, to: 1.27)
    },
    Scene(reason: "what the picture's edge cuts to the end may not have gone in", reported: []) {
      $0.move((0.3, 0.33), hole, from: 1, to: 1.2, isCut: true)
    },
    Scene(reason: "what comes over the picture's edge stops beside it", reported: ["board 1"]) {
      $0.move((0.3, 0.2), (0.3, 0.12), from: 1, to: 1.3, isCut: true)
      $0.change(.covered, at: (0.3, 0.12), since: 1.3, isCut: true)
    },
    Scene(reason: "what comes in and is cut all the way is not known", reported: []) {
      $0.move((0.3, 0.2), (0.3, 0.12), from: 1, to: 1.3, isCut: true)
      $0.change(.covered, at: (0.3, 0.12), since: 1.3, area: 0.7, isCut: true)
    },
    Scene(reason: "the picture's edge cuts half of what lies on the board", reported: ["cut 1"]) {
      $0.move((0.3, 0.5), (0.3, 1.1), from: 1, to: 1.4)
      $0.change(.covered, at: (0.3, 1.1), since: 1.4, area: 0.5, isCut: true)
    },
    Scene(reason: "the picture's edge cuts little of what lies on the board", reported: ["board 1"])
    {
      $0.move((0.3, 0.5), (0.3, 1.1), from: 1, to: 1.4)
      $0.change(.covered, at: (0.3, 1.1), since: 1.4, area: 0.8, isCut: true)
    },
    Scene(reason: "the picture's edge cuts what lies beside the board", reported: ["cut 1"]) {
      $0.move((0.4, 1.0), (0.8, 0.4), from: 1, to: 1.4)
      $0.change(.covered, at: (0.8, 0.4), since: 1.4, isCut: true)
    },
    Scene(reason: "somebody hid the bag, and nothing showed later", reported: ["unsure 1"]) {
      $0.move((0.3, 1.1), (0.3, 0.7), from: 1, to: 1.3)
      $0.hide(from: 1.34, to: 1.8)
    },
    Scene(reason: "what lies on the ground is off", reported: ["off 1"]) {
      $0.move((0.4, 1.0), (0.8, 0.4), from: 1, to: 1.5)
      $0.change(.covered, at: (0.8, 0.4), since: 1.5)
    },
    Scene(reason: "what vanishes amid the board is no bag", reported: []) {
      $0.move((0.3, 1.1), (0.3, 0.7), from: 1, to: 1.5)
    },
    Scene(reason: "half of the bag hangs over the hole", reported: ["board 1"]) {
      $0.move((0.3, 1.0), (0.3, 0.35), from: 1, to: 1.4)
      $0.change(.covered, at: (0.3, 0.35), since: 1.4, area: 0.5)
    },
    Scene(reason: "it slides in later", reported: ["board 1", "1 to hole"]) {
      $0.toss(to: (0.3, 0.36), at: 1)
      $0.change(.uncovered, at: (0.3, 0.36), since: 3)
    },
    Scene(reason: "it slides in later, and is seen to", reported: ["board 1", "1 to hole"]) {
      $0.toss(to: (0.3, 0.4), at: 1)
      $0.move((0.3, 0.4), (0.3, 0.3), from: 3, to: 3.2)
      $0.move((0.3, 0.3), hole, from: 3.23, to: 3.4)
      $0.change(.uncovered, at: (0.3, 0.4), since: 3.2)
    },
    Scene(reason: "another knocks it in, and stays", reported: ["board 1", "board 2", "1 to hole"])
    {
      $0.toss(to: (0.3, 0.4), at: 1)
      $0.move((0.3, 1.2), (0.3, 0.55), from: 3, to: 3.4, colour: SimulatedBoard.blue)
      $0.move((0.3, 0.4), hole, from: 3.4, to: 3.7)
      $0.change(.covered, at: (0.3, 0.55), since: 3.43, colour: SimulatedBoard.blue)
      $0.change(.uncovered, at: (0.3, 0.4), since: 3.6)
    },
    Scene(reason: "another knocks it off", reported: ["board 1", "board 2", "1 to off"]) {
      $0.toss(to: (0.5, 0.6), at: 1)
      $0.move((0.4, 1.2), (0.45, 0.75), from: 3, to: 3.4, colour: SimulatedBoard.blue)
      $0.move((0.5, 0.6), (0.75, 0.4), from: 3.4, to: 3.8)
      $0.change(.covered, at: (0.45, 0.75), since: 3.43, colour: SimulatedBoard.blue)
      $0.change(.uncovered, at: (0.5, 0.6), since: 3.5)
    },
    Scene(
      reason: "one that hung there from the start is knocked in, and the other follows",
      reported: ["hole 1", "start to hole"]
    ) {
      $0.move((0.3, 1.2), (0.3, 0.45), from: 1, to: 1.3)
      $0.move((0.3, 0.42), hole, from: 1.33, to: 1.6)
      $0.change(.uncovered, at: (0.31, 0.34), since: 1.6, area: 0.6)
    },
    Scene(reason: "two, one soon after the other", reported: ["board 1", "board 2"]) {
      $0.toss(to: (0.2, 0.7), at: 1)
      $0.toss(to: (0.4, 0.8), at: 1.3, colour: SimulatedBoard.blue)
    },
    Scene(reason: "one on top of another of its colour", reported: ["board 1", "board 2"]) {
      $0.toss(to: (0.3, 0.7), at: 1)
      $0.move((0.3, 1.2), (0.31, 0.72), from: 3, to: 3.3)
    },
    Scene(reason: "a hand takes bags away", reported: ["board 1", "board 2"]) {
      $0.toss(to: (0.3, 0.7), at: 1)
      $0.toss(to: (0.3, 0.36), at: 2.5)
      $0.move(
        (0.9, 1.2), (0.5, 0.8), from: 4.5, to: 5.5, area: 5, elongation: 4, touchesEdge: true)
      $0.change(.uncovered, at: (0.3, 0.7), since: 5)
      $0.change(.uncovered, at: (0.3, 0.36), since: 5.5)
    },
    Scene(
      reason: "a hand takes a bag away from the hole, and stays over the board",
      reported: ["board 1"]
    ) {
      $0.toss(to: (0.3, 0.36), at: 1)
      $0.move((0.9, 1.2), (0.5, 0.8), from: 3, to: 5.5, area: 3.5)
      $0.change(.uncovered, at: (0.3, 0.36), since: 3.5)
    },
    Scene(reason: "it misses the board, and shade stirs where it stops", reported: ["off 1"]) {
      $0.move((1.05, 0.42), (0.98, 0.42), from: 0.9, to: 1.5, area: 0.5, colour: .zero)
      $0.move((0.8, 1.5), (0.8, 0.4), from: 1, to: 1.5)
      $0.change(.covered, at: (0.8, 0.4), since: 1.5)
    },
    Scene(
      reason: "what comes with its shadow is not the one that went elsewhere",
      reported: ["board 1", "board 2"]
    ) {
      $0.toss(to: (0.1, 1.1), at: 1)
      $0.change(.uncovered, at: (0.1, 1.1), since: 3)
      $0.move((0.9, 1.3), (0.5, 0.9), from: 3.2, to: 3.5, area: 0.7, colour: .zero)
      $0.move((0.767, 1.4), (0.45, 0.4), from: 3.3, to: 3.7, colour: SimulatedBoard.blue)
      $0.change(.covered, at: (0.45, 0.4), since: 3.7, colour: SimulatedBoard.blue)
    },
    Scene(
      reason: "the clip ends just after one that lay there from the start was struck",
      reported: ["hole 1", "start to off"]
    ) {
      $0.move((0.3, 1.2), hole, from: 6, to: 6.4, colour: SimulatedBoard.blue)
      $0.move((0.45, 0.5), (0.75, 0.4), from: 6.3, to: 6.7)
      $0.change(.uncovered, at: (0.45, 0.5), since: 6.35)
    },
    Scene(reason: "it goes in past one that hangs at the hole", reported: ["board 1", "hole 2"]) {
      $0.toss(to: (0.3, 0.36), at: 1)
      $0.move((0.3, 1.2), (0.31, 0.38), from: 3, to: 3.3)
    },
    Scene(reason: "it is first seen above one that lies on", reported: ["board 1", "board 2"]) {
      $0.toss(to: (0.3, 0.7), at: 1)
      $0.move((0.32, 0.75), (0.5, 0.3), from: 3, to: 3.3, colour: SimulatedBoard.blue)
      $0.change(.covered, at: (0.5, 0.3), since: 3.33, colour: SimulatedBoard.blue)
    },
    Scene(
      reason: "it is first seen above one that lies on, with its shadow",
      reported: ["board 1", "board 2"]
    ) {
      $0.toss(to: (0.3, 0.7), at: 1)
      $0.move((0.32, 0.75), (0.5, 0.3), from: 3, to: 3.3, colour: SimulatedBoard.blue)
      $0.move((0.5, 0.8), (0.55, 0.32), from: 3, to: 3.3, area: 0.6, colour: .zero)
      $0.change(.covered, at: (0.5, 0.3), since: 3.33, colour: SimulatedBoard.blue)
    },
    Scene(reason: "something stirs about one that lies on", reported: ["board 1"]) {
      $0.toss(to: (0.3, 0.7), at: 1)
      $0.move((0.32, 0.75), (0.5, 0.6), from: 3, to: 3.3)
      $0.move((0.5, 0.6), (0.32, 0.72), from: 3.33, to: 3.6)
    },
    Scene(reason: "it nudges what lies there, and lies whole", reported: ["board 1", "board 2"]) {
      $0.toss(to: (0.3, 0.6), at: 1)
      $0.move((0.3, 1.4), (0.35, 0.72), from: 3, to: 3.4)
      $0.move((0.45, 0.72), (0.46, 0.73), from: 3.43, to: 3.55, area: 0.2)
      $0.change(.covered, at: (0.35, 0.72), since: 3.4)
    },
    Scene(reason: "another pushes it on, and stays in its place", reported: ["board 1", "board 2"])
    {
      $0.toss(to: (0.3, 0.6), at: 1)
      $0.move((0.3, 1.2), (0.3, 0.62), from: 3, to: 3.3, colour: SimulatedBoard.blue)
      $0.move((0.3, 0.6), (0.3, 0.4), from: 3.27, to: 3.5)
      $0.change(.covered, at: (0.3, 0.62), since: 3.33, colour: SimulatedBoard.blue)
      $0.change(.covered, at: (0.3, 0.4), since: 3.5)
    },
    Scene(
      reason: "of two close together the nearer one went in",
      reported: ["board 1", "board 2", "2 to hole"]
    ) {
      $0.toss(to: (0.3, 0.45), at: 1)
      $0.toss(to: (0.3, 0.36), at: 2.5, colour: SimulatedBoard.blue)
      $0.change(.uncovered, at: (0.3, 0.36), since: 5)
    },
    Scene(reason: "a bag and its shadow, which meet", reported: ["board 1"]) {
      $0.move((0.9, 1.4), (0.45, 0.9), from: 1, to: 1.3, colour: .zero)
      $0.toss(to: (0.3, 0.7), at: 1.1)
    },
    Scene(reason: "light falls on the board", reported: []) {
      $0.change(.covered, at: (0.3, 0.6), since: 1)
      $0.change(.covered, at: (0.3, 0.05), since: 1.5, elongation: 9)
    },
    Scene(reason: "lettering divides what slides over it", reported: ["board 1"]) {
      $0.move((0.27, 1.5), (0.27, 0.7), from: 1, to: 1.4, area: 0.4)
      $0.move((0.36, 1.5), (0.36, 0.7), from: 1, to: 1.4, area: 0.5)
      $0.change(.covered, at: (0.32, 0.7), since: 1.4)
    },
    Scene(reason: "somebody stands before the lens", reported: ["board 1", "unsure 2"]) {
      $0.toss(to: (0.2, 0.7), at: 1)
      $0.move((0.3, 1.0), (0.3, 0.4), from: 3, to: 3.3)
      $0.move((0.3, 0.4), hole, from: 3.33, to: 3.4)
      $0.hide(from: 3.43, to: 4.5)
    },
    Scene(reason: "the clip ends while the bag still slides", reported: []) {
      $0.move((0.3, 1.2), (0.3, 0.3), from: 6.5, to: 7)
    },
    Scene(reason: "the clip ends just after the bag went in", reported: ["hole 1"]) {
      $0.move((0.3, 1.2), hole, from: 6.3, to: 6.7)
    },
  ]

  @Test("what becomes of each bag is reported", arguments: scenes)
  func becomes(scene: Scene) {
    var board = SimulatedBoard(seconds: 7)
    scene.play(&board)
    #expect(board.reported() == scene.reported, "\(scene.reason)")
  }

  @Test("what slides past the hole and over the far end is off", arguments: [10, 12.5, 15, 30, 60])
  func slidesPast(rate: Double) {
    var board = SimulatedBoard(seconds: 4, rate: rate)
    board.move((0.3, 0.8), (0.3, -0.32), from: 1, to: 1.5)
    board.change(.covered, at: (0.3, -0.32), since: 1.5)
    #expect(board.reported() == ["off 1"])
  }

  @Test func `grass that sways all the time holds nothing up`() {
    var board = SimulatedBoard(seconds: 9)
    for second in 0..<9 {
      let start = Double(second)
      board.move((0.9, 0.6), (0.92, 0.6), from: start, to: start + 0.99, area: 0.5)
    }
    board.toss(to: (0.3, 0.36), at: 1)
    board.change(.uncovered, at: (0.3, 0.36), since: 3)
    #expect(board.reported(finishes: false) == ["board 1", "1 to hole"])
  }

  @Test func `what was seen is forgotten with its view`() {
    var board = SimulatedBoard(seconds: 3)
    board.toss(to: (0.3, 0.36), at: 1)
    var tracker = LandingTracker()
    for (index, sighting) in board.frames.enumerated() {
      _ = tracker.update(with: sighting, frame: index, time: Double(index) / board.rate)
    }
    #expect(tracker.restingBags.count == 1)
    tracker.forgetBags { _ in nil }
    tracker.forgetBags { _ in SimulatedBoard.red + 20 }
    #expect(tracker.restingBags.count == 1, "what is not in view, or looks the same, may lie on")
    var other = tracker
    tracker.forgetBags { _ in SimulatedBoard.wood }
    #expect(tracker.restingBags.isEmpty)
    other.forget()
    #expect(other.restingBags.isEmpty)
  }

  @Test func `the same sightings give the same events`() {
    var board = SimulatedBoard(seconds: 7)
    board.toss(to: (0.3, 0.7), at: 1)
    board.toss(to: (0.5, 0.7), at: 3)
    #expect(board.events() == board.events() && board.events().count == 2)
  }
}

/// What was seen of two real boards, replayed without their pictures.
@Suite("Recorded landings")
struct LandingRecordingTests {
  struct Recording {
    let frameRate: Double
    let sightings: [BoardSurfaceObservation]
    /// First frame, frame of rest, outcome.
    let landings: [(first: Int, rest: Int, outcome: String)]

    init(_ name: String) throws {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Recordings/\(name).json")
      let object = try #require(
        JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
      frameRate = try #require(object["frameRate"] as? Double)
      sightings = try #require(object["frames"] as? [Any]).map { frame in
        guard let lists = frame as? [[[Double]]] else {
          return BoardSurfaceObservation(isHidden: true)
        }
        return BoardSurfaceObservation(
          moving: lists[0].map { Self.blob($0[...]) },
          changes: lists[1].map { numbers in
            BoardChange(
              kind: numbers[0] == 1 ? .covered : .uncovered, blob: Self.blob(numbers[2...]),
              time: numbers[1])
          })
      }
      landings = try #require(object["landings"] as? [[Any]]).map { landing in
        (
          try #require(landing[0] as? Int), try #require(landing[1] as? Int),
          try #require(landing[2] as? String)
        )
      }
    }

    private static func blob(_ slice: ArraySlice<Double>) -> BoardBlob {
      let numbers = Array(slice)
      return BoardBlob(
        place: BoardPoint(x: numbers[0], y: numbers[1]), area: numbers[2],
        areaOnBoard: numbers[3], areaInHole: numbers[4],
        colour: SIMD3(numbers[5], numbers[6], numbers[7]), elongation: numbers[8],
        touchesEdge: numbers[9] >= 1, isCut: numbers[9] == 2)
    }
  }

  @Test(
    "Every recorded landing is reported once, in its place and time",
    arguments: ["overhead-hanging-bag", "overhead-two-in-the-hole"])
  func replays(name: String) throws {
    let recording = try Recording(name)
    var tracker = LandingTracker()
    var reported: [BagLanding] = []
    for (index, sighting) in recording.sightings.enumerated() {
      let time = Double(index) / recording.frameRate
      for case .landed(let landing) in tracker.update(with: sighting, frame: index, time: time) {
        reported.append(landing)
      }
    }
    #expect(reported.map(\.rest.outcome?.rawValue) == recording.landings.map(\.outcome))
    for (landing, truth) in zip(reported, recording.landings) {
      #expect(abs(landing.restFrame - truth.rest) <= 5)
      #expect(abs(landing.firstFrame - truth.first) <= 5)
    }
  }
}
