import Testing

@testable import VisionCore

/// Across 5 metres of picture gravity is 2 widths per second squared.
@Suite("Finding what is thrown")
struct TrajectoryDetectorTests {
  private static let toss = SimulatedScene.flight(x: 0.2, y: 0.4, vx: 0.5, vy: -0.8, gravity: 2)

  @Test(
    "a throw is told once, from its first point to its last",
    arguments: [
      // (frames a second, path, why)
      (30.0, toss, "to the right"),
      (60, toss, "twice as many frames"),
      (15, toss, "half as many"),
      (30, SimulatedScene.flight(x: 0.8, y: 0.4, vx: -0.5, vy: -0.8, gravity: 2), "to the left"),
      (30, SimulatedScene.flight(x: 0.5, y: 0.5, vx: 0, vy: -0.8, gravity: 2), "straight up"),
      (30, SimulatedScene.flight(x: 0.1, y: 0.2, vx: 0.9, vy: 0, gravity: 1.2), "dropped at a run"),
      (30, SimulatedScene.flight(x: 0.1, y: 0.3, vx: 0.2, vy: -0.2, gravity: 0.4), "far away"),
      (30, SimulatedScene.flight(x: 0.1, y: 0.9, vx: 0.8, vy: -3.5, gravity: 9), "close by"),
    ] as [(Double, @Sendable (Double) -> (x: Double, y: Double), String)])
  func found(rate: Double, path: @Sendable (Double) -> (x: Double, y: Double), why: String) throws {
    var scene = SimulatedScene(seconds: 2.5, rate: rate)
    scene.add(from: 1, for: 0.8, path: path)
    let told = scene.ended()
    try #require(told.count == 1, "\(why)")
    let frames = told[0].points.map(\.frame)
    #expect(frames == Array(Int(rate)...Int((1.8 * rate).rounded(.down))), "\(why)")
    #expect(told[0].confidence > 0.7, "\(why)")
    for point in told[0].points {
      let (x, y) = path(point.time - 1)
      #expect(abs(point.location.x - x) < 0.001)
      #expect(abs(point.location.y - y * 16 / 9) < 0.002)
    }
  }

  @Test func `the equation is that of the path, in normalized coordinates`() throws {
    var scene = SimulatedScene(seconds: 2)
    scene.add(from: 0.5, for: 0.8, error: 0, path: Self.toss)
    let equation = try #require(scene.ended().first?.equation)
    // y(x): gravity / (2 vx²), times width over height.
    #expect(abs(equation.a - 2 / (2 * 0.5 * 0.5) * 16 / 9) < 1e-6)
    #expect(abs(equation.a * 0.04 + equation.b * 0.2 + equation.c - 0.4 * 16 / 9) < 1e-6)
  }

  @Test func `it is told while it grows, under the id that it ends with`() throws {
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
    #expect(try #require(lengths.first) < 14, "told in the first half of its 25 points")
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
    let told = scene.ended()
    #expect(told.count == 2)
    #expect(told.allSatisfy { abs($0.points.count - 23) < 4 })
  }

  @Test func `frames in which it is hidden leave gaps, and no second path`() {
    var scene = SimulatedScene(seconds: 2)
    scene.add(from: 0.5, for: 0.8, path: Self.toss)
    for hidden in [18, 24, 25, 31] { scene.frames[hidden] = [] }
    #expect(scene.ended().map(\.points.count) == [21])
  }

  @Test func `what lay in the hand before does not count`() throws {
    var scene = SimulatedScene(seconds: 2)
    // The hand swings forward and up, with the arm; then it lets go.
    scene.add(from: 0.2, for: 0.28, isIsolated: false) { time in
      (0.2 + 2.2 * (time - 0.3), 0.4 + 3 * (0.3 - time) * (0.3 - time) + 0.05)
    }
    scene.add(from: 0.5, for: 0.8, path: Self.toss)
    let told = try #require(scene.ended().first)
    #expect(told.points[0].frame >= 15)
  }

  @Test(
    "what is not thrown is not told",
    arguments: [
      // (path in seconds, isolated, why)
      ({ (0.1 + 0.4 * $0, 0.5) }, true, "a shadow on level ground"),
      ({ (0.1 + 0.4 * $0, 0.3 + 0.1 * $0) }, true, "a car on a slope"),
      ({ (0.5, 0.2 + 0.5 * $0) }, true, "a leaf that sinks evenly"),
      ({ (0.1 + 0.4 * $0, 0.3 + 0.6 * $0 - $0 * $0) }, true, "a kite: it bends upwards"),
      ({ (0.5 + 0.3 * $0 * $0 * 2, 0.2 + $0 * $0 / 2) }, true, "pulled aside"),
      ({ (0.5 + 0.1 * sin($0 * 9), 0.5 + 0.1 * sin($0 * 9 + 0.4)) }, true, "a branch in the wind"),
      ({ (0.4 + 0.12 * sin($0 * 6), 0.6 - 0.12 * cos($0 * 6)) }, false, "a hand that is waved"),
      ({ (0.1 + 0.5 * $0, 0.6 - 0.8 * $0 + $0 * $0) }, false, "a fist at the end of an arm"),
      (
        { time in
          let s = min(time, 0.6) * (1 - min(time, 0.6) / 1.2)
          return (0.5 - 0.1 * s, 0.9 - 1.6 * s)
        }, true, "a bag that slides up a board and stops"
      ),
    ] as [(@Sendable (Double) -> (Double, Double), Bool, String)])
  func notThrown(path: @Sendable (Double) -> (Double, Double), isIsolated: Bool, why: String) {
    var scene = SimulatedScene(seconds: 3)
    scene.add(from: 0.5, for: 1.2, isIsolated: isIsolated) { time in
      let (x, y) = path(time)
      return (x, y)
    }
    #expect(scene.ended().isEmpty, "\(why)")
  }

  @Test("leaves and noise are no throws, however many there are", arguments: 1...5)
  func clutter(seed: Int) {
    var scene = SimulatedScene(seconds: 4)
    scene.addClutter(count: 8 * seed, x: 0.6...0.9, y: 0.1...0.4, seed: UInt64(seed))
    #expect(scene.ended().isEmpty)
    // And a throw past them is found all the same.
    scene.add(from: 1, for: 0.8, path: Self.toss)
    let told = scene.ended()
    #expect(told.count == 1)
    #expect(told.first.map { $0.points.count >= 20 } == true)
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
