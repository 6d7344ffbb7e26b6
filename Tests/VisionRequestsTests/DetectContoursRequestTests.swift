import Media
import TestScenes
import Testing
import VisionCore

@testable import VisionRequests

@Suite("Detecting contours")
struct DetectContoursRequestTests {
  /// A dark disc on light grey, with a light disc in it.
  private static let rings: RGBImage = {
    var pixels: [UInt8] = []
    for y in 0..<300 {
      for x in 0..<400 {
        let away = (SIMD2(Double(x), Double(y)) - SIMD2(99.5, 199.5)).length
        pixels += [UInt8](repeating: away < 20 ? 230 : away < 60 ? 40 : 200, count: 3)
      }
    }
    return RGBImage(width: 400, height: 300, pixels: pixels)
  }()

  @Test(
    "each stored form of an upright picture gives the same outlines",
    arguments: ImageOrientation.allCases)
  func orientations(orientation: ImageOrientation) throws {
    let found = try DetectContoursRequest().perform(
      on: Self.rings.stored(as: orientation), orientation: orientation)
    #expect(found.contours.map(\.parent) == [nil, 0])
    for (contour, radius) in zip(found.contours, [60.0, 20]) {
      let box = contour.boundingBox
      #expect(abs(box.center.x - 0.25) < 0.002 && abs(box.center.y - 2.0 / 3) < 0.002)
      #expect(abs(box.width * 400 - 2 * radius) < 1.5)
      #expect(contour.aspectRatio == 400.0 / 300)
    }
    #expect(found.children(of: found.topLevelContours[0]).map(\.index) == [1])
  }

  @Test func `what is asked decides what is found`() throws {
    func count(_ change: (inout DetectContoursRequest) -> Void) throws -> Int {
      var request = DetectContoursRequest()
      change(&request)
      return try request.perform(on: Self.rings, orientation: .up).contours.count
    }
    #expect(try count { _ in } == 2, "dark on light: the disc and its hole")
    #expect(
      try count { $0.detectsDarkOnLight = false } == 2, "a hole in the ground, and the disc in it")
    #expect(try count { $0.contrastAdjustment = 0 } == 0)
    #expect(
      try count { $0.contrastAdjustment = 0.15 } == 1, "the edge of 190 levels, not that of 160")
    #expect(
      try count { $0.contrastPivot = 0.85 } == 1,
      "all but the bright disc is dark, and the picture's edge is no outline")
    #expect(try count { $0.contrastPivot = nil } == 2, "the best level lies between")
    #expect(
      try count { $0.regionOfInterest = BoundingBox(x: 0.5, y: 0, width: 0.5, height: 1) } == 0)
    #expect(
      try count { $0.regionOfInterest = BoundingBox(x: 2, y: 2, width: 1, height: 1) } == 0)
  }

  @Test func `in a region points are those of the whole picture`() throws {
    var request = DetectContoursRequest()
    request.regionOfInterest = BoundingBox(x: 0.05, y: 0.4, width: 0.4, height: 0.55)
    let whole = try DetectContoursRequest().perform(on: Self.rings, orientation: .up)
    let part = try request.perform(on: Self.rings, orientation: .up)
    #expect(part.contours.count == 2)
    for (one, other) in zip(whole.contours, part.contours) {
      #expect(one.boundingBox.intersectionOverUnion(other.boundingBox) > 0.98)
    }
  }

  @Test func `the five pips of a die that is lighter than the table lie in its top`() async throws {
    let picture = try ImageReader.read(contentsOf: Sample.picture)
    let dice = try await RecognizeDiceRequest(model: try DiceModel()).perform(
      on: picture.image, orientation: picture.orientation)
    let five = try #require(dice.first { $0.label == .five }).boundingBox
    let found = try DetectContoursRequest().perform(
      on: picture.image, orientation: picture.orientation)
    let top = try #require(
      found.contours.max {
        $0.boundingBox.intersectionOverUnion(five) < $1.boundingBox.intersectionOverUnion(five)
      })
    #expect(top.boundingBox.intersectionOverUnion(five) > 0.7)
    let pips = found.children(of: top).filter { $0.boundingBox.area > 0.005 * five.area }
    #expect(pips.count == 5)
  }
}
