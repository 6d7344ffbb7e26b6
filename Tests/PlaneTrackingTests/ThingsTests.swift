import Testing
import VisionCore

@testable import PlaneTracking

@Suite("A plain table with dice on it")
struct ThingsTests {
  private static let dice = [
    BoundingBox(x: 0.3, y: 0.35, width: 0.11, height: 0.14),
    BoundingBox(x: 0.58, y: 0.5, width: 0.11, height: 0.14),
  ]
  private let table = SyntheticTable(things: dice)

  /// Where the dice are seen from elsewhere.
  private func boxes(_ pose: Matrix3, _ dice: [BoundingBox] = dice) -> [BoundingBox] {
    let (width, height) = (Double(table.size.width), Double(table.size.height))
    return dice.map { box in
      let center = SIMD2(box.center.x * width, box.center.y * height)
      let seen = pose.map(center) ?? center
      return BoundingBox(
        x: seen.x / width - box.width / 2, y: seen.y / height - box.height / 2, width: box.width,
        height: box.height)
    }
  }

  @Test(
    "is followed by them, as far as they say",
    arguments: [
      (0, 0, [2, 1], "shifted"), (0.012, 0, [0, 0], "turned"), (0, 0.012, [0, 0], "nearer"),
      (-0.01, -0.008, [1, -1], "all at once"),
    ] as [(Double, Double, SIMD2<Double>, String)])
  func moved(turn: Double, growth: Double, shift: SIMD2<Double>, why: String) throws {
    var tracker = PlaneTracker(reference: table.frame(), size: table.size, things: Self.dice)
    for step in 1...15 {
      let part = Double(step)
      let pose = table.pose(turn: turn * part, scale: 1 + growth * part, shift: shift * part)
      let answer = tracker.track(
        table.frame(pose, noise: 3, seed: UInt64(step)), size: table.size, things: boxes(pose))
      let found = try #require(answer, "\(why), \(step)")
      // A hundredth of the picture's width.
      #expect(table.distance(found, pose) < 3.2, "\(why), \(step)")
    }
  }

  @Test func `stays exactly where it is while they lie still`() {
    var tracker = PlaneTracker(reference: table.frame(), size: table.size, things: Self.dice)
    for seed in 1...12 {
      let frame = table.frame(noise: 4, seed: UInt64(seed))
      #expect(tracker.track(frame, size: table.size, things: Self.dice) == .identity, "\(seed)")
    }
  }

  @Test func `is lost without them, and held where others have come to rest`() {
    var tracker = PlaneTracker(reference: table.frame(), size: table.size, things: Self.dice)
    let empty = SyntheticTable(things: [])
    for seed in 1...3 {
      let frame = empty.frame(noise: 3, seed: UInt64(seed))
      #expect(tracker.track(frame, size: table.size) == nil, "\(seed)")
    }
    let others = [
      BoundingBox(x: 0.2, y: 0.6, width: 0.11, height: 0.14),
      BoundingBox(x: 0.7, y: 0.2, width: 0.11, height: 0.14),
    ]
    let rolled = SyntheticTable(things: others)
    let answers = (1...12).map { seed in
      tracker.track(
        rolled.frame(noise: 3, seed: UInt64(seed)), size: table.size, things: others)
    }
    #expect(answers.first == .some(nil), "they may still move")
    #expect(answers.last == .identity)
    let pose = table.pose(shift: [4, 2])
    let answer = tracker.track(rolled.frame(pose), size: table.size, things: boxes(pose, others))
    #expect(answer.map { table.distance($0, pose) < 3 } == true, "they are followed now")
  }

  @Test func `is not moved by one of them that is pushed`() throws {
    var tracker = PlaneTracker(reference: table.frame(), size: table.size, things: Self.dice)
    for step in 1...6 {
      var pushed = Self.dice
      pushed[1].x += 0.01 * Double(step)
      var frame = table.frame(noise: 2, seed: UInt64(step))
      let moved = table.frame(table.pose(shift: [3.2 * Double(step), 0]))
      for y in 110..<180 { for x in 170..<260 { frame[y * 320 + x] = moved[y * 320 + x] } }
      let answer = tracker.track(frame, size: table.size, things: pushed)
      #expect(answer == nil || answer == .identity, "\(step)")
    }
  }
}
