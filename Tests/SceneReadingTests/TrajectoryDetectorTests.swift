import Testing

@testable import SceneReading
@testable import VisionCore

/// Across 5 metres of picture gravity is 2 widths per second squared.
@Suite("Finding what is thrown")
struct TrajectoryDetectorTests {
  private static let toss = SimulatedScene.flight(x: 0.2, y: 0.4, vx: 0.5, vy: -0.8, gravity: 2)

  struct Throw: Sendable {
    let reason: String
    /// Frames a second.
    var rate = 30.0
    var path = toss
  }

  static let throwsTable = [
    Throw(reason: "to the right"),
    Throw(reason: "twice as many frames", rate: 60),
    Throw(reason: "half as many", rate: 15),
    Throw(
      reason: "to the left",
      path: SimulatedScene.flight(x: 0.8, y: 0.4, vx: -0.5, vy: -0.8, gravity: 2)),
    Throw(
      reason: "straight up",
      path: SimulatedScene.flight(x: 0.5, y: 0.5, vx: 0, vy: -0.8, gravity: 2)),
    Throw(
      reason: "towards the camera, up a little and then far down",
      path: SimulatedScene.flight(x: 0.45, y: 0.15, vx: 0.005, vy: -0.12, gravity: 0.9)),
    Throw(
      reason: "dropped at a run",
      path: SimulatedScene.flight(x: 0.1, y: 0.2, vx: 0.9, vy: 0, gravity: 1.2)),
    Throw(
      reason: "far away",
      path: SimulatedScene.flight(x: 0.1, y: 0.3, vx: 0.2, vy: -0.2, gravity: 0.4)),
    Throw(
      reason: "close by",
      path: SimulatedScene.flight(x: 0.1, y: 0.9, vx: 0.8, vy: -3.5, gravity: 9)),
  ]

  @Test("a throw is reported once, from its first point to its last", arguments: throwsTable)
  func found(row: Throw) throws {
    var scene = SimulatedScene(seconds: 2.5, rate: row.rate)
    scene.add(from: 1, for: 0.8, path: row.path)
    let reported = scene.ended()
    try #require(reported.count == 1, "\(row.reason)")
    let frames = reported[0].points.map(\.frame)
    let last = Int((1.8 * row.rate).rounded(.down))
    #expect(frames == Array(Int(row.rate)...last), "\(row.reason)")
    #expect(reported[0].confidence > 0.7, "\(row.reason)")
    for point in reported[0].points {
      let (x, y) = row.path(point.time - 1)
      #expect(abs(point.location.x - x) < 0.001)
      #expect(abs(point.location.y - y * 16 / 9) < 0.002)
    }
  }

  static let aboveTable = [
    Throw(
      reason: "out of the picture and back",
      path: SimulatedScene.flight(x: 0.2, y: 0.2, vx: 0.4, vy: -0.9, gravity: 2)),
    Throw(
      reason: "straight up, so that only the whole of it is no line",
      path: SimulatedScene.flight(x: 0.5, y: 0.25, vx: 0, vy: -1, gravity: 2)),
  ]

  @Test("what flies above the picture and falls back is one throw", arguments: aboveTable)
  func above(row: Throw) throws {
    var scene = SimulatedScene(seconds: 2.5)
    scene.add(from: 1, for: 0.95, path: row.path)
    // Cut by the edge, of what is beyond it nothing is seen.
    for index in scene.frames.indices {
      scene.frames[index] = scene.frames[index].compactMap { object in
        var cut = object
        guard object.place.y < object.radius else { return object }
        guard object.place.y > -object.radius / 2 else { return nil }
        cut.touchesEdge = true
        cut.radius *= 0.7
        cut.place.y = (object.place.y + object.radius) / 2
        return cut
      }
    }
    let ended = scene.ended()
    try #require(ended.count == 1, "\(row.reason)")
    #expect(ended[0].points.first?.frame == 30, "\(row.reason)")
    #expect(ended[0].points.last?.frame == 58, "\(row.reason)")
    #expect(ended[0].points.count < 24, "\(row.reason)")
    for point in ended[0].points {
      #expect(abs(point.location.y - row.path(point.time - 1).y * 16 / 9) < 0.002)
    }
  }

  @Test func `a throw ends in the hand that goes on with it`() throws {
    var scene = SimulatedScene(seconds: 2.5)
    let caught = Self.toss(0.5)
    scene.add(from: 1, for: 0.5, radius: 0.03, path: Self.toss)
    scene.add(from: 1.51, for: 0.3, radius: 0.03) { time in
      (caught.x + 0.1 * time, caught.y + 0.02 - 0.3 * time)
    }
    let ended = scene.ended()
    try #require(ended.count == 1)
    let last = try #require(ended[0].points.last?.frame)
    #expect((44...47).contains(last))
  }

  /// Metres before a camera whose picture is as wide as what it sees is far.
  struct Approach: Sendable {
    let reason: String
    let depth: @Sendable (Double) -> Double
    let place: @Sendable (Double) -> (x: Double, y: Double)

    func seen(_ time: Double) -> (x: Double, y: Double) {
      let (place, depth) = (place(time), depth(time))
      return (0.5 + place.x / depth, 0.3 + place.y / depth)
    }
  }

  static let approaches = [
    Approach(
      reason: "away from the camera", depth: { 3 + 4.5 * $0 },
      place: { (-0.3 + 0.4 * $0, 0.2 - 3.8 * $0 + 4.9 * $0 * $0) }),
    Approach(
      reason: "at the camera", depth: { 8 - 5 * $0 },
      place: { (-0.3 + 0.3 * $0, 0.3 - 3.9 * $0 + 4.9 * $0 * $0) }),
    Approach(
      reason: "obliquely at the camera", depth: { 6 - 3 * $0 },
      place: { (-2 + 3.5 * $0, 0.3 - 3.5 * $0 + 4.9 * $0 * $0) }),
  ]

  @Test(
    "a throw in depth is reported as one, though the picture's gravity changes on its way",
    arguments: approaches)
  func approaching(row: Approach) throws {
    var scene = SimulatedScene(seconds: 2.5)
    scene.add(from: 1, for: 0.9, radius: 0.05, depth: row.depth, path: row.seen)
    let reported = scene.ended()
    try #require(reported.count == 1, "\(row.reason): \(reported.map(\.points.count))")
    let frames = reported[0].points.map(\.frame)
    #expect(frames.count >= 25 && frames.last == 57, "\(row.reason): \(frames)")
  }

  @Test func `a throw that a body hid for a moment is led back to before`() throws {
    var scene = SimulatedScene(seconds: 2.5)
    scene.add(from: 1, for: 0.8, path: Self.toss)
    for frame in 35..<39 { scene.frames[frame] = [] }
    let reported = scene.ended()
    try #require(reported.count == 1)
    #expect(reported[0].points.first?.frame == 30)
  }

  @Test func `the equation is that of the path, in normalized coordinates`() throws {
    var scene = SimulatedScene(seconds: 2)
    scene.add(from: 0.5, for: 0.8, error: 0, path: Self.toss)
    let equation = try #require(scene.ended().first?.equation)
    // y(x): gravity / (2 vx²), times width over height.
    #expect(abs(equation.a - 2 / (2 * 0.5 * 0.5) * 16 / 9) < 1e-6)
    #expect(abs(equation.a * 0.04 + equation.b * 0.2 + equation.c - 0.4 * 16 / 9) < 1e-6)
  }

  @Test func `it is reported while it grows, under the id that it ends with`() throws {
    var scene = SimulatedScene(seconds: 2)
    scene.add(from: 0.5, for: 0.8, path: Self.toss)
    var detector = TrajectoryDetector(aspectRatio: 1)
    var lengths: [Int] = []
    var ids: Set<Int> = []
    for (index, objects) in scene.frames.enumerated() {
      for path in detector.update(with: objects, frame: index, time: Double(index) / 30) {
        lengths.append(path.points.count)
        ids.insert(path.id)
      }
    }
    #expect(ids.count == 1)
    #expect(try #require(lengths.first) < 14, "reported in the first half of its 25 points")
    #expect(lengths == lengths.sorted() && lengths.last == 25)
  }

  @Test func `two at a time are two`() {
    var scene = SimulatedScene(seconds: 2)
    scene.add(from: 0.5, for: 0.8, path: Self.toss)
    scene.add(
      from: 0.6, for: 0.8, radius: 0.012,
      path: SimulatedScene.flight(x: 0.8, y: 0.4, vx: -0.5, vy: -0.8, gravity: 2))
    #expect(scene.ended().map(\.points.count) == [25, 25])
  }

  @Test func `a bounce begins another path`() {
    var scene = SimulatedScene(seconds: 3)
    let first = SimulatedScene.flight(x: 0.1, y: 0.3, vx: 0.3, vy: -0.5, gravity: 2)
    let (x, y) = first(0.8)
    scene.add(from: 0.5, for: 0.8, path: first)
    scene.add(
      from: 1.3 + 1.0 / 30, for: 0.7,
      path: SimulatedScene.flight(x: x, y: y, vx: 0.25, vy: -0.8, gravity: 2))
    let reported = scene.ended()
    #expect(reported.count == 2)
    #expect(reported.allSatisfy { abs($0.points.count - 23) < 4 })
  }

  @Test func `frames in which it is hidden leave gaps, and no second path`() {
    var scene = SimulatedScene(seconds: 2)
    scene.add(from: 0.5, for: 0.8, path: Self.toss)
    for hidden in [18, 24, 25, 31] { scene.frames[hidden] = [] }
    #expect(scene.ended().map(\.points.count) == [21])
  }

  /// A ball that is near and flies for 0.15 s, at 60 frames a second.
  private static func brief(gravity: Double) -> SimulatedScene {
    var scene = SimulatedScene(seconds: 2, rate: 60)
    scene.add(
      from: 1, for: 0.15, radius: 0.04, error: 0.0002,
      path: SimulatedScene.flight(x: 0.5, y: 0.2, vx: -0.6, vy: -0.4, gravity: gravity))
    return scene
  }

  @Test func `a flight of a moment is found where gravity surely bends it`() {
    #expect(Self.brief(gravity: 6.5).ended().map(\.points.count) == [10])
    #expect(Self.brief(gravity: 0.3).ended().isEmpty)
  }

  @Test func `what lay on a flight's path before by chance does not lose it`() {
    var scene = Self.brief(gravity: 6.5)
    // Where the ball would have been seven frames before it was seen first, had it flown.
    scene.add(from: 0.868, for: 0.02, radius: 0.037) { time in
      let t = time - 0.132
      return (0.5 - 0.6 * t, 0.2 - 0.4 * t + 3.25 * t * t)
    }
    #expect(scene.ended().map(\.points.count) == [10])
  }

  @Test func `what lay in the hand before does not count`() throws {
    var scene = SimulatedScene(seconds: 2)
    // The hand swings forward and up, with the arm; then it lets go.
    scene.add(from: 0.2, for: 0.28, isIsolated: false) { time in
      (0.2 + 2.2 * (time - 0.3), 0.4 + 3 * (0.3 - time) * (0.3 - time) + 0.05)
    }
    scene.add(from: 0.5, for: 0.8, path: Self.toss)
    let reported = try #require(scene.ended().first)
    #expect(reported.points[0].frame >= 15)
  }

  struct Motion: Sendable {
    let reason: String
    var isIsolated = true
    let path: @Sendable (Double) -> (x: Double, y: Double)
  }

  static let otherMotions = [
    Motion(reason: "a shadow on level ground") { (0.1 + 0.4 * $0, 0.5) },
    Motion(reason: "a car on a slope") { (0.1 + 0.4 * $0, 0.3 + 0.1 * $0) },
    Motion(reason: "a leaf that sinks evenly") { (0.5, 0.2 + 0.5 * $0) },
    Motion(reason: "a kite: it bends upwards") { (0.1 + 0.4 * $0, 0.3 + 0.6 * $0 - $0 * $0) },
    Motion(reason: "pulled aside") { (0.5 + 0.6 * $0 * $0, 0.2 + $0 * $0 / 2) },
    Motion(reason: "a branch in the wind") {
      (0.5 + 0.1 * sin($0 * 9), 0.5 + 0.1 * sin($0 * 9 + 0.4))
    },
    Motion(reason: "a hand that is waved", isIsolated: false) {
      (0.4 + 0.12 * sin($0 * 6), 0.6 - 0.12 * cos($0 * 6))
    },
    Motion(reason: "a fist at the end of an arm", isIsolated: false) {
      (0.1 + 0.5 * $0, 0.6 - 0.8 * $0 + $0 * $0)
    },
    Motion(reason: "a bag that slides up a board and stops") {
      let time = min($0, 0.6)
      let way = time * (1 - time / 1.2)
      return (0.5 - 0.1 * way, 0.9 - 1.6 * way)
    },
  ]

  @Test("what is not thrown is not reported", arguments: otherMotions)
  func notThrown(motion: Motion) {
    var scene = SimulatedScene(seconds: 3)
    scene.add(from: 0.5, for: 1.2, isIsolated: motion.isIsolated, path: motion.path)
    #expect(scene.ended().isEmpty, "\(motion.reason)")
  }

  @Test func `of what keeps within the limits, the judge refuses what is ragged and unsteady`() {
    func scene(fill: Double, unsteady: Double) -> SimulatedScene {
      var scene = SimulatedScene(seconds: 2.5)
      scene.add(
        from: 1, for: 0.5, radius: 0.02, fill: fill, error: 0.0015,
        depth: { 1 + unsteady * sin(40 * $0) },
        path: SimulatedScene.flight(x: 0.2, y: 0.4, vx: 0.3, vy: -0.4, gravity: 1.6))
      return scene
    }
    #expect(scene(fill: .pi / 4, unsteady: 0).ended().count == 1, "a ball")
    let limb = scene(fill: 0.35, unsteady: 0.3)
    #expect(limb.ended(judge: .acceptsAll).count == 1)
    #expect(limb.ended().isEmpty)
  }

  struct Unevenness: Sendable {
    let reason: String
    /// In widths of the picture.
    let error: Double
    let isReported: Bool
  }

  static let unevennesses = [
    Unevenness(reason: "seen well", error: 0.0006, isReported: true),
    Unevenness(reason: "seen as in film of a phone", error: 0.002, isReported: true),
    Unevenness(
      reason: "jitters, as all does before a camera in the hand", error: 0.006, isReported: false),
  ]

  @Test(
    "a path is one of gravity if it bends by far more than its points are off it",
    arguments: unevennesses)
  func uneven(row: Unevenness) {
    // It bends by 0.05 widths. As large as this, its points may be off by as much as they are.
    var scene = SimulatedScene(seconds: 2.5)
    scene.add(
      from: 1, for: 0.8, radius: 0.04, error: row.error,
      path: SimulatedScene.flight(x: 0.2, y: 0.4, vx: 0.5, vy: -0.25, gravity: 0.6))
    #expect(scene.ended().isEmpty == !row.isReported, "\(row.reason)")
  }

  @Test("leaves and noise are no throws, however many there are", arguments: 1...10)
  func clutter(seed: Int) {
    var scene = SimulatedScene(seconds: 4)
    // Fewer than are judged, they may be as compact as what is thrown.
    scene.addClutter(
      count: 8 * seed, x: 0.6...0.9, y: 0.1...0.4,
      fill: seed < 6 ? .pi / 4 ... .pi / 4 : 0.3...0.78, seed: UInt64(seed))
    #expect(scene.ended().isEmpty)
    // And a throw past them is found all the same.
    scene.add(from: 1, for: 0.8, path: Self.toss)
    let reported = scene.ended()
    #expect(reported.count == 1)
    #expect(reported.first.map { $0.points.count >= 20 } == true)
  }

  /// Films that repeat pictures: the frame in which each picture first stands, and when it was taken, in thirtieths
  /// of a second.
  struct Judder: Sendable {
    let reason: String
    let frame: @Sendable (Int) -> Int
    let taken: @Sendable (Int) -> Double
  }

  static let judders = [
    Judder(
      reason: "24 pictures a second as 30", frame: { $0 * 5 / 4 }, taken: { Double($0) * 1.25 }),
    Judder(
      reason: "25 as 30, unevenly", frame: { ($0 * 6 + $0 / 5 % 3 * 2) / 5 },
      taken: { Double($0) * 1.2 }),
    Judder(
      reason: "a camera that missed one in seven", frame: { $0 * 7 / 6 },
      taken: { Double($0 * 7 / 6) }),
  ]

  /// What is reported of a throw in a film whose distinct pictures stand in some frames and were taken at some times.
  ///
  /// - Parameters:
  ///   - frame: In which each picture first stands.
  ///   - taken: When it was taken, in thirtieths of a second.
  ///   - rate: Of the film, in frames a second.
  /// - Returns: The paths that have ended, and how many pictures show the throw.
  private static func ended(
    frame: (Int) -> Int, taken: (Int) -> Double, rate: Double
  ) -> (paths: [TrajectoryObservation], pictures: Int) {
    let path = SimulatedScene.flight(x: 0.1, y: 0.5, vx: 0.9, vy: -1.1, gravity: 3)
    var detector = TrajectoryDetector(aspectRatio: 1)
    var ended: [TrajectoryObservation] = []
    var random = SimulatedScene.Random(seed: 4)
    var pictures = 0
    for picture in 0..<60 {
      let since = taken(picture) / 30 - 0.9
      let (x, y) = path(since)
      let object = MovingObject(
        place: WidthPoint(
          x: x + 0.0006 * random.next(in: -1...1), y: y + 0.0006 * random.next(in: -1...1)),
        radius: 0.01)
      let flies = (0...0.8).contains(since)
      pictures += flies ? 1 : 0
      let paths = detector.update(
        with: flies ? [object] : [], frame: frame(picture), time: Double(frame(picture)) / rate,
        repetitions: frame(picture + 1) - frame(picture) - 1)
      ended += paths.filter(\.isFinished)
    }
    return (ended + detector.finish(), pictures)
  }

  @Test("a throw is found once in a film that repeats pictures", arguments: judders)
  func repeated(row: Judder) throws {
    let ended = Self.ended(frame: row.frame, taken: row.taken, rate: 30).paths
    try #require(ended.count == 1, "\(row.reason)")
    #expect(ended[0].points.count >= 17, "\(row.reason)")
    for point in ended[0].points {
      #expect(abs(point.time - Double(point.frame) / 30) < 1e-9, "\(row.reason): the film's times")
    }
  }

  @Test func `a throw is found in slowed film, where hardly any gravity is left`() throws {
    let path = SimulatedScene.flight(x: 0.1, y: 0.5, vx: 0.6, vy: -0.7, gravity: 1.6)
    var detector = TrajectoryDetector(aspectRatio: 1)
    var ended: [TrajectoryObservation] = []
    for picture in 0..<60 {
      let since = Double(picture) / 30 - 0.9
      let (x, y) = path(since)
      let object = MovingObject(place: WidthPoint(x: x, y: y), radius: 0.01)
      let paths = detector.update(
        with: (0...0.8).contains(since) ? [object] : [],
        frame: 4 * picture, time: Double(4 * picture) / 30, repetitions: 3)
      ended += paths.filter(\.isFinished)
    }
    ended += detector.finish()
    try #require(ended.count == 1)
    #expect(ended[0].points.count >= 23)
    #expect(ended[0].points.first.map { $0.time == Double($0.frame) / 30 } == true)
  }

  /// Films with dropped frames: when each of those that are left was taken, in thirtieths of a second.
  struct Conversion: Sendable {
    let reason: String
    let taken: @Sendable (Int) -> Int
  }

  static let conversions = [
    Conversion(reason: "from 30 to 25 frames a second", taken: { $0 * 6 / 5 }),
    Conversion(reason: "the same, but for where it begins", taken: { $0 * 6 / 5 + 3 }),
    Conversion(
      reason: "a slow recorder, which lost some and then two in a row",
      taken: { $0 + $0 / 9 + ($0 > 32 ? 2 : 0) }),
    Conversion(reason: "from 30 to 24 frames a second", taken: { $0 * 5 / 4 }),
    Conversion(
      reason: "a slow recorder, which lost one after every second or third",
      taken: { $0 * 7 / 5 }),
  ]

  @Test("a throw is found once in a film with dropped frames", arguments: conversions)
  func dropped(row: Conversion) throws {
    let (ended, pictures) = Self.ended(
      frame: { $0 }, taken: { Double(row.taken($0)) }, rate: 25)
    try #require(ended.count == 1, "\(row.reason)")
    // One or two points before a drop do not show it.
    #expect(ended[0].points.count >= pictures - 2, "\(row.reason): of \(pictures)")
    for point in ended[0].points {
      #expect(abs(point.time - Double(point.frame) / 25) < 1e-9, "\(row.reason): the film's times")
    }
  }

  /// Two throws, the second too short before two frames that are dropped, and after them too short to show the drop by itself.
  private static func crossing(withFirst: Bool) -> SimulatedScene {
    var scene = SimulatedScene(seconds: 2.5)
    if withFirst { scene.add(from: 0.6, for: 0.9, path: toss) }
    scene.add(
      from: 1.06, for: 0.28, radius: 0.012,
      path: SimulatedScene.flight(x: 0.9, y: 0.4, vx: -0.5, vy: -0.6, gravity: 2))
    scene.frames.removeSubrange(37...38)
    return scene
  }

  @Test func `one flight shows where frames were dropped, for another one, too`() throws {
    let ended = Self.crossing(withFirst: true).ended()
      .sorted { $0.points[0].frame < $1.points[0].frame }
    try #require(ended.count == 2)
    for (path, first) in zip(ended, [18, 32]) {
      let frames = path.points.map(\.frame)
      #expect(frames.first == first)
      #expect(frames.contains(36) && frames.contains(37), "across the drop")
    }
    #expect(Self.crossing(withFirst: false).ended().isEmpty)
  }

  @Test func `one object ahead of a hidden flight is no dropped frame`() throws {
    var scene = SimulatedScene(seconds: 2.5)
    scene.add(from: 1, for: 0.8, radius: 0.016, path: Self.toss)
    // Within reach of where the toss is in frame 41, out of that of frame 40, and not twice as near to the later place.
    let (x, y) = Self.toss(10.62 / 30)
    scene.frames[40] = [MovingObject(place: WidthPoint(x: x, y: y), radius: 0.016)]
    let ended = scene.ended()
    try #require(ended.count == 1)
    #expect(ended[0].points.last?.frame == 54, "it is followed to its end by the film's times")
    #expect(ended[0].points.count >= 24)
  }

  /// Something that moves along a throw's path, but not at its pace: `time` is when the throw would be where it is.
  private static func paced(_ time: (Double) -> Double) -> SimulatedScene {
    var scene = SimulatedScene(seconds: 2.5)
    scene.add(from: 1, for: 0.8, error: 0.0002) { toss(time($0)) }
    return scene
  }

  @Test func `what draws a flight's shape at a pace of its own is no flight`() {
    #expect(Self.paced { $0 }.ended().count == 1, "a throw")
    #expect(
      Self.paced { $0 + 0.04 * sin(15 * $0) }.ended().isEmpty,
      "a hand that speeds up and slows down")
    #expect(Self.paced { $0 + 0.03 * sin(25 * $0) }.ended().isEmpty, "one that trembles")
    let leap = Self.paced { $0 + 0.02 * sin(30 * $0) + ($0 > 0.75 ? 0.06 : 0) }
    #expect(leap.ended().isEmpty, "one that leaps at the end")
  }

  @Test(
    "a path by places alone is not led on over a dropped frame to what is slower before it, as a hand is",
    arguments: [(0.85, true), (0.7, false)])
  func slowerBeforeDrop(pace: Double, isOnePath: Bool) {
    let dropped = 0.6
    let ended = Self.paced {
      $0 < dropped ? dropped - pace * (dropped - $0) : $0 + 1.0 / 30
    }.ended()
    // By the film's times either part is a flight.
    #expect(ended.count == (isOnePath ? 1 : 2))
    #expect(
      ended.contains { $0.points[0].frame < 48 && ($0.points.last?.frame ?? 0) > 48 } == isOnePath)
  }

  @Test(
    "by its places alone a flight is found if it bends by far more than they err",
    arguments: [(0.001, true), (0.004, false)])
  func bent(error: Double, isReported: Bool) {
    var scene = SimulatedScene(seconds: 2.5)
    scene.add(
      from: 1, for: 0.8, radius: 0.04, error: error,
      path: SimulatedScene.flight(x: 0.2, y: 0.4, vx: 0.5, vy: -0.25, gravity: 0.6))
    // As from 30 to 24 frames a second.
    scene.frames = scene.frames.enumerated().filter { $0.offset % 5 != 2 }.map(\.element)
    #expect(scene.ended().isEmpty == !isReported)
  }

  @Test func `two dropped frames in a short flight are bridged by its shape`() throws {
    var scene = SimulatedScene(seconds: 2.5)
    scene.add(
      from: 1.1, for: 0.3, radius: 0.012,
      path: SimulatedScene.flight(x: 0.9, y: 0.2, vx: -0.5, vy: -0.6, gravity: 2))
    scene.frames.removeSubrange(37...38)
    let ended = scene.ended()
    try #require(ended.count == 1)
    #expect(ended[0].points.map(\.frame) == Array(33...40))
  }

  @Test func `by its shape a path is not led on to what lies far behind it`() throws {
    var scene = SimulatedScene(seconds: 2.5)
    scene.add(from: 1, for: 0.8, radius: 0.016, path: Self.toss)
    scene.frames = scene.frames.enumerated().filter { $0.offset % 5 != 2 }.map(\.element)
    let start = try #require(scene.frames.firstIndex { !$0.isEmpty })
    // Where the toss would have been twelve frames before, though the film says four: at most two are dropped at a time.
    let (x, y) = Self.toss(-0.4)
    scene.frames[start - 4] = [MovingObject(place: WidthPoint(x: x, y: y), radius: 0.016)]
    let ended = scene.ended()
    try #require(ended.count == 1)
    #expect(ended[0].points[0].frame == start)
  }

  @Test func `a film after another has a clock of its own`() throws {
    var detector = TrajectoryDetector(aspectRatio: 16 / 9)
    for _ in 1...2 {
      var ended: [TrajectoryObservation] = []
      for (frame, objects) in Self.crossing(withFirst: true).frames.enumerated() {
        ended += detector.update(with: objects, frame: frame, time: Double(frame) / 30)
          .filter(\.isFinished)
      }
      ended += detector.finish()
      #expect(ended.count == 2)
      #expect(ended.allSatisfy { $0.points.allSatisfy { $0.time == Double($0.frame) / 30 } })
    }
  }

  @Test func `nothing gives nothing`() {
    #expect(SimulatedScene(seconds: 1).ended().isEmpty)
    var detector = TrajectoryDetector(aspectRatio: 1)
    #expect(detector.finish().isEmpty)
  }
}

private func sin(_ x: Double) -> Double {
  // Enough for a test, and no library: Bhaskara's formula about each half period.
  let turns = x / Double.pi
  let half = turns.rounded(.down)
  let u = (turns - half) * Double.pi
  let value = 16 * u * (Double.pi - u) / (5 * Double.pi * Double.pi - 4 * u * (Double.pi - u))
  return half.truncatingRemainder(dividingBy: 2) == 0 ? value : -value
}

private func cos(_ x: Double) -> Double { sin(x + Double.pi / 2) }
