import VisionCore

@testable import SceneReading

/// Things that move before a camera, as a detector of motion would see them.
struct SimulatedScene {
  /// Frames a second.
  var rate = 30.0
  var frames: [[MovingObject]]

  init(seconds: Double, rate: Double = 30) {
    self.rate = rate
    frames = Array(repeating: [], count: Int(seconds * rate))
  }

  /// Something that follows a path for a while; `path` and `depth` are handed the seconds since
  /// `start`, and at a depth of 2 it is half as large as its radius says.
  mutating func add(
    from start: Double, for duration: Double, radius: Double = 0.01, isIsolated: Bool = true,
    fill: Double = .pi / 4, error: Double = 0.0006, depth: (Double) -> Double = { _ in 1 },
    path: (Double) -> (x: Double, y: Double)
  ) {
    var random = Random(seed: UInt64(start * 1000 + radius * 1e6))
    for index in frames.indices {
      let time = Double(index) / rate - start
      guard time >= -1e-9, time <= duration + 1e-9 else { continue }
      let (x, y) = path(time)
      frames[index].append(
        MovingObject(
          place: WidthPoint(
            x: x + error * random.next(in: -1...1), y: y + error * random.next(in: -1...1)),
          radius: radius / depth(time) * (1 + 0.05 * random.next(in: -1...1)),
          isIsolated: isIsolated, fill: fill))
    }
  }

  /// A throw: where it starts, its velocity and gravity, in widths of the picture and seconds.
  static func flight(
    x: Double, y: Double, vx: Double, vy: Double, gravity: Double
  ) -> @Sendable (Double) -> (x: Double, y: Double) {
    { time in (x + vx * time, y + vy * time + gravity / 2 * time * time) }
  }

  /// Leaves, limbs and noise: objects anywhere in a part of the picture, at random in every frame.
  mutating func addClutter(
    count: Int, x: ClosedRange<Double>, y: ClosedRange<Double>,
    fill: ClosedRange<Double> = .pi / 4 ... .pi / 4, seed: UInt64
  ) {
    var random = Random(seed: seed)
    for index in frames.indices {
      for _ in 0..<count {
        frames[index].append(
          MovingObject(
            place: WidthPoint(x: random.next(in: x), y: random.next(in: y)),
            radius: random.next(in: 0.004...0.02), fill: random.next(in: fill)))
      }
    }
  }

  /// What is reported of the scene: the paths that have ended.
  func ended(
    rule: FlightRule = FlightRule(), judge: FlightJudge = .learned
  ) -> [TrajectoryObservation] {
    var detector = TrajectoryDetector(rule: rule, judge: judge, aspectRatio: 16 / 9)
    var ended: [TrajectoryObservation] = []
    for (index, objects) in frames.enumerated() {
      let paths = detector.update(with: objects, frame: index, time: Double(index) / rate)
      ended += paths.filter(\.isFinished)
    }
    return ended + detector.finish()
  }

  /// A generator that gives the same numbers on every machine (xorshift64*).
  struct Random {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    mutating func next(in range: ClosedRange<Double>) -> Double {
      state ^= state >> 12
      state ^= state << 25
      state ^= state >> 27
      let unit = Double((state &* 0x2545_F491_4F6C_DD1D) >> 11) / 9_007_199_254_740_992
      return range.lowerBound + unit * (range.upperBound - range.lowerBound)
    }
  }
}
