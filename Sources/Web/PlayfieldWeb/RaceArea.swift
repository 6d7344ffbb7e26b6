// The race to section nine, whose rolls are the dice that the game asks about.
//
//     web.race_begin(2);                             // players
//     for each move that was kept:
//       web.race_replay(3, 5, 8);                    // its dice and its answer; 1 where it is a move
//     web.game_play(3);                              // an index of `Choices.modes`; the dice at rest are a roll
//     …game_see(time) or game_add(value);            // and so is what comes
//     web.race_answer(8, 1, 1);                      // an index of `Choices.verdicts`
//     web.race_state();                              // a list of one `raceRecord`
//     web.race_racers();                             // a list of `racerRecord`, in the order of turns
//     web.race_moves();                              // a list of `moveRecord`

internal import DiceGame
internal import PageInterface
internal import RaceGame
internal import VisionCore

/// A race, whose rolls lie on the game's table.
struct RaceArea: ~Copyable {
  private(set) var race = Race(players: 1)!
  private var list = RecordList()

  /// Begins a race of `players`, in `1...Race.maximumPlayers`.
  mutating func begin(_ players: Int32) -> Int32 {
    guard let begun = Race(players: Int(players)) else { return WebFault.badArgument.rawValue }
    race = begun
    return 0
  }

  /// Plays a move that was kept, of two dice in `1...6` and the answer to them: 1, or 0 where it is no
  /// move, or a ``WebFault``.
  mutating func replay(_ first: Int32, _ second: Int32, _ answer: Int32) -> Int32 {
    guard let dice = DicePair(first, second) else { return WebFault.badArgument.rawValue }
    return race.replay(dice, Int(answer)) ? 1 : 0
  }

  /// Continues with a roll that was kept, of two dice in `1...6`.
  mutating func resume(_ first: Int32, _ second: Int32) -> Int32 {
    guard let dice = DicePair(first, second) else { return WebFault.badArgument.rawValue }
    race.resume(dice)
    return 0
  }

  /// Takes in the dice that lie on the table, and the round that they belong to.
  mutating func take(_ dice: [DieValue], round: Int) { race.take(dice, round: round) }

  /// Says whether a roll that came before the answer counts in place of the one before.
  mutating func choose(_ takesNew: Bool) { race.choose(takesNew) }

  /// Judges an answer from one of ``Choices/sources``, and moves the pawn; returns an index of
  /// ``Choices/verdicts``, or a ``WebFault``.
  mutating func answer(_ number: Int32, _ source: Int32, _ confidence: Float) -> Int32 {
    guard let source = Answer.Source(argument: source) else {
      return WebFault.badArgument.rawValue
    }
    let answer = Answer(Int(number), source: source, confidence: confidence)
    return Int32(race.judge(answer).rawValue)
  }

  /// Takes back the last move, if there is any.
  mutating func undo() { race.undo() }

  /// What the players see, as a list of one record.
  mutating func state() -> UnsafePointer<Double> { list.share([race], as: raceRecord) }

  /// The players, in the order of their turns, as a list of records.
  mutating func racers() -> UnsafePointer<Double> {
    list.share((0..<race.players).map { (race, $0) }, as: racerRecord)
  }

  /// The moves so far, as a list of records.
  mutating func moves() -> UnsafePointer<Double> { list.share(race.moves, as: moveRecord) }
}

extension DicePair {
  /// Two dice by their pips; `nil` where either is out of range.
  init?(_ first: Int32, _ second: Int32) {
    guard let first = DieValue(argument: first), let second = DieValue(argument: second) else {
      return nil
    }
    self.init(first, second)
  }
}

// MARK: - Exports

@_expose(wasm, "race_begin") @_cdecl("race_begin")
public func raceBegin(_ players: Int32) -> Int32 { session.race.begin(players) }

@_expose(wasm, "race_replay") @_cdecl("race_replay")
public func raceReplay(_ first: Int32, _ second: Int32, _ answer: Int32) -> Int32 {
  session.race.replay(first, second, answer)
}

@_expose(wasm, "race_resume") @_cdecl("race_resume")
public func raceResume(_ first: Int32, _ second: Int32) -> Int32 {
  session.race.resume(first, second)
}

@_expose(wasm, "race_choose") @_cdecl("race_choose")
public func raceChoose(_ takesNew: Bool) { session.race.choose(takesNew) }

@_expose(wasm, "race_answer") @_cdecl("race_answer")
public func raceAnswer(_ number: Int32, _ source: Int32, _ confidence: Float) -> Int32 {
  session.answerRace(number, source, confidence)
}

@_expose(wasm, "race_undo") @_cdecl("race_undo")
public func raceUndo() { session.undoMove() }

@_expose(wasm, "race_state") @_cdecl("race_state")
public func raceState() -> UnsafePointer<Double> { session.race.state() }

@_expose(wasm, "race_racers") @_cdecl("race_racers")
public func raceRacers() -> UnsafePointer<Double> { session.race.racers() }

@_expose(wasm, "race_moves") @_cdecl("race_moves")
public func raceMoves() -> UnsafePointer<Double> { session.race.moves() }
