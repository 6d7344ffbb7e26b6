import Media
import TestScenes
import Testing
import VisionCore
import VisionRequests

/// Parts of a photograph, cut out at known distances from each other.
@Suite("Where a plane is in the next frame")
struct HomographicRegistrationTests {
  private static let picture = Result { try ImageReader.read(contentsOf: Sample.picture).image }

  private func part(_ x: Int, _ y: Int, width: Int = 640, height: Int = 480) throws -> RGBImage {
    try Self.picture.get().part(x: 300 + x, y: 240 + y, width: width, height: height)
  }

  @Test(
    "is given in pixels of the upright frames",
    arguments: [ImageOrientation.up, .right, .left, .down])
  func shifted(orientation: ImageOrientation) throws {
    var request = TrackHomographicImageRegistrationRequest()
    let first = try request.perform(
      on: part(0, 0).stored(as: orientation), orientation: orientation)
    #expect(first?.matrix == [1, 0, 0, 0, 1, 0, 0, 0, 1])
    let answer = try request.perform(
      on: part(-9, 6).stored(as: orientation), orientation: orientation)
    let second = try #require(answer)
    for corner in [(0.0, 0.0), (639, 0), (0, 479), (639, 479)] {
      let place = try #require(second.location(of: PixelPoint(x: corner.0, y: corner.1)))
      #expect(abs(place.x - corner.0 - 9) < 1 && abs(place.y - corner.1 + 6) < 1, "\(place)")
    }
  }

  @Test func `a copy follows the frames before the reference`() throws {
    var request = TrackHomographicImageRegistrationRequest()
    _ = try request.perform(on: part(0, 0), orientation: .up)
    var backwards = request
    let answers = [
      try backwards.perform(on: part(5, 0), orientation: .up),
      try request.perform(on: part(-5, 0), orientation: .up),
    ]
    let (before, after) = (try #require(answers[0]), try #require(answers[1]))
    #expect(abs(before.matrix[2] + 5) < 1 && abs(after.matrix[2] - 5) < 1)
  }

  @Test func `a frame of another size has no answer, and the next one has`() throws {
    var request = TrackHomographicImageRegistrationRequest()
    let first = try request.perform(on: part(0, 0), orientation: .up)
    let small = try request.perform(
      on: part(0, 0, width: 320, height: 240), orientation: .up)
    #expect(small == nil)
    let second = try request.perform(on: part(0, 0), orientation: .up)
    #expect(second == first)
  }
}
