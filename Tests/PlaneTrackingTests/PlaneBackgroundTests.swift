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

  /// A film of 30 frames a second, unless a test says otherwise.
  private struct Look {
    var background: PlaneBackground
    var cover = PlaneCover()
    var interval = 1.0 / 30
    private var time = 0.0

    init(_ size: PixelSize) { background = PlaneBackground(frame: size) }

    /// The cells that are covered at least by half.
    mutating func at(
      _ pixels: [SIMD4<UInt8>], pose: Matrix3 = .identity, dice: [BoundingBox] = []
    ) -> Set<Int> {
      time += interval
      let isAny = pixels.withUnsafeBufferPointer {
        background.find(
          in: $0, width: 160, at: time, pose: pose, dice: dice, cover: &cover)
      }
      #expect(isAny == (cover.opacity.contains { $0 > 0 } || cover.shade.contains { $0 > 0 }))
      return Set(cover.opacity.indices.filter { cover.opacity[$0] >= 128 })
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
    for seed in 1...12 { _ = look.at(table(seed: UInt64(seed))) }
    return look
  }

  @Test func `nothing is, before the plane is known, nor where nothing has come`() {
    var look = Look(size)
    for seed in 1...30 {
      #expect(look.at(table(seed: UInt64(seed))).isEmpty, "\(seed)")
    }
  }

  @Test func `a hand is, to a cell at its edge, and no more once it has gone`() {
    var look = known()
    for seed in 20...40 {
      let frame = covering(table(seed: UInt64(seed)), hand, x: 40..<80, y: 0..<60)
      let covered = look.at(frame)
      for y in 0..<60 {
        for x in 0..<80 {
          let isInside = (21..<39).contains(x) && (0..<29).contains(y)
          let isOutside = !(19..<41).contains(x) || y > 30
          if isInside { #expect(covered.contains(y * 80 + x), "\(x), \(y)") }
          if isOutside { #expect(!covered.contains(y * 80 + x), "\(x), \(y)") }
        }
      }
    }
    #expect(look.at(table(seed: 99)).isEmpty)
  }

  @Test func `a shadow is not, nor a camera that adapts, nor another lamp`() {
    var look = known()
    var frame = table(seed: 20)
    let dark = table(seed: 20, light: 0.62)
    for y in 30..<90 { for x in 30..<90 { frame[y * 160 + x] = dark[y * 160 + x] } }
    #expect(look.at(frame).isEmpty, "shadow")
    #expect(abs(Double(look.cover.shade[30 * 80 + 30]) / 255 - 0.38) < 0.06, "as dark as it is")
    #expect(look.cover.shade[10 * 80 + 70] == 0)
    #expect(look.at(table(seed: 21, light: 0.85)).isEmpty, "adapted")
    #expect(!look.cover.shade.contains { $0 > 0 }, "nor is that a shadow")
    let blue = table(seed: 22).map { SIMD4($0.x / 2, $0.y / 2, 255, 255) }
    #expect(look.at(blue).isEmpty, "everything has changed")
  }

  @Test func `a lamp that lights half of the plane is the plane's soon`() {
    var look = known()
    let counts = (30..<60).map { seed in
      var frame = table(seed: UInt64(seed))
      for y in 0..<120 { for x in 0..<70 { frame[y * 160 + x] = [240, 230, 200, 255] } }
      return look.at(frame).count
    }
    #expect(counts[0] > 1200)
    #expect(counts.suffix(10).allSatisfy { $0 == 0 })
  }

  @Test func `what stands on the plane is not, and is not learned`() {
    var look = Look(size)
    let die = BoundingBox(x: 0.25, y: 0.25, width: 0.25, height: 0.25)
    let white = SIMD4<UInt8>(250, 250, 250, 255)
    for seed in 1...15 {
      let frame = covering(table(seed: UInt64(seed)), white, x: 40..<80, y: 30..<60)
      #expect(look.at(frame, dice: [die]).isEmpty, "\(seed)")
    }
    let place = Set((15..<30).flatMap { y in (20..<40).map { y * 80 + $0 } })
    let answers = (40..<60).map { look.at(table(seed: $0)) }
    // But for its corners.
    #expect(answers[0].isSubset(of: place), "it was taken away, or not recognized")
    #expect(place.subtracting(answers[0]).count <= 8)
    #expect(
      answers.dropFirst(11).allSatisfy { $0.isEmpty }, "what is there now was seen long enough")
  }

  @Test func `the plane is known where it was seen, wherever the camera has gone`() {
    var look = known()
    let pose = Matrix3(SIMD3(1, 0, -24), SIMD3(0, 1, 0), SIMD3(0, 0, 1))
    let moved = table(seed: 50, shift: 24)
    #expect(look.at(moved, pose: pose).isEmpty)
    let covered = look.at(
      covering(moved, hand, x: 40..<80, y: 0..<60), pose: pose)
    #expect(covered.contains(14 * 80 + 30))
  }

  @Test(
    "what has come to stay is the plane's after two seconds, at any rate of frames",
    arguments: [60, 30, 10, 5])
  func stays(rate: Int) {
    var look = known()
    look.interval = 1 / Double(rate)
    let cup = covering(table(seed: 60), hand, x: 40..<80, y: 40..<80)
    let answers = (0..<3 * rate).map { _ in look.at(cup).isEmpty }
    #expect(answers.prefix(18 * rate / 10).allSatisfy { !$0 })
    #expect(answers.suffix(rate * 7 / 10).allSatisfy { $0 })
  }

  @Test
  func `a hand that rests for ten seconds is not the plane's, whatever the gap in its sleeve`() {
    var look = known()
    var frame = covering(table(seed: 60), hand, x: 40..<80, y: 0..<60)
    let table = table(seed: 60)
    for y in 20..<24 { for x in 40..<80 { frame[y * 160 + x] = table[y * 160 + x] } }
    let covered = look.at(frame).count
    #expect(covered > 500)
    for _ in 0..<300 { #expect(look.at(frame).count >= covered - 20) }
  }

  @Test func `an arm that was there from the beginning leaves no hole for good`() {
    var look = Look(size)
    let arm = covering(table(seed: 60), hand, x: 40..<80, y: 0..<60)
    for _ in 0..<30 { _ = look.at(arm) }
    let answers = (0..<22 * 30).map { _ in look.at(table(seed: 61)).isEmpty }
    #expect(!answers[0], "what is there now is not what was learned")
    #expect(answers.last == true)
  }

  @Test func `the place of a die at the frame's edge is the plane's once it has gone`() {
    var look = Look(size)
    let die = BoundingBox(x: 0, y: 0.25, width: 0.25, height: 0.25)
    for seed in 1...15 { _ = look.at(table(seed: UInt64(seed)), dice: [die]) }
    let answers = (20..<50).map { look.at(table(seed: UInt64($0))).isEmpty }
    #expect(answers.first == false)
    #expect(answers.suffix(10).allSatisfy { $0 })
  }

  @Test(
    "times that begin late, stand still or go back change nothing at once",
    arguments: [
      [1000.0, 1000.03, 1000.07],  // a page that has been open for long
      [0, 60, 60.03],  // a pause
      [5, 1, 1.03],  // a film that begins again
    ])
  func times(times: [Double]) {
    var background = known().background
    var cover = PlaneCover()
    let cup = covering(table(seed: 60), hand, x: 40..<80, y: 40..<80)
    for time in times {
      _ = cup.withUnsafeBufferPointer {
        background.find(
          in: $0, width: 160, at: time, pose: .identity, dice: [], cover: &cover
        )
      }
      #expect(cover.opacity[30 * 80 + 30] == 255, "\(time)")
    }
  }

  @Test func `a side of a die that was taken for the plane is corrected within half a second`() {
    var look = Look(size)
    let die = BoundingBox(x: 0.25, y: 0.25, width: 0.25, height: 0.25)
    for seed in 1...15 {
      var frame = covering(table(seed: UInt64(seed)), hand, x: 40..<80, y: 30..<60)
      frame = covering(frame, [60, 50, 50, 255], x: 40..<80, y: 60..<75)
      _ = look.at(frame, dice: [die])
    }
    let answers = (20..<50).map { look.at(table(seed: UInt64($0))).isEmpty }
    #expect(answers.first == false, "it differs when the die has gone")
    #expect(answers.dropFirst(18).allSatisfy { $0 })
  }
}
