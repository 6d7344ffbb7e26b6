import TestScenes
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

  @Test(
    "only dice in the region of interest are read, and boxes are those of the whole picture",
    arguments: ImageOrientation.allCases)
  func region(orientation: ImageOrientation) async throws {
    let frame = RGBImage(
      width: 1280, height: 720,
      spots: [
        Spot(value: .one, x: 400, y: 340, side: 16), Spot(value: .two, x: 768, y: 340, side: 16),
      ])
    var request = TrackDiceRequest(
      model: try .spots(),
      regionOfInterest: BoundingBox(x: 0.5, y: 0.25, width: 0.25, height: 1.0 / 3))
    for _ in 0..<3 {
      let dice = try await request.perform(
        on: frame.stored(as: orientation), orientation: orientation)
      // A close look sees the spot in several cells.
      #expect(Set(dice.map(\.label)) == [.two])
      let spot = BoundingBox(
        x: 760.0 / 1280, y: 332.0 / 720, width: 32.0 / 1280, height: 32.0 / 720)
      #expect(dice.allSatisfy { spot.contains($0.boundingBox.center) })
    }
    var outside = TrackDiceRequest(
      model: try .spots(), regionOfInterest: BoundingBox(x: 2, y: 0, width: 1, height: 1))
    #expect(try await outside.perform(on: frame, orientation: .up).isEmpty)
  }
}
