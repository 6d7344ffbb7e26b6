import Testing
import VisionCore

@testable import SceneReading

@Suite("The shift between two pictures")
struct PictureShiftTests {
  /// A picture of blocks of many levels, moved.
  private static func picture(
    _ width: Int, _ height: Int, moved: (x: Int, y: Int)
  ) -> SmoothedPicture {
    let bytes = (0..<width * height).map { index -> UInt8 in
      let (x, y) = (index % width - moved.x + 1000, index / width - moved.y + 1000)
      // Mixed well, or the picture would be like itself at many places.
      var level = UInt64(x / 5) &* 0x9e37_79b9_7f4a_7c15 ^ UInt64(y / 4) &* 0xc2b2_ae3d_27d4_eb4f
      level = (level ^ level >> 29) &* 0xbf58_476d_1ce4_e5b9
      return UInt8(truncatingIfNeeded: level >> 56)
    }
    return SmoothedPicture(
      BytePlane(size: PixelSize(width: width, height: height), bytes: bytes), block: 1)
  }

  @Test(
    "is found to a quarter of a pixel, whichever way it goes",
    arguments: [
      (160, 90, 3, 0, "across"), (160, 90, -7, 5, "back and down"), (160, 90, 12, -9, "up"),
      (97, 61, 4, 3, "sides that have other factors than 2, 3 and 5"),
      (135, 75, -6, -2, "odd sides"),
    ])
  func moved(width: Int, height: Int, x: Int, y: Int, why: String) throws {
    let before = Self.picture(width, height, moved: (0, 0))
    let now = Self.picture(width, height, moved: (x, y))
    let shift = try #require(before.shift(to: now), "\(why)")
    #expect((shift - SIMD2(Double(x), Double(y))).length < 0.25, "\(why): \(shift)")
  }

  @Test func `of a plain wall, and of one pixel, nothing is known`() {
    for size in [PixelSize(width: 64, height: 48), PixelSize(width: 1, height: 1)] {
      let wall = SmoothedPicture(BytePlane(size: size, repeating: 90), block: 1)
      #expect(wall.shift(to: wall) == nil)
    }
  }
}
