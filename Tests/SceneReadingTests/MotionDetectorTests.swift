import Testing
import VisionCore

@testable import SceneReading

/// What moves before a camera, in pictures that are drawn.
@Suite("Moving objects")
struct MotionDetectorTests {
  private static let size = PixelSize(width: 160, height: 90)

  /// A striped wall, the same noise in no two frames, and discs of a colour.
  private static func picture(
    _ frame: Int, discs: [SIMD2<Double>] = [], radius: Double = 4,
    color: SIMD3<UInt8> = [220, 60, 30],
    shift: Int = 0
  ) -> ColorPlanes {
    var state = UInt64(frame) &* 977 &+ 5
    var bytes = [UInt8](repeating: 0, count: 3 * size.width * size.height)
    let count = size.width * size.height
    for y in 0..<size.height {
      for x in 0..<size.width {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let wall = UInt8((x + shift) / 10 % 2 == 0 ? 90 : 130) &+ UInt8(state >> 62)
        let isDisc = discs.contains { disc in
          let away = SIMD2(Double(x), Double(y)) - disc
          return (away * away).sum() <= radius * radius
        }
        for plane in 0..<3 {
          bytes[plane * count + y * size.width + x] = isDisc ? color[plane] : wall
        }
      }
    }
    return ColorPlanes(size: size, bytes: bytes)
  }

  private static func detector() -> MotionDetector {
    MotionDetector(MotionDetector.Bounds(radius: 0.01...0.1, region: .unit))
  }

  @Test func `a disc that flies is found where it was in the frame before the last`() throws {
    var detector = Self.detector()
    for frame in 0..<12 {
      let place = SIMD2(20 + 9 * Double(frame), 40.0)
      let look = detector.look(at: Self.picture(frame, discs: [place]))
      #expect(!look.isDuplicate)
      let found = detector.compare(seconds: 1 / 30, toCanvas: nil)
      let objects = try #require(found)
      guard frame >= 2 else {
        #expect(objects.isEmpty)
        continue
      }
      let ball = try #require(
        objects.first { abs(Self.size.pixel(at: $0.place).x - (place.x - 9)) < 0.3 })
      #expect(abs(Self.size.pixel(at: ball.place).y - 40) < 0.3)
      #expect(abs(ball.radius * 160 - 4) < 0.4)
      #expect(abs(ball.color.x - 220) < 3 && abs(ball.color.z - 30) < 3)
      #expect(ball.isIsolated && !ball.touchesEdge)
    }
  }

  @Test func `nothing moves before a camera that stands, whatever the noise`() {
    var detector = Self.detector()
    for frame in 0..<8 {
      let look = detector.look(at: Self.picture(frame))
      // Noise of three levels is no change: each frame repeats the first.
      #expect(look.isDuplicate == (frame > 0))
      if !look.isDuplicate {
        let objects = detector.compare(seconds: 1 / 30, toCanvas: nil)
        #expect(objects?.isEmpty == true)
      }
    }
  }

  @Test func `a camera that turns changes most of the edges, a disc few`() {
    var detector = Self.detector()
    _ = detector.look(at: Self.picture(0, discs: [[30, 30]]))
    let disc = detector.look(at: Self.picture(1, discs: [[60, 60]]))
    #expect(disc.changed < 0.4 && disc.changedPixels < 0.02)
    let turned = detector.look(at: Self.picture(2, discs: [[60, 60]], shift: 4))
    #expect(turned.changed > 0.8 && turned.changedPixels > 0.2)
  }

  @Test func `objects outside of the region do not count`() throws {
    var detector = MotionDetector(
      MotionDetector.Bounds(
        radius: 0.01...0.1, region: BoundingBox(x: 0.5, y: 0, width: 0.5, height: 1)))
    var found = 0
    for frame in 0..<12 {
      _ = detector.look(at: Self.picture(frame, discs: [[20 + 9 * Double(frame), 40]]))
      let objects = detector.compare(seconds: 1 / 30, toCanvas: nil)
      for object in try #require(objects) {
        #expect(object.place.x >= 0.5)
        found += 1
      }
    }
    #expect(found > 3)
  }

  @Test func `on the canvas a wall stands though the camera moves, and a disc moves`() throws {
    var detector = Self.detector()
    for frame in 0..<10 {
      let place = SIMD2(20 + 9 * Double(frame), 40.0)
      // The camera turns by two pixels a frame.
      let picture = Self.picture(frame, discs: [place], shift: 2 * frame)
      _ = detector.look(at: picture)
      let toCanvas =
        frame == 0
        ? nil : Matrix3(SIMD3(1, 0, 2 * Double(frame)), SIMD3(0, 1, 0), SIMD3(0, 0, 1))
      let found = detector.compare(seconds: 1 / 30, toCanvas: toCanvas)
      let objects = try #require(found)
      guard frame >= 2 else { continue }
      let before = place.x - 9 + 2 * Double(frame - 1)
      #expect(objects.contains { abs(Self.size.pixel(at: $0.place).x - before) < 0.5 })
      // The wall itself is no object.
      #expect(objects.count <= 3)
    }
  }

  @Test func `what is forgotten is the first frame again`() {
    var detector = Self.detector()
    for frame in 0..<5 {
      _ = detector.look(at: Self.picture(frame, discs: [[20 + 9 * Double(frame), 40]]))
      _ = detector.compare(seconds: 1 / 30, toCanvas: nil)
    }
    detector.forget()
    _ = detector.look(at: Self.picture(5, discs: [[65, 40]]))
    let objects = detector.compare(seconds: 1 / 30, toCanvas: nil)
    #expect(objects?.isEmpty == true)
  }

  @Test("a camera stands still unless most of the picture is shifted", arguments: [0, 1, 3])
  func stillness(shift: Int) {
    let before = SmoothedPicture(Self.picture(1).luma, block: 1)
    let now = SmoothedPicture(
      Self.picture(1, discs: [[80, 45]], radius: 9, shift: shift).luma, block: 1)
    #expect(now.standsStill(since: before) == (shift == 0))
  }

  @Test func `blocks of pixels become their means, and are smoothed as in a mirror`() {
    let size = PixelSize(width: 40, height: 20)
    let even = SmoothedPicture(BytePlane(size: size, repeating: 77), block: 2)
    #expect(even.size == PixelSize(width: 20, height: 10))
    #expect(even.levels.allSatisfy { abs($0 - 77) < 1e-3 })
    // A step from 0 to 100 in the middle: half of the way at its two pixels.
    let step = BytePlane(size: size, bytes: (0..<800).map { $0 % 40 < 20 ? 0 : 100 })
    let smooth = SmoothedPicture(step, block: 1)
    #expect(abs(smooth.levels[19] + smooth.levels[20] - 100) < 1e-3)
    #expect(smooth.levels[10] == 0 && abs(smooth.levels[30] - 100) < 1e-3)
  }
}
