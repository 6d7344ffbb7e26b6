import DiceGame
import Testing
import VisionCore

/// What the steady rule makes of a table, seen at several frame rates by a detector that makes
/// mistakes.
@Suite struct SteadyRuleTests {
  /// The values of a roll, and since when it rests, in seconds.
  typealias Truth = (values: [Int], rests: Double)

  static let rates = [60.0, 30, 15, 10]

  @Test(arguments: rates)
  func `five dice are thrown and rest, one roll`(rate: Double) {
    let table = SimulatedTable(dice: five(until: [3]), duration: 3)
    expect([([2, 4, 1, 1, 3], 1)], of: table, rate: rate)
  }

  @Test(arguments: rates)
  func `dice that already rest when the clip starts are one roll`(rate: Double) {
    let table = SimulatedTable(
      dice: [
        SimulatedDie(.lies(5, x: 0.3, y: 0.5, from: 0, to: 9)),
        SimulatedDie(.lies(6, x: 0.7, y: 0.5, from: 0, to: 9)),
      ], duration: 2)
    expect([([5, 6], 0)], of: table, rate: rate)
  }

  @Test(arguments: [60.0, 30, 15])
  func `a rest of ten frames of thirty a second is enough, then a hand takes all`(rate: Double) {
    let table = SimulatedTable(
      dice: five(until: [1.0 + 10.0 / 30]), duration: 3, hands: [1.4...2.4])
    expect([([2, 4, 1, 1, 3], 1)], of: table, rate: rate)
  }

  @Test(arguments: [60.0, 30, 15])
  func `a clip that ends a third of a second after the dice came to rest reports the roll`(
    rate: Double
  ) {
    let table = SimulatedTable(dice: five(until: [2]), duration: 1.35)
    expect([([2, 4, 1, 1, 3], 1)], of: table, rate: rate)
  }

  @Test(arguments: rates)
  func `a hand takes dice away one after another, what is left is no new roll`(rate: Double) {
    let table = SimulatedTable(
      dice: five(until: [2, 2.5, 3, 3.5, 4]), duration: 6, hands: [1.8...5])
    expect([([2, 4, 1, 1, 3], 1)], of: table, rate: rate)
  }

  @Test(arguments: rates)
  func `a hand reaches in, covers some dice for a while and goes`(rate: Double) {
    let table = SimulatedTable(
      dice: five(until: [9]).enumerated().map { index, die in
        guard index < 3, case .lies(let value, let x, let y, _, let end) = die.scenes[1]
        else { return die }
        return SimulatedDie(
          die.scenes[0], .lies(value, x: x, y: y, from: 0.8, to: 1.8),
          .lies(value, x: x, y: y, from: 3.3, to: end))
      }, duration: 5, hands: [1.7...3.4])
    expect([([2, 4, 1, 1, 3], 1)], of: table, rate: rate)
  }

  @Test(arguments: rates)
  func `a hand covers the only die for half a second`(rate: Double) {
    let table = SimulatedTable(
      dice: [
        SimulatedDie(
          .lies(4, x: 0.5, y: 0.4, from: 0, to: 1), .lies(4, x: 0.5, y: 0.4, from: 1.5, to: 3))
      ], duration: 3, hands: [0.9...1.6])
    expect([([4], 0)], of: table, rate: rate)
  }

  @Test(arguments: rates)
  func `a die half covered shows another value for a while, no new roll`(rate: Double) {
    let table = SimulatedTable(
      dice: [
        SimulatedDie(.lies(3, x: 0.2, y: 0.4, from: 0, to: 5)),
        SimulatedDie(
          .lies(5, x: 0.5, y: 0.4, from: 0, to: 1), .lies(2, x: 0.49, y: 0.39, from: 1, to: 1.6),
          .lies(5, x: 0.5, y: 0.4, from: 1.7, to: 5)),
      ], duration: 4, hands: [0.9...1.8])
    expect([([3, 5], 0)], of: table, rate: rate)
  }

  @Test(arguments: [60.0, 30, 15])
  func `a die tilts on its edge, nearly still, before it falls`(rate: Double) {
    let table = SimulatedTable(
      dice: [
        .thrown(6, x: 0.2, y: 0.5, rests: 0.8, until: 4),
        SimulatedDie(
          .rolls(from: (0.5, 0.9), to: (0.6, 0.4), start: 0.4, end: 0.9),
          .tilts(2, or: 3, x: 0.6, y: 0.4, from: 0.9, to: 1.06),
          .rolls(from: (0.6, 0.4), to: (0.65, 0.38), start: 1.06, end: 1.2),
          .lies(5, x: 0.65, y: 0.38, from: 1.2, to: 4)),
      ], duration: 3)
    expect([([6, 5], 1.2)], of: table, rate: rate)
  }

  @Test(arguments: [60.0, 30])
  func `four dice rest while the fifth still rolls`(rate: Double) {
    let table = SimulatedTable(
      dice: five(rests: 0.6, until: [4]).dropLast() + [
        .thrown(3, x: 0.9, y: 0.1, rests: 1.4, until: 4, rolling: 1.3)
      ], duration: 3)
    expect([([2, 4, 1, 1, 3], 1.4)], of: table, rate: rate)
  }

  @Test(arguments: rates)
  func `the camera is nudged while the dice rest`(rate: Double) {
    let table = SimulatedTable(
      dice: five(until: [5]), duration: 4,
      camera: { time in time < 2 ? 0 : time < 2.17 ? (time - 2) * 3 : 0.5 })
    expect([([2, 4, 1, 1, 3], 1)], of: table, rate: rate)
  }

  @Test(arguments: rates)
  func `the camera is knocked by nearly a die's size in one frame`(rate: Double) {
    let table = SimulatedTable(
      dice: five(until: [5]), duration: 4, camera: { $0 < 2 ? 0 : 0.7 })
    expect([([2, 4, 1, 1, 3], 1)], of: table, rate: rate)
  }

  @Test(arguments: rates)
  func `the camera is nudged by a few pixels while one die rests`(rate: Double) {
    let table = SimulatedTable(
      dice: [.thrown(4, x: 0.5, y: 0.3, rests: 1, until: 5)], duration: 4,
      camera: { time in time < 2 ? 0 : 0.12 })
    expect([([4], 1)], of: table, rate: rate)
  }

  @Test(arguments: rates)
  func `the picture drifts by a tenth of a die's size a second`(rate: Double) {
    let table = SimulatedTable(
      dice: five(until: [9]), duration: 8, camera: { $0 * 0.1 })
    expect([([2, 4, 1, 1, 3], 1)], of: table, rate: rate)
  }

  @Test(arguments: rates)
  func `a jump cut to other dice at rest, a new roll at once`(rate: Double) {
    let table = SimulatedTable(
      dice: five(until: [2]) + [
        SimulatedDie(.lies(6, x: 0.3, y: 0.6, from: 2, to: 4)),
        SimulatedDie(.lies(5, x: 0.75, y: 0.6, from: 2, to: 4)),
      ], duration: 3)
    expect([([2, 4, 1, 1, 3], 1), ([6, 5], 2)], of: table, rate: rate)
  }

  @Test(arguments: rates)
  func `a jump cut to the same values at other places is a new roll`(rate: Double) {
    let table = SimulatedTable(
      dice: [
        SimulatedDie(
          .lies(4, x: 0.3, y: 0.3, from: 0, to: 1), .lies(4, x: 0.5, y: 0.6, from: 1, to: 3)),
        SimulatedDie(
          .lies(3, x: 0.7, y: 0.3, from: 0, to: 1), .lies(3, x: 0.8, y: 0.2, from: 1, to: 3)),
      ], duration: 2)
    expect([([4, 3], 0), ([4, 3], 1)], of: table, rate: rate)
  }

  @Test(arguments: rates)
  func `one die is thrown again and again, with an empty table between`(rate: Double) {
    let table = SimulatedTable(
      dice: [
        .thrown(1, x: 0.3, y: 0.3, rests: 0.8, until: 2),
        .thrown(2, x: 0.6, y: 0.2, rests: 2.8, until: 4, rolling: 0.3),
        .thrown(2, x: 0.4, y: 0.5, rests: 4.9, until: 6, rolling: 0.3),
      ], duration: 6)
    expect([([1], 0.8), ([2], 2.8), ([2], 4.9)], of: table, rate: rate)
  }

  @Test(arguments: rates)
  func `a body before the lens for long, the same dice at the same places are no new roll`(
    rate: Double
  ) {
    let table = SimulatedTable(
      dice: [(4, 0.3), (6, 0.6)].map { value, x in
        SimulatedDie(
          .lies(value, x: x, y: 0.3, from: 0, to: 1), .lies(value, x: x, y: 0.3, from: 3, to: 5))
      }, duration: 4.5)
    expect([([4, 6], 0)], of: table, rate: rate)
  }

  @Test(arguments: rates)
  func `after the table was cleared another value is a new roll, at the old place too`(
    rate: Double
  ) {
    let table = SimulatedTable(
      dice: [
        SimulatedDie(
          .lies(4, x: 0.3, y: 0.3, from: 0, to: 1), .lies(5, x: 0.3, y: 0.3, from: 3, to: 5)),
        SimulatedDie(
          .lies(6, x: 0.6, y: 0.3, from: 0, to: 1), .lies(6, x: 0.6, y: 0.3, from: 3, to: 5)),
      ], duration: 4)
    expect([([4, 6], 0), ([5, 6], 3)], of: table, rate: rate)
  }

  @Test(arguments: rates)
  func `after the table was cleared the same value at another place is a new roll`(rate: Double) {
    let table = SimulatedTable(
      dice: [
        SimulatedDie(
          .lies(4, x: 0.3, y: 0.3, from: 0, to: 1), .lies(4, x: 0.45, y: 0.5, from: 3, to: 5))
      ], duration: 4)
    expect([([4], 0), ([4], 3)], of: table, rate: rate)
  }

  @Test(arguments: [2.5, 2.0, 1.0])
  func `a slow machine reports late, but never a part of the dice`(rate: Double) {
    for start in stride(from: 1, to: 2, by: 0.1) {
      let resting = zip(places, [2, 4, 1, 1, 3]).enumerated().map { index, die in
        // A blurred die lay near one of the places in the frame before.
        SimulatedDie(
          .lies(
            6, x: die.0.0 + 0.01, y: die.0.1, from: index == 0 ? start - 0.5 : start, to: start),
          .lies(die.1, x: die.0.0, y: die.0.1, from: start, to: 20))
      }
      for seed in 1...4 as ClosedRange<UInt64> {
        var detector = RollEndDetector()
        var reported: [[Int]] = []
        for frame in SimulatedTable(dice: resting, duration: 9).frames(rate: rate, seed: seed) {
          for case .ended(let roll) in detector.update(with: frame.dice, at: frame.time) {
            reported.append(roll.values)
          }
        }
        let first = reported.first
        #expect(first == [2, 4, 1, 1, 3], "from \(start), seed \(seed)")
      }
    }
  }

  /// What was seen of five dice on a slow machine: blurred streaks in some frames, then four at
  /// rest, and only nine frames of thirty a second later the fifth.
  @Test func `dice hardly seen in motion rest longer, one more may roll on unseen`() {
    typealias Place = (value: DieValue, x: Double, y: Double)
    let resting: [Place] = [(.three, 0.2, 0.5), (.one, 0.35, 0.4), (.two, 0.5, 0.7)]
    let fourth: Place = (.two, 0.6, 0.3)
    let fifth: Place = (.three, 0.85, 0.3)
    let seen: [[Place]] =
      [[], [], [(.six, 0.4, 0.8)], [], [], [(.six, 0.7, 0.6)]] + [resting]
      + [resting + [(.two, 0.58, 0.36)]] + [[Place]](repeating: resting + [fourth], count: 4)
      + [[Place]](repeating: resting + [fourth, fifth], count: 6)
    var detector = RollEndDetector()
    var reported: [[Int]] = []
    for (index, places) in seen.enumerated() {
      let dice = places.map {
        DieObservation(
          label: $0.value, confidence: 0.6, boundingBox: SimulatedTable.box($0.x, $0.y))
      }
      for case .ended(let roll) in detector.update(with: dice, at: Double(index) / 15) {
        reported.append(roll.values)
      }
    }
    #expect(reported == [[3, 1, 2, 2, 3]])
  }

  @Test(arguments: rates)
  func `two of five dice are taken and thrown again, five new values`(rate: Double) {
    let table = SimulatedTable(
      dice: five(until: [9]).prefix(3) + [
        .thrown(1, x: 0.65, y: 0.45, rests: 1, until: 2),
        .thrown(3, x: 0.8, y: 0.3, rests: 1, until: 2.2),
        .thrown(6, x: 0.7, y: 0.65, rests: 4, until: 9),
        .thrown(5, x: 0.9, y: 0.15, rests: 4, until: 9, rolling: 0.6),
      ], duration: 5, hands: [1.9...2.6])
    expect([([2, 4, 1, 1, 3], 1), ([2, 4, 1, 6, 5], 4)], of: table, rate: rate)
  }

  @Test(arguments: rates)
  func `dice shaken in a hand are no roll, however slowly it moves`(rate: Double) {
    let table = SimulatedTable(
      dice: (0..<5).map { index in
        var die = SimulatedDie.thrown(
          3, x: places[index].0, y: places[index].1, rests: 3, until: 5, rolling: 0.6)
        let palm = (x: 0.4 + 0.05 * Double(index % 3), y: 0.75 + 0.06 * Double(index / 3))
        die.scenes += (0..<12).map { shake in
          .rolls(
            from: palm, to: (palm.x + (shake % 2 == 0 ? 0.05 : -0.05), palm.y + 0.03),
            start: 0.2 * Double(shake), end: 0.2 * Double(shake + 1))
        }
        return die
      }, duration: 4, hands: [0...2.5])
    expect([([3, 3, 3, 3, 3], 3)], of: table, rate: rate)
  }

  @Test(arguments: rates)
  func `mistakes of a single frame on an empty table are no roll`(rate: Double) {
    let table = SimulatedTable(dice: [], duration: 6, ghosts: [0.5, 1.7, 3.1, 4.6])
    expect([], of: table, rate: rate)
  }

  @Test(arguments: rates)
  func `mistakes of a single frame beside dice at rest are no roll`(rate: Double) {
    let table = SimulatedTable(dice: five(until: [9]), duration: 6, ghosts: [1.7, 3.1, 4.6])
    expect([([2, 4, 1, 1, 3], 1)], of: table, rate: rate)
  }

  @Test(arguments: [30.0, 15])
  func `thirty dice are one roll`(rate: Double) {
    let dice = (0..<30).map { index in
      let (column, row) = (Double(index % 6), Double(index / 6))
      return SimulatedDie.thrown(
        index % 6 + 1, x: 0.1 + 0.13 * column + 0.012 * row, y: 0.1 + 0.15 * row, rests: 1,
        until: 9)
    }
    let values = (1...6).flatMap { [Int](repeating: $0, count: 5) }
    expect([(values, 1)], of: SimulatedTable(dice: dice, duration: 2), rate: rate)
  }

  /// Expects each roll to be reported once and no other, within 0.35 s of rest, whether all frames are
  /// read or only those in which something moves; a mistake of the detector may cost two frames more.
  private func expect(_ rolls: [Truth], of table: SimulatedTable, rate: Double) {
    for seed in 1...12 as ClosedRange<UInt64> {
      var detector = RollEndDetector()
      var gated = GatedDetector()
      var reports: (plain: [(values: [Int], time: Double)], gated: [(values: [Int], time: Double)])
      reports = ([], [])
      for frame in table.frames(rate: rate, seed: seed) {
        for case .ended(let roll) in detector.update(with: frame.dice, at: frame.time) {
          reports.plain.append((roll.values, frame.time))
        }
        let moves = table.moves(from: frame.time - 1 / rate, to: frame.time)
        for case .ended(let roll) in gated.update(with: frame.dice, at: frame.time, moves: moves) {
          reports.gated.append((roll.values, frame.time))
        }
      }
      for (way, reports) in [("plain", reports.plain), ("gated", reports.gated)] {
        #expect(
          reports.map(\.values) == rolls.map(\.values),
          "seed \(seed), \(way), reported at \(reports.map(\.time))")
        for (report, roll) in zip(reports, rolls) {
          #expect(report.time - roll.rests < 0.35 + 2 / rate, "seed \(seed), \(way)")
        }
      }
    }
  }

  private let places = [(0.2, 0.3), (0.35, 0.5), (0.5, 0.2), (0.65, 0.45), (0.8, 0.3)]

  /// Five dice that come to rest one after another, the last at `rests`.
  private func five(
    _ values: [Int] = [2, 4, 1, 1, 3], rests: Double = 1, until ends: [Double]
  ) -> [SimulatedDie] {
    zip(values.indices, values).map { index, value in
      .thrown(
        value, x: places[index].0, y: places[index].1, rests: rests - 0.1 * Double(index % 3),
        until: ends[index % ends.count])
    }
  }
}
