import Media
import Testing
import VisionCore

@testable import playfield
@testable import TossAnalysis

@Suite("Who is in the picture")
struct PlayerWatchTests {
  @Test func `joints are sought from a second before a path on, in every frame about the release`()
    async throws
  {
    let frames = try SampleGame.firstThrow.get().prefix(75)
    let start = frames[45].time
    var seen: [Double] = []
    var players = PlayerWatch(model: try TossModels().poses)
    for (index, frame) in frames.enumerated() {
      // A path is known some frames after it has begun.
      if index == 51 {
        await players.catchUp()
        #expect(players.measured.moments.isEmpty)
        players.follow(pathFrom: start)
      }
      let sighting = try await players.look(at: FrameRing.Frame(frame))
      if let time = sighting.time { seen.append(time) }
    }
    await players.catchUp()
    let moments = players.measured.moments
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

  @Test func `what is only drawn changes nothing of what is measured`() async throws {
    let frames = try SampleGame.firstThrow.get().prefix(60)
    let model = try TossModels().poses
    var trails: [PoseTrail] = []
    for isDrawn in [false, true] {
      var players = PlayerWatch(model: model, isDrawn: isDrawn)
      for (index, frame) in frames.enumerated() {
        if index == 51 { players.follow(pathFrom: frames[45].time) }
        _ = try await players.look(at: FrameRing.Frame(frame))
      }
      await players.catchUp()
      let measured = players.measured.moments
      trails.append(players.trail)
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

  @Test func `beside all else, what a frame shows is taken in 0.3 seconds later`() async throws {
    let frames = try SampleGame.firstThrow.get().prefix(60)
    let model = try TossModels().poses
    var alone = PlayerWatch(model: model)
    var search = PlayerSearch(PlayerWatch(model: model))
    var taken: [PlayerWatch.Sighting] = []
    var seen: [PlayerWatch.Sighting] = []
    for (index, frame) in frames.enumerated() {
      while let sighting = await search.sighting(until: frame.time) {
        taken.append(try sighting.get())
      }
      #expect(taken.count == frames.count(where: { $0.time <= frame.time - PlayerSearch.delay }))
      if index == 51 {
        alone.follow(pathFrom: frames[45].time)
        search.follow(pathFrom: frames[45].time)
      }
      seen.append(try await alone.look(at: FrameRing.Frame(frame)))
      search.look(at: FrameRing.Frame(frame))
    }
    while let sighting = await search.sighting(until: .infinity) {
      taken.append(try sighting.get())
    }
    #expect(taken.map(\.time) == seen.map(\.time) && taken.map(\.count) == seen.map(\.count))
    #expect(search.newestPeople == search.trail.moments.last?.people)
    await search.finish()
    await alone.catchUp()
    #expect(search.trail.moments.map(\.frame) == alone.trail.moments.map(\.frame))
    let (trail, trailAlone) = (search.measured.moments, alone.measured.moments)
    #expect(!trail.isEmpty && trail.map(\.frame) == trailAlone.map(\.frame))
    #expect(trail.map(\.people) == trailAlone.map(\.people))
  }
}

extension FrameRing.Frame {
  fileprivate init(_ frame: VideoFrame) {
    self.init(index: frame.index, time: frame.time, image: frame.image)
  }
}
