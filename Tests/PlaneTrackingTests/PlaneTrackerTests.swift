import Testing
import VisionCore

@testable import PlaneTracking

@Suite("Following a plane")
struct PlaneTrackerTests {
  private let table = SyntheticTable()

  private func tracker(region: BoundingBox = .unit) -> PlaneTracker {
    PlaneTracker(reference: table.frame(), size: table.size, region: region)
  }

  @Test(
    "a view is found to half a pixel at the corners",
    arguments: [
      (SyntheticTable().pose(shift: [7, -4]), "shifted"),
      (SyntheticTable().pose(turn: 0.1), "turned"),
      (SyntheticTable().pose(scale: 1.12), "nearer"),
      (SyntheticTable().pose(tilt: 0.06), "tilted"),
      (SyntheticTable().pose(turn: -0.08, scale: 0.93, shift: [5, 3], tilt: -0.04), "all at once"),
    ] as [(Matrix3, String)])
  func view(pose: Matrix3, why: String) throws {
    var tracker = tracker()
    let answer = tracker.track(table.frame(pose, noise: 4, seed: 3), size: table.size)
    let found = try #require(answer, "\(why)")
    #expect(table.distance(found, pose) < 0.5, "\(why)")
  }

  @Test(
    "a camera that stood is followed from the first frame on in which it moves",
    arguments: [1, 4, 25])
  func start(frames: Int) throws {
    var tracker = tracker()
    for frame in 1...frames {
      let seen = tracker.track(table.frame(noise: 1, seed: UInt64(frame)), size: table.size)
      #expect(try #require(seen) == .identity)
    }
    let pose = table.pose(shift: [1.5, -1])
    let seen = tracker.track(table.frame(pose, noise: 1, seed: 99), size: table.size)
    #expect(table.distance(try #require(seen), pose) < 0.5)
  }

  @Test func `a long way round leads back to where it began`() throws {
    var tracker = tracker()
    for step in 1...60 {
      // Out by 60 degrees and back.
      let turn = 0.035 * Double(step <= 30 ? step : 60 - step)
      let pose = table.pose(turn: turn)
      let frame = table.frame(pose, noise: 4, seed: UInt64(step))
      let answer = tracker.track(frame, size: table.size)
      let found = try #require(answer, "\(step)")
      #expect(table.distance(found, pose) < 2.5, "\(step)")
    }
    let answer = tracker.track(table.frame(), size: table.size)
    let found = try #require(answer)
    #expect(table.distance(found, .identity) < 0.6)
  }

  @Test func `while nothing moves the answer stays exactly the same`() throws {
    var tracker = tracker()
    let pose = table.pose(turn: 0.05, shift: [3, 2])
    let answer = tracker.track(table.frame(pose), size: table.size)
    let first = try #require(answer)
    for seed in 1...20 {
      let frame = table.frame(pose, noise: 6, seed: UInt64(seed))
      #expect(tracker.track(frame, size: table.size) == first)
    }
  }

  @Test func `something large that moves over the table does not move it`() {
    var tracker = tracker()
    for step in 0..<12 {
      var frame = table.frame(noise: 3, seed: UInt64(step))
      // A part of the table itself, so that it has as much to follow, on its way across.
      for y in 60..<180 {
        for x in 0..<120 { frame[y * 320 + x + 15 * step] = frame[(y - 40) * 320 + x] }
      }
      #expect(tracker.track(frame, size: table.size) == .identity, "\(step)")
    }
  }

  @Test func `it is lost before a covered lens, and found again from elsewhere`() throws {
    var tracker = tracker()
    #expect(tracker.track(table.frame(), size: table.size) != nil)
    let black = [UInt8](repeating: 12, count: 320 * 240)
    for _ in 0..<3 { #expect(tracker.track(black, size: table.size) == nil) }
    let pose = table.pose(turn: 0.4, scale: 0.9, shift: [30, -20])
    let answer = tracker.track(table.frame(pose, noise: 2), size: table.size)
    let found = try #require(answer)
    #expect(table.distance(found, pose) < 1)
  }

  @Test func `another table is not taken for it`() {
    var tracker = tracker()
    // Far outside the first picture the pattern is another.
    let other = table.frame(table.pose(shift: [4000, 3000]))
    for _ in 0..<5 { #expect(tracker.track(other, size: table.size) == nil) }
  }

  @Test func `a mirror's picture is refused: no camera before the table sees it`() {
    var tracker = tracker()
    let mirror = Matrix3(SIMD3(-1, 0, 319), SIMD3(0, 1, 0), SIMD3(0, 0, 1))
    #expect(tracker.track(table.frame(mirror), size: table.size) == nil)
  }

  @Test func `of two things that move the one in the region is followed`() throws {
    var tracker = PlaneTracker(
      reference: table.frame(), size: table.size,
      region: BoundingBox(x: 0, y: 0, width: 0.5, height: 1))
    for step in 1...5 {
      let (left, right) = (
        table.pose(shift: [0, 2 * Double(step)]), table.pose(shift: [3 * Double(step), 0])
      )
      var frame = table.frame(right)
      let moved = table.frame(left)
      for y in 0..<240 { for x in 0..<160 { frame[y * 320 + x] = moved[y * 320 + x] } }
      let answer = tracker.track(frame, size: table.size)
      let found = try #require(answer)
      let corner = try #require(found.map(PixelPoint(x: 80, y: 120)))
      #expect((corner - PixelPoint(x: 80, y: 120 + 2 * Double(step))).length < 0.7, "\(step)")
    }
  }

  @Test func `what is ignored is not looked at`() throws {
    let covered = BoundingBox(x: 0.1, y: 0.1, width: 0.8, height: 0.8)
    var frame = table.frame()
    let moved = table.frame(table.pose(shift: [6, 0]))
    for y in 24..<216 { for x in 32..<288 { frame[y * 320 + x] = moved[y * 320 + x] } }
    var deceived = tracker()
    let answer = deceived.track(frame, size: table.size)
    let wrong = try #require(answer)
    #expect(table.distance(wrong, .identity) > 3, "what covers the table is most of the picture")
    var informed = tracker()
    #expect(informed.track(frame, size: table.size, things: [covered]) == .identity)
  }

  @Test func `the same frames give the same answers`() {
    let poses = (0..<6).map { table.pose(turn: 0.04 * Double($0), shift: [Double($0), 0]) }
    func answers() -> [Matrix3?] {
      var tracker = tracker()
      return poses.enumerated().map { index, pose in
        tracker.track(table.frame(pose, noise: 5, seed: UInt64(index)), size: table.size)
      }
    }
    #expect(answers() == answers())
  }

  @Test(
    "pictures in which nothing can be followed are lost, whatever their size",
    arguments: [(1, 1), (3, 200), (16, 16), (40, 40), (320, 240)])
  func plain(width: Int, height: Int) {
    let size = PixelSize(width: width, height: height)
    let plain = [UInt8](repeating: 90, count: width * height)
    var tracker = PlaneTracker(reference: plain, size: size)
    for _ in 0..<3 { #expect(tracker.track(plain, size: size) == nil) }
  }

  @Test func `a frame of another size is lost, and the next is found`() {
    var tracker = tracker()
    let small = SyntheticTable(size: PixelSize(width: 160, height: 120))
    #expect(tracker.track(small.frame(), size: small.size) == nil)
    #expect(tracker.track(table.frame(), size: table.size) == .identity)
  }

  @Test func `a region without a pixel is lost`() {
    var tracker = tracker(region: BoundingBox(x: 2, y: 2, width: 0.1, height: 0.1))
    #expect(tracker.track(table.frame(), size: table.size) == nil)
  }
}
