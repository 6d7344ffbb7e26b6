import Testing

@testable import PlaneTracking
@testable import VisionCore

@Suite("Patches")
struct PatchTests {
  private let table = SyntheticTable()

  private func level(_ pixels: [UInt8]) -> LumaLevel {
    pixels.withUnsafeBufferPointer {
      LumaLevel(of: LumaView(size: table.size, start: $0.baseAddress!, stride: table.size.width))
    }
  }

  @Test(
    "a shift is found to a twentieth of a pixel",
    arguments: [[0, 0], [0.5, 0], [0, -0.25], [1.3, 2.1], [-2.4, 1.7]] as [SIMD2<Double>])
  func shift(_ shift: SIMD2<Double>) throws {
    let (before, after) = (level(table.frame()), level(table.frame(table.pose(shift: shift))))
    for (x, y) in [(80.0, 60.0), (200, 100), (150, 180)] {
      let center = PixelPoint(x: x, y: y)
      var patch = Patch()
      let isTaken = patch.take(from: before, center: center)
      #expect(isTaken)
      let found = patch.match(in: after, near: center, reach: 6)
      let match = try #require(found)
      #expect((match.place - (center + shift)).length < 0.05, "\(center)")
      #expect(match.correlation > 0.98)
    }
  }

  @Test func `turned and resized, a patch looks like the picture that is so`() throws {
    let pose = table.pose(turn: 0.5, scale: 1.3)
    let (before, after) = (level(table.frame()), level(table.frame(pose)))
    let center = PixelPoint(x: 150, y: 110)
    let place = try #require(pose.map(center))
    let axes = try #require(pose.inverseAxes(at: center))
    var patch = Patch()
    let isTaken = patch.take(from: before, center: center, axes: axes)
    #expect(isTaken)
    let found = patch.match(in: after, near: place + SIMD2(0.8, -0.6), reach: 4)
    let match = try #require(found)
    #expect((match.place - place).length < 0.1)
  }

  @Test func `brightness and contrast do not matter`() throws {
    let frame = table.frame()
    let (before, after) = (level(frame), level(frame.map { $0 / 2 + 60 }))
    let center = PixelPoint(x: 120, y: 90)
    var patch = Patch()
    let isTaken = patch.take(from: before, center: center)
    #expect(isTaken)
    let found = patch.match(in: after, near: center + SIMD2(1, 1), reach: 4)
    let match = try #require(found)
    #expect((match.place - center).length < 0.05)
  }

  @Test(
    "there is no patch",
    arguments: [
      ([UInt8](repeating: 80, count: 320 * 240), SIMD2(100.0, 100), "where all is plain"),
      (
        (0..<(320 * 240)).map { UInt8($0 % 320 / 2) }, SIMD2(100.0, 100),
        "on a slope without corners"
      ),
      (SyntheticTable().frame(), SIMD2(4.0, 100), "beyond the left edge"),
      (SyntheticTable().frame(), SIMD2(100.0, 236), "beyond the lower edge"),
    ] as [([UInt8], SIMD2<Double>, String)])
  func nothing(pixels: [UInt8], center: SIMD2<Double>, why: String) {
    var patch = Patch()
    let isTaken = patch.take(from: level(pixels), center: PixelPoint(center))
    #expect(!isTaken, "\(why)")
  }
}
