import PlayfieldMaths
import Testing
import VisionCore

@testable import PlaneTracking

@Suite("What is over a plane")
struct PlaneBackgroundTests {
  private let size = PixelSize(width: 160, height: 120)

  /// A table of squares of two browns, with noise.
  private func table(seed: UInt64, light: Double = 1, shift: Int = 0) -> [SIMD4<UInt8>] {
    var random = SplitMix64(seed: seed)
    return (0..<size.width * size.height).map { index in
      let (x, y) = (index % size.width + shift, index / size.width)
      let base: SIMD3<Double> = (x / 20 + y / 20) % 2 == 0 ? [150, 110, 70] : [190, 150, 110]
      let color = base * light + random.uniform(-5, 5)
      return SIMD4(UInt8(color.x), UInt8(color.y), UInt8(color.z), 255)
    }
  }

  private struct Look {
    var background: PlaneBackground
    var mask: [UInt8]

    init(_ size: PixelSize) {
      background = PlaneBackground(frame: size)
      mask = [UInt8](repeating: 1, count: background.size.width * background.size.height)
    }

    /// The cells that are covered.
    mutating func at(
      _ pixels: [SIMD4<UInt8>], width: Int, pose: Matrix3 = .identity, things: [BoundingBox] = []
    ) -> Set<Int> {
      let isAny = pixels.withUnsafeBufferPointer {
        background.find(in: $0, width: width, pose: pose, things: things, mask: &mask)
      }
      let covered = Set(mask.indices.filter { mask[$0] == 255 })
      #expect(isAny == !covered.isEmpty)
      return covered
    }
  }

  private func covering(
    _ pixels: [SIMD4<UInt8>], _ color: SIMD4<UInt8>, x: Range<Int>, y: Range<Int>
  ) -> [SIMD4<UInt8>] {
    var pixels = pixels
    for y in y { for x in x { pixels[y * size.width + x] = color } }
    return pixels
  }

  private let hand = SIMD4<UInt8>(235, 190, 175, 255)

  /// A look that knows the table.
  private func known() -> Look {
    var look = Look(size)
    for seed in 1...12 { _ = look.at(table(seed: UInt64(seed)), width: size.width) }
    return look
  }

  @Test func `nothing is, before the plane is known, nor where nothing has come`() {
    var look = Look(size)
    for seed in 1...30 {
      #expect(look.at(table(seed: UInt64(seed)), width: size.width).isEmpty, "\(seed)")
    }
  }

  @Test func `a hand is, to a cell at its edge, and no more once it has gone`() {
    var look = known()
    for seed in 20...40 {
      let frame = covering(table(seed: UInt64(seed)), hand, x: 40..<80, y: 0..<60)
      let covered = look.at(frame, width: size.width)
      for y in 0..<30 {
        for x in 0..<40 {
          let isInside = (11..<19).contains(x) && (0..<14).contains(y)
          let isOutside = !(9..<21).contains(x) || y > 15
          if isInside { #expect(covered.contains(y * 40 + x), "\(x), \(y)") }
          if isOutside { #expect(!covered.contains(y * 40 + x), "\(x), \(y)") }
        }
      }
    }
    #expect(look.at(table(seed: 99), width: size.width).isEmpty)
  }

  @Test func `a shadow is not, nor a camera that adapts, nor another lamp`() {
    var look = known()
    var frame = table(seed: 20)
    let dark = table(seed: 20, light: 0.62)
    for y in 30..<90 { for x in 30..<90 { frame[y * 160 + x] = dark[y * 160 + x] } }
    #expect(look.at(frame, width: size.width).isEmpty, "shadow")
    #expect(look.at(table(seed: 21, light: 0.85), width: size.width).isEmpty, "adapted")
    let blue = table(seed: 22).map { SIMD4($0.x / 2, $0.y / 2, 255, 255) }
    #expect(look.at(blue, width: size.width).isEmpty, "everything has changed")
  }

  @Test func `a lamp that lights half of the plane is the plane's soon`() {
    var look = known()
    let counts = (30..<60).map { seed in
      var frame = table(seed: UInt64(seed))
      for y in 0..<120 { for x in 0..<70 { frame[y * 160 + x] = [240, 230, 200, 255] } }
      return look.at(frame, width: size.width).count
    }
    #expect(counts[0] > 300)
    #expect(counts.suffix(10).allSatisfy { $0 == 0 })
  }

  @Test func `what stands on the plane is not, and is not learned`() {
    var look = Look(size)
    let die = BoundingBox(x: 0.25, y: 0.25, width: 0.25, height: 0.25)
    let white = SIMD4<UInt8>(250, 250, 250, 255)
    for seed in 1...15 {
      let frame = covering(table(seed: UInt64(seed)), white, x: 40..<80, y: 30..<60)
      #expect(look.at(frame, width: size.width, things: [die]).isEmpty, "\(seed)")
    }
    #expect(look.at(table(seed: 40), width: size.width).isEmpty, "it was taken away")
  }

  @Test func `the plane is known where it was seen, wherever the camera has gone`() {
    var look = known()
    let pose = Matrix3(SIMD3(1, 0, -24), SIMD3(0, 1, 0), SIMD3(0, 0, 1))
    let moved = table(seed: 50, shift: 24)
    #expect(look.at(moved, width: size.width, pose: pose).isEmpty)
    let covered = look.at(
      covering(moved, hand, x: 40..<80, y: 0..<60), width: size.width, pose: pose)
    #expect(covered.contains(7 * 40 + 15))
  }

  @Test func `what has come to stay is the plane's after a while`() {
    var look = known()
    let cup = covering(table(seed: 60), hand, x: 40..<80, y: 0..<60)
    let answers = (0..<130).map { _ in look.at(cup, width: size.width).isEmpty }
    #expect(answers.prefix(60).allSatisfy { !$0 })
    #expect(answers.last == true)
  }
}
