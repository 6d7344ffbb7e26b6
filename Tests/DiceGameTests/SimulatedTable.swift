import DiceGame
import PlayfieldMaths
import VisionCore

/// A table with dice that is seen by an imperfect detector: where each die is and what it shows at
/// any time, and the frames that a camera makes of it.
struct SimulatedTable: Sendable {
  static let dieSize = (width: 0.05, height: 0.07)

  var dice: [SimulatedDie]
  /// In seconds.
  var duration: Double
  /// When a hand is in view, in whose fingers and knuckles the detector sees dice now and then.
  var hands: [ClosedRange<Double>] = []
  /// How far the camera has been moved at a time, in die sizes.
  var camera: @Sendable (Double) -> Double = { _ in 0 }
  /// Sightings of dice where none are, one frame each.
  var ghosts: [Double] = []

  /// What the detector makes of the table at `rate` frames a second.
  ///
  /// Another seed, other mistakes: each box is off by up to 1.5 % of the die's size, 3 % of the dice
  /// at rest are missed, 2 % misread; of dice in motion 40 % are missed and no value is to be
  /// trusted.
  func frames(rate: Double, seed: UInt64) -> [(time: Double, dice: [DieObservation])] {
    var random = SplitMix64(seed: seed)
    return (0..<Int((duration * rate).rounded(.up))).map { index in
      let time = Double(index) / rate
      var seen = dice.compactMap { $0.observation(at: time, random: &random) }
      for index in seen.indices {
        seen[index].boundingBox.x += camera(time) * Self.dieSize.width
        seen[index].boundingBox.y += camera(time) * Self.dieSize.height / 2
      }
      let isGhostly = ghosts.contains { $0 >= time && $0 < time + 1 / rate }
      let isHandy =
        hands.contains { $0.contains(time) } && Double.random(in: 0..<1, using: &random) < 0.3
      if isGhostly || isHandy {
        let x = Double.random(in: 0.1..<0.6, using: &random)
        let y = Double.random(in: 0.6..<0.9, using: &random)
        seen.append(
          DieObservation(
            label: .random(using: &random), confidence: 0.4,
            boundingBox: SimulatedTable.box(x, y)))
      }
      return (time, seen.shuffled(using: &random))
    }
  }

  /// Whether the camera sees anything change between two times. Ghosts are mistakes of the detector, of
  /// which the picture shows nothing.
  func moves(from start: Double, to end: Double) -> Bool {
    camera(start) != camera(end)
      || hands.contains { $0.lowerBound <= end && start <= $0.upperBound }
      || dice.contains { $0.moves(from: start, to: end) }
  }

  static func box(_ x: Double, _ y: Double) -> BoundingBox {
    BoundingBox(
      x: x - dieSize.width / 2, y: y - dieSize.height / 2,
      width: dieSize.width, height: dieSize.height)
  }
}

/// One die, as a film of scenes; between them it is out of sight.
struct SimulatedDie: Sendable {
  enum Scene: Sendable {
    /// Lies still and shows its value.
    case lies(Int, x: Double, y: Double, from: Double, to: Double)
    /// Rolls from one place to another, ever slower.
    case rolls(from: (x: Double, y: Double), to: (x: Double, y: Double), start: Double, end: Double)
    /// Stands on its edge, hardly moving, one of two values in sight.
    case tilts(Int, or: Int, x: Double, y: Double, from: Double, to: Double)
  }

  var scenes: [Scene]

  init(_ scenes: Scene...) { self.scenes = scenes }

  /// A die that rolls in from below and comes to rest.
  static func thrown(
    _ value: Int, x: Double, y: Double, rests: Double, until end: Double, rolling: Double = 0.5
  ) -> SimulatedDie {
    SimulatedDie(
      .rolls(from: (0.5, 0.95), to: (x, y), start: rests - rolling, end: rests),
      .lies(value, x: x, y: y, from: rests, to: end))
  }

  func moves(from start: Double, to end: Double) -> Bool {
    scenes.contains { scene in
      switch scene {
      case .lies(_, _, _, let from, let to):
        start < from && from <= end || start < to && to <= end
      case .rolls(_, _, let from, let to), .tilts(_, _, _, _, let from, let to):
        from <= end && start <= to
      }
    }
  }

  func observation(at time: Double, random: inout SplitMix64) -> DieObservation? {
    let chance = Double.random(in: 0..<1, using: &random)
    for scene in scenes {
      switch scene {
      case .lies(let value, let x, let y, let from, let to) where time >= from && time < to:
        guard chance >= 0.03 else { return nil }
        let isMisread = Double.random(in: 0..<1, using: &random) < 0.02
        return DieObservation(
          label: isMisread ? .random(using: &random) : DieValue(rawValue: UInt8(value))!,
          confidence: .random(in: 0.7..<0.95, using: &random),
          boundingBox: shaken(SimulatedTable.box(x, y), by: 0.015, random: &random))
      case .rolls(let start, let goal, let from, let to) where time >= from && time < to:
        guard chance >= 0.4 else { return nil }
        let left = (to - time) / (to - from)
        return DieObservation(
          label: .random(using: &random), confidence: .random(in: 0.25..<0.8, using: &random),
          boundingBox: shaken(
            SimulatedTable.box(
              goal.x + (start.x - goal.x) * left, goal.y + (start.y - goal.y) * left),
            by: 0.15, random: &random))
      case .tilts(let value, let other, let x, let y, let from, let to)
      where time >= from && time < to:
        guard chance >= 0.1 else { return nil }
        return DieObservation(
          label: DieValue(rawValue: UInt8(chance < 0.55 ? value : other))!,
          confidence: .random(in: 0.4..<0.8, using: &random),
          boundingBox: shaken(SimulatedTable.box(x, y), by: 0.03, random: &random))
      default: continue
      }
    }
    return nil
  }

  private func shaken(
    _ box: BoundingBox, by part: Double, random: inout SplitMix64
  ) -> BoundingBox {
    func noise() -> Double { .random(in: -part...part, using: &random) }
    return BoundingBox(
      x: box.x + noise() * box.width, y: box.y + noise() * box.height,
      width: box.width * (1 + noise()), height: box.height * (1 + noise()))
  }
}

extension DieValue {
  static func random(using random: inout SplitMix64) -> DieValue {
    allCases.randomElement(using: &random)!
  }
}
