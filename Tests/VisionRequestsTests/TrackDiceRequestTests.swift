import Testing
import VisionCore

@testable import VisionRequests

@Suite("Tracking dice")
struct TrackDiceRequestTests {
  @Test func `a still scene has the same boxes in every frame`() async throws {
    let frame = RGBImage(
      width: 1280, height: 720,
      spots: [
        Spot(value: .one, x: 400, y: 320, side: 60), Spot(value: .two, x: 760, y: 360, side: 60),
      ])
    var request = TrackDiceRequest(model: try .spots())
    let first = try await request.perform(on: frame, orientation: .up)
    #expect(Set(first.map(\.label)) == [.one, .two])
    for _ in 0..<10 {
      #expect(try await request.perform(on: frame, orientation: .up) == first)
    }
  }

  @Test func `an empty table has no dice`() async throws {
    var request = TrackDiceRequest(model: try .spots())
    for _ in 0..<5 {
      let frame = RGBImage(width: 320, height: 240, spots: [])
      #expect(try await request.perform(on: frame, orientation: .right).isEmpty)
    }
  }
}
