import DiceGame
import PlayfieldMaths
import RaceGame
import Testing
import VisionCore

/// Dice by their pips.
private func pair(_ first: Int, _ second: Int) -> DicePair { DicePair(die(first), die(second)) }

private func die(_ pips: Int) -> DieValue { DieValue(rawValue: UInt8(pips))! }

@Suite struct RaceTests {
  /// A race with the pawns led to these sections.
  private func race(at sections: Int...) -> Race {
    var race = Race(players: sections.count)!
    for section in sections {
      // From section 1: differences and sums reach every section.
      switch section {
      case 1: #expect(race.replay(pair(2, 2), 0) == true)
      case 2: #expect(race.replay(pair(2, 1), 1) == true)
      default: #expect(race.replay(pair(1, section - 2), section - 1) == true)
      }
    }
    return race
  }

  private func take(_ race: inout Race, _ pips: Int..., round: Int) {
    race.take(pips.map(die), round: round)
  }

  @Test(
    "an answer leads from section to section",
    arguments: [
      (1, (3, 4), 7, 8),  // the sum, too small: it stops short
      (1, (3, 4), 1, 2),  // the difference of the same dice
      (1, (4, 3), 1, 2),  // whichever die lies first
      (1, (3, 5), 8, 9),  // the sum, exactly
      (8, (3, 2), 1, 9),  // the difference, exactly
      (4, (5, 5), 0, 4),  // no difference: it stays
      (8, (1, 1), 2, 1),  // past nine by one: round the circle
      (8, (6, 6), 12, 2),  // past nine, and once round
      (6, (6, 6), 12, 9),  // once round, and exactly on nine
      (2, (6, 5), 11, 4),  // more than a whole circle
      (5, (2, 6), 42, 9),  // the secret, whatever was rolled
    ] as [(Int, (Int, Int), Int, Int)])
  func moves(from: Int, dice: (Int, Int), answer: Int, to: Int) {
    var race = race(at: from)
    take(&race, dice.0, dice.1, round: 1)
    let move = race.answer(answer)
    #expect(move?.from == from && move?.to == to)
    #expect(race.sections == [to])
    #expect((race.winner == 0) == (to == Race.goal))
  }

  @Test(
    "any other number moves nothing, and no turn is lost",
    arguments: [
      6,  // next to the sum
      10,  // the product
      -3,  // the smaller minus the larger
      2,  // one of the dice
      25,  // both, one after the other
      43,  // next to the secret
      .min, .max,
    ])
  func wrong(answer: Int) {
    var race = Race(players: 2)!
    take(&race, 2, 5, round: 1)
    let before = race
    #expect(race.answer(answer) == nil)
    #expect(race == before)
    #expect(race.answer(7) != nil)
  }

  @Test(
    "what the answer was is kept",
    arguments: [((6, 4), 10, Move.Way.sum), ((6, 4), 2, .difference), ((6, 4), 42, .secret)]
      as [((Int, Int), Int, Move.Way)])
  func ways(dice: (Int, Int), answer: Int, way: Move.Way) {
    var race = Race(players: 1)!
    take(&race, dice.0, dice.1, round: 1)
    #expect(race.answer(answer)?.way == way)
    #expect(race.moves.last?.way == way)
  }

  @Test(
    "an answer is judged as it was understood",
    arguments: [
      (Answer(8, source: .pen, confidence: 0.9), Game.Verdict.right),  // the sum, read well
      (Answer(8, source: .pen, confidence: 0.5), .unsure),  // read badly
      (Answer(4, source: .keys), .right),  // the difference
      (Answer(9, source: .keys), .wrong),
      (Answer(42, source: .keys), .secret),
      (Answer(42, source: .voice, confidence: 0.5), .secret),  // heard well
      (Answer(42, source: .voice, confidence: 0.4), .unsure),  // heard badly
    ])
  func verdicts(answer: Answer, verdict: Game.Verdict) {
    var race = Race(players: 1)!
    #expect(race.judge(answer) == .unsure, "nothing was rolled")
    take(&race, 6, 2, round: 1)
    #expect(race.judge(answer) == verdict)
    #expect((race.roll == nil) == (verdict == .right || verdict == .secret))
    #expect(race.winner == (verdict == .secret ? 0 : race.winner))
  }

  @Test func `the race brings its own way of asking about the table's dice`() {
    var game = Game(mode: .add)
    game.play(.race)
    for value in [DieValue.three, .five, .six] { game.add(value) }
    #expect(game.question?.values == [3, 5], "it is played with two")
  }

  @Test func `no number is both sum and difference of two dice, or the secret`() {
    for first in 1...6 {
      for second in 1...6 {
        let dice = pair(first, second)
        #expect(Set([dice.sum, dice.difference, Game.secretAnswer]).count == 3)
      }
    }
  }

  @Test(arguments: [-1, 0, 5])
  func `one to four play`(players: Int) {
    #expect(Race(players: players) == nil)
    for players in 1...4 {
      #expect(Race(players: players)?.sections == [Int](repeating: 1, count: players))
    }
  }

  @Test func `players take turns, and each has their own`() {
    var race = Race(players: 3)!
    for turn in 0..<7 {
      #expect(race.player == turn % 3)
      take(&race, 1, 2, round: turn)
      #expect(race.phase == .asking)
      race.answer(1)
      #expect(race.phase == .waiting)
    }
    #expect((0..<3).map { race.turns(of: $0) } == [3, 2, 2])
    #expect(race.sections == [4, 3, 3])
  }

  @Test func `pawns may share a section`() {
    #expect(race(at: 5, 5, 5, 5).sections == [5, 5, 5, 5])
  }

  @Test func `after a win nothing moves until it is taken back`() {
    var race = Race(players: 2)!
    take(&race, 3, 5, round: 1)
    race.answer(8)
    #expect(race.phase == .won && race.winner == 0 && race.player == 0)
    #expect(race.turns(of: 0) == 1 && race.turns(of: 1) == 0)
    let won = race
    take(&race, 3, 5, round: 2)
    race.choose(true)
    #expect(race.answer(8) == nil)
    #expect(race.replay(pair(3, 5), 8) == false)
    #expect(race == won)
    race.undo()
    #expect(race.winner == nil && race.phase == .asking && race.sections == [1, 1])
    race.answer(2)
    #expect(race.sections == [3, 1] && race.player == 1)
  }

  @Test func `undo goes back to the start, move by move`() {
    var race = Race(players: 2)!
    var before: [[Int]] = []
    for turn in 0..<6 {
      before.append(race.sections)
      take(&race, 1, 2, round: turn)
      race.answer(turn % 2 == 0 ? 1 : 3)
    }
    while let expected = before.popLast() {
      let player = race.moves.last?.player
      race.undo()
      #expect(race.sections == expected)
      #expect(race.player == player)
      #expect(race.roll != nil, "the roll waits for another answer")
    }
    race.undo()
    #expect(race.moves.isEmpty && race.sections == [1, 1])
  }

  @Test func `where both answers lead is known while a roll is open`() {
    var race = race(at: 8)
    #expect(race.section(by: .sum) == nil && race.section(by: .difference) == nil)
    take(&race, 6, 5, round: 1)
    #expect(race.section(by: .sum) == 1 && race.section(by: .difference) == 9)
  }

  @Test(
    "other than two dice are refused, by their number",
    arguments: [
      ([], .waiting), ([4], .tooFewDice), ([4, 4, 1], .tooManyDice),
      ([1, 2, 3, 4, 5], .tooManyDice),
    ]
      as [([Int], Race.Phase)])
  func count(pips: [Int], phase: Race.Phase) {
    var race = Race(players: 1)!
    race.take(pips.map(die), round: 1)
    #expect(race.phase == phase && race.roll == nil)
    #expect(race.otherCount == (pips.isEmpty ? nil : pips.count))
    #expect(race.answer(4) == nil)
    take(&race, 4, 4, round: 2)
    #expect(race.phase == .asking && race.otherCount == nil)
  }

  @Test func `dice that are refused leave the roll that waits for its answer`() {
    var race = Race(players: 1)!
    take(&race, 2, 5, round: 1)
    take(&race, 2, 5, 1, round: 2)
    #expect(race.phase == .tooManyDice)
    race.take([], round: 3)
    #expect(race.phase == .asking && race.roll == pair(2, 5))
  }

  @Test func `a die that joins another in the same round makes a roll`() {
    var race = Race(players: 1)!
    take(&race, 2, round: 1)
    #expect(race.phase == .tooFewDice)
    take(&race, 2, 5, round: 1)
    #expect(race.phase == .asking && race.roll == pair(2, 5))
  }

  @Test func `a value that is corrected is still the same roll`() {
    var race = Race(players: 1)!
    take(&race, 2, 5, round: 1)
    take(&race, 2, 6, round: 1)
    #expect(race.phase == .asking && race.roll == pair(2, 6))
  }

  @Test func `another roll before the answer counts only if the player says so`() {
    for takesNew in [true, false] {
      var race = Race(players: 2)!
      take(&race, 2, 5, round: 1)
      take(&race, 6, 1, round: 2)
      #expect(race.phase == .choosing && race.roll == pair(2, 5) && race.newRoll == pair(6, 1))
      take(&race, 6, 3, round: 2)
      #expect(race.newRoll == pair(6, 3), "its values may be corrected, too")
      race.choose(takesNew)
      #expect(race.phase == .asking && race.roll == (takesNew ? pair(6, 3) : pair(2, 5)))
      #expect(race.isRollOnTable == takesNew)
      take(&race, 6, 3, round: 2)
      #expect(race.phase == .asking, "it is asked once")
      race.answer(takesNew ? 9 : 7)
      #expect(race.player == 1)
      take(&race, 6, 4, round: 2)
      #expect(race.phase == .waiting, "dice that lie there are no roll of the next player")
    }
  }

  @Test func `the same values again are the same roll`() {
    var race = Race(players: 1)!
    take(&race, 2, 5, round: 1)
    take(&race, 5, 2, round: 2)
    #expect(race.phase == .asking)
  }

  @Test func `an answer while two rolls are to choose from is about the first`() {
    var race = Race(players: 2)!
    take(&race, 2, 5, round: 1)
    take(&race, 6, 1, round: 2)
    #expect(race.answer(5) == nil, "the difference of the second")
    #expect(race.answer(3) != nil)
    #expect(race.phase == .waiting && race.newRoll == nil)
  }

  @Test func `dice that the next player has rolled do not count after an undo`() {
    var race = Race(players: 2)!
    take(&race, 2, 5, round: 1)
    race.answer(7)
    take(&race, 6, 1, round: 2)
    race.undo()
    #expect(race.roll == pair(2, 5) && race.player == 0 && !race.isRollOnTable)
    take(&race, 6, 1, round: 2)
    #expect(race.phase == .asking)
  }

  @Test func `a race is played again from its moves`() {
    var random = SplitMix64(seed: 9)
    for players in 1...4 {
      var race = Race(players: players)!
      while race.winner == nil { playTurn(&race, using: &random) }
      var again = Race(players: players)!
      for move in race.moves { #expect(again.replay(move.dice, move.answer) == true) }
      #expect(again.moves == race.moves && again.sections == race.sections)
      #expect(again.winner == race.winner)
    }
    var race = Race(players: 1)!
    #expect(race.replay(pair(2, 5), 6) == false, "no move")
    race.resume(pair(2, 5))
    #expect(race.phase == .asking && race.answer(3) != nil)
  }

  @Test func `a player alone who answers by chance takes as many turns as computed`() {
    var random = SplitMix64(seed: 27)
    let races = 20_000
    var turns = 0
    for _ in 0..<races {
      var race = Race(players: 1)!
      while race.winner == nil { playTurn(&race, using: &random) }
      turns += race.moves.count
    }
    // Scripts/race-turns.py: 9.64, of a standard deviation of about as much.
    let mean = Double(turns) / Double(races)
    #expect(abs(mean - 9.64) < 0.2, "\(mean)")
  }

  @Test func `of 100,000 races that chance plays none comes to a state that cannot be left`() {
    var random = SplitMix64(seed: 2026)
    var round = 0
    var stuck = 0
    var seen: Set<Int> = []
    for game in 0..<100_000 {
      var race = Race(players: 1 + game % 4)!
      var steps = 0
      while race.winner == nil, steps < 2000 {
        steps += 1
        meddle(&race, round: &round, using: &random)
        // Whatever was done, a roll and its sum are a turn.
        guard race.winner == nil, seen.insert(kind(of: race)).inserted else { continue }
        var next = race
        round += 1
        if next.roll == nil { next.take([.two, .three], round: round) }
        if next.answer(next.roll?.sum ?? 0) == nil { stuck += 1 }
      }
      if race.winner == nil { stuck += 1 }
    }
    #expect(stuck == 0)
    #expect(seen.count > 10_000)
  }

  /// A number that differs between states with different legal moves.
  private func kind(of race: Race) -> Int {
    let place = race.sections.reduce(race.players) { 10 * $0 + $1 }
    return (10 * place + Int(race.phase.rawValue)) * 2 + (race.roll == nil ? 0 : 1)
  }

  private func playTurn(_ race: inout Race, using random: inout SplitMix64) {
    race.take([roll(&random), roll(&random)], round: race.moves.count)
    guard let dice = race.roll else { return }
    race.answer(random.next() % 2 == 0 ? dice.sum : dice.difference)
  }

  /// Does anything that can be done with a race.
  private func meddle(_ race: inout Race, round: inout Int, using random: inout SplitMix64) {
    switch random.next() % 16 {
    case 0: race.undo()
    case 1: race.choose(true)
    case 2: race.choose(false)
    case 3: race.answer(Int(random.next() % 50))
    case 4:
      round += 1
      race.take((0..<random.next() % 4).map { _ in roll(&random) }, round: round)
    case 5: race.take([roll(&random), roll(&random)], round: round)
    case 6..<11:
      round += 1
      race.take([roll(&random), roll(&random)], round: round)
    default:
      guard let dice = race.roll else { return }
      race.answer(random.next() % 2 == 0 ? dice.sum : dice.difference)
    }
  }

  private func roll(_ random: inout SplitMix64) -> DieValue { die(Int(random.next() % 6) + 1) }
}
