import Media
import Testing
import VisionCore

@testable import TossAnalysis
@testable import playfield

@Suite("Who is in the picture")
struct PlayerWatchTests {
  @Test func `joints are sought from a second before a path on, in every frame`() async throws {
    var players = PlayerWatch(model: try TossModels().poses)
    let frames = try SampleGame.firstThrow.get().prefix(75)
    let start = frames[45].time
    var seen: [Double] = []
    for (index, frame) in frames.enumerated() {
      // A path is known some frames after it has begun.
      if index == 51 {
        let trail = await players.wholeTrail()
        #expect(trail.moments.isEmpty)
        players.follow(pathFrom: start)
      }
      let sighting = try await players.look(
        at: FrameRing.Frame(index: frame.index, time: frame.time, image: frame.image))
      if let time = sighting.time { seen.append(time) }
    }
    let wanted = frames.filter { ((start - 1)...(start + 0.6)).contains($0.time) }
    let moments = await players.wholeTrail().moments
    #expect(moments.map(\.frame) == wanted.map(\.index))
    #expect(moments.allSatisfy { !$0.people.isEmpty })
    // Before there was a path, every half second tells that somebody is there.
    #expect(seen.contains { $0 < start - 1 } && seen.last == wanted.last?.time)
  }
}
