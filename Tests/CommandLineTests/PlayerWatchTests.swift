import Media
import SceneReading
import Testing
import TossAnalysis
import VisionCore
import VisionRequests

@testable import BeanBagToss
@testable import playfield

@Suite("Who is in the picture")
struct PlayerWatchTests {
  private static let hand = NormalizedPoint(x: 0.25, y: 0.4)

  private static func start(_ frame: VideoFrame) -> PlayerWatch.PathStart {
    PlayerWatch.PathStart(time: frame.time, location: hand)
  }

  @Test func `joints are sought from a second before a path on, in every frame about the release`()
    async throws
  {
    let frames = try SampleGame.firstThrow.get().prefix(75)
    let start = frames[45].time
    let model = try TossModels().poses
    var seen: [Double] = []
    var players = PlayerWatch()
    for (index, frame) in frames.enumerated() {
      // A path is known some frames after it has begun.
      if index == 51 {
        #expect(try await players.run([.catchUp], by: model).measured.moments.isEmpty)
        players.begin([.follow(pathFrom: Self.start(frames[45]))])
      }
      let turn = try await players.run([.look(at: FrameRing.Frame(frame))], by: model)
      if let time = turn.sighting?.time { seen.append(time) }
    }
    let moments = try await players.run([.catchUp], by: model).measured.moments
    let release = frames.filter { ((start - 0.6)...(start + 0.45)).contains($0.time) }
    #expect(Set(moments.map(\.frame)).isSuperset(of: release.map(\.index)))
    for (before, after) in zip(moments, moments.dropFirst()) {
      #expect(before.frame < after.frame && after.time - before.time < 0.07)
    }
    let (first, last) = (try #require(moments.first), try #require(moments.last))
    #expect(abs(first.time - (start - 1)) < 0.07 && abs(last.time - (start + 0.6)) < 0.07)
    #expect(moments.allSatisfy { !$0.people.isEmpty })
    // Before there was a path, every half second shows that somebody is there.
    #expect(seen.contains { $0 < start - 1 } && seen.last == last.time)
  }

  @Test func `where poses are spared every second frame about the release is looked at`()
    async throws
  {
    let frames = try SampleGame.firstThrow.get().prefix(75)
    let model = try TossModels().poses
    var counts: [Int] = []
    for isSparing in [false, true] {
      var players = PlayerWatch()
      players.begin([.spare(isSparing)])
      for (index, frame) in frames.enumerated() {
        if index == 51 { players.begin([.follow(pathFrom: Self.start(frames[45]))]) }
        _ = try await players.run([.look(at: FrameRing.Frame(frame))], by: model)
      }
      let start = frames[45].time
      counts.append(
        try await players.run([.catchUp], by: model).measured.moments
          .count { ((start - 0.6)...(start + 0.45)).contains($0.time) })
    }
    #expect(abs(counts[0] - 2 * counts[1]) <= 2, "\(counts)")
  }

  @Test func `what is only drawn changes nothing of what is measured`() async throws {
    let frames = try SampleGame.firstThrow.get().prefix(60)
    let model = try TossModels().poses
    var trails: [PoseTrail] = []
    for isDrawn in [false, true] {
      var players = PlayerWatch(isDrawn: isDrawn)
      for (index, frame) in frames.enumerated() {
        if index == 51 { players.begin([.follow(pathFrom: Self.start(frames[45]))]) }
        _ = try await players.run([.look(at: FrameRing.Frame(frame))], by: model)
      }
      let turn = try await players.run([.catchUp], by: model)
      let measured = turn.measured.moments
      trails.append(turn.trail)
      #expect(!measured.isEmpty && measured.allSatisfy { $0.purpose == .toMeasure })
    }
    let measured = trails[1].filtered { $0.purpose == .toMeasure }
    #expect(measured.moments.map(\.frame) == trails[0].moments.map(\.frame))
    #expect(measured.moments.map(\.people) == trails[0].moments.map(\.people))
    // A look at every fifth of a second: between two of them joints lie between theirs.
    let looks = trails[1].moments
    #expect(zip(looks, looks.dropFirst()).allSatisfy { $1.time - $0.time < 0.21 })
    let (before, after) = (looks[0], looks[1])
    let between = trails[1].people(at: (before.time + after.time) / 2, aspectRatio: 16.0 / 9)
    let joint = try #require(between.first)[.leftWrist].location
    let ends = [before, after].map { $0.people[0][.leftWrist].location }
    #expect(abs(joint.x - (ends[0].x + ends[1].x) / 2) < 1e-9)
    #expect(abs(joint.y - (ends[0].y + ends[1].y) / 2) < 1e-9)
  }

  @Test(
    "next to all else, what a frame shows is taken in 0.3 seconds later, however long networks take",
    arguments: [1, 7])
  func late(framesBetweenAnswers: Int) async throws {
    let frames = try SampleGame.firstThrow.get().prefix(60)
    let model = try TossModels().poses
    var alone = PlayerWatch()
    var looks = PlayerLooks(isDrawn: false)
    var (taken, seen): ([PlayerWatch.Sighting], [PlayerWatch.Sighting]) = ([], [])
    for (index, frame) in frames.enumerated() {
      while !looks.areMade(until: frame.time) || index.isMultiple(of: framesBetweenAnswers) {
        guard try await looks.runNext(by: model) else { break }
      }
      taken += looks.takeIn(until: frame.time)
      #expect(taken.count == frames.count(where: { $0.time <= frame.time - PlayerLooks.delay }))
      if index == 51 {
        alone.begin([.follow(pathFrom: Self.start(frames[45]))])
        looks.follow(pathFrom: Self.start(frames[45]))
      }
      let turn = try await alone.run([.look(at: FrameRing.Frame(frame))], by: model)
      seen.append(try #require(turn.sighting))
      looks.look(at: FrameRing.Frame(frame))
    }
    looks.catchUp()
    while try await looks.runNext(by: model) {}
    taken += looks.takeIn(until: .infinity)
    #expect(taken.map(\.time) == seen.map(\.time) && taken.map(\.count) == seen.map(\.count))
    #expect(looks.newestPeople == looks.trail.moments.last?.people)
    let turn = try await alone.run([.catchUp], by: model)
    #expect(looks.trail.moments.map(\.frame) == turn.trail.moments.map(\.frame))
    let (trail, trailAlone) = (looks.measured.moments, turn.measured.moments)
    #expect(!trail.isEmpty && trail.map(\.frame) == trailAlone.map(\.frame))
    #expect(trail.map(\.people) == trailAlone.map(\.people))
  }
}

extension PlayerWatch {
  /// Runs the networks until a command is carried out.
  fileprivate mutating func run(
    _ commands: [Command], by model: BodyPoseModel
  ) async throws -> Turn {
    begin(commands)
    try await run(by: model)
    return try #require(takeTurns().last)
  }

  fileprivate mutating func run(by model: BodyPoseModel) async throws {
    while let look {
      var (search, looks): (BodySearch, [PoseLook]) = (look.search, [])
      try await model.run(&search, on: look.image, orientation: .up, noting: &looks)
      record(search)
    }
  }
}

extension PlayerLooks {
  /// Runs the networks for what is given out next; `false` where nothing is.
  fileprivate mutating func runNext(by model: BodyPoseModel) async throws -> Bool {
    guard var players = giveOut() else { return false }
    try await players.run(by: model)
    takeBack(players)
    return true
  }
}

extension FrameRing.Frame {
  fileprivate init(_ frame: VideoFrame) {
    self.init(index: frame.index, time: frame.time, image: frame.image)
  }
}
