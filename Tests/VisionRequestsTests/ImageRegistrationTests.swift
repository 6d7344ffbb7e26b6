import Media
import TestScenes
import Testing
import VisionCore
import VisionRequests

/// Parts of a photograph, cut out at known distances from each other.
@Suite("How far a picture has moved")
struct ImageRegistrationTests {
  private static let picture = Result { try ImageReader.read(contentsOf: Sample.picture).image }
  private static let (width, height) = (640, 480)

  /// The shift between two parts of the photograph, in pixels.
  private func shift(
    by offset: (x: Int, y: Int), orientation: ImageOrientation = .up,
    region: BoundingBox = .unit, changesBoth: Bool = false,
    change: (inout RGBImage) -> Void = { _ in }
  ) throws -> (x: Double, y: Double) {
    let picture = try Self.picture.get()
    func part(_ x: Int, _ y: Int) -> RGBImage {
      picture.part(x: 300 + x, y: 240 + y, width: Self.width, height: Self.height)
    }
    var request = TrackTranslationalImageRegistrationRequest(regionOfInterest: region)
    var start = part(0, 0)
    if changesBoth { change(&start) }
    let first = try request.perform(
      on: start.stored(as: orientation), orientation: orientation)
    #expect(first == ImageTranslation(dx: 0, dy: 0))
    // A camera that turns to the left moves its picture to the right.
    var second = part(-offset.x, -offset.y)
    change(&second)
    let shift = try request.perform(
      on: second.stored(as: orientation), orientation: orientation)
    return (shift.dx * Double(Self.width), shift.dy * Double(Self.width))
  }

  @Test(
    "is measured to half a pixel",
    arguments: [(0, 0), (1, 0), (0, 1), (-3, 2), (10, -7), (-40, 0), (25, 60), (-64, -48)])
  func known(x: Int, y: Int) throws {
    let measured = try shift(by: (x, y))
    #expect(abs(measured.x - Double(x)) < 0.5 && abs(measured.y - Double(y)) < 0.5, "\(measured)")
  }

  @Test("is that of the upright picture", arguments: [ImageOrientation.right, .left, .down])
  func orientation(_ orientation: ImageOrientation) throws {
    let measured = try shift(by: (12, -5), orientation: orientation)
    #expect(abs(measured.x - 12) < 0.5 && abs(measured.y + 5) < 0.5, "\(measured)")
  }

  @Test func `noise does not hide a move`() throws {
    let moved = try shift(by: (6, 0)) { $0.addNoise(seed: 1) }
    #expect(abs(moved.x - 6) < 0.5 && abs(moved.y) < 0.5, "\(moved)")
  }

  @Test func `a camera that stands is exactly still, so that errors add up to nothing`() throws {
    let still = try shift(by: (0, 0)) { $0.addNoise(seed: 1) }
    #expect(still == (0, 0), "noise")
    let passed = try shift(by: (0, 0)) { $0.fillDisc(x: 300, y: 240, radius: 100) }
    #expect(passed == (0, 0), "what covers a tenth of the picture")
  }

  @Test func `somebody who walks past does not move it`() throws {
    let measured = try shift(by: (0, 0)) {
      for step in 0..<12 { $0.fillDisc(x: 300, y: Double(60 + step * 32), radius: 60) }
    }
    #expect(abs(measured.x) < 0.2 && abs(measured.y) < 0.2, "\(measured)")
  }

  @Test func `a plain wall does not move`() throws {
    var request = TrackTranslationalImageRegistrationRequest()
    for seed in 0..<4 {
      var wall = RGBImage(
        width: 320, height: 240, pixels: [UInt8](repeating: 150, count: 320 * 240 * 3))
      wall.addNoise(seed: UInt64(seed))
      let shift = try request.perform(on: wall, orientation: .up)
      #expect(abs(shift.dx) < 0.001 && abs(shift.dy) < 0.001)
    }
  }

  @Test func `what lies outside the region of interest does not count`() throws {
    // A curtain over the left half that hangs still before a camera that moves.
    func drawCurtain(_ image: inout RGBImage) {
      for y in stride(from: 20, to: Self.height, by: 50) {
        for x in stride(from: 20, to: 300, by: 50) {
          image.fillDisc(x: Double(x), y: Double(y), radius: 24)
        }
      }
    }
    func moved(_ region: BoundingBox) throws -> (x: Double, y: Double) {
      try shift(
        by: (12, -5), orientation: .right, region: region, changesBoth: true, change: drawCurtain)
    }
    let right = try moved(BoundingBox(x: 0.5, y: 0, width: 0.5, height: 1))
    #expect(abs(right.x - 12) < 0.5 && abs(right.y + 5) < 0.5, "\(right)")
    let left = try moved(BoundingBox(x: 0, y: 0, width: 0.45, height: 1))
    #expect(abs(left.x) < 0.5 && abs(left.y) < 0.5, "\(left)")
  }
}
