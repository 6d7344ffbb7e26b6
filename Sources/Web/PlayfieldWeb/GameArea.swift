// Playing: the rules, one game at a time.
//
//     web.game_play(1);                       // an index of `Choices.modes`
//     if (web.game_opens(time) === 1) { web.dice_read(orientation, true); web.game_see(time); } else web.game_pass(time);
//     web.game_answer(12, 0, 0.9, round);     // an index of `Choices.verdicts`
//     web.game_state();                       // a list of one `gameRecord`
//     web.game_dice();                        // a list of `dieRecord`
//     web.game_steps();                       // a list of `countedRecord`
//
// Why a roll has not been reported yet, for *Look inside*: game_outlook(), a list of one
// `outlookRecord` or of none, and game_tracks(), a list of `trackedDieRecord`.
//
// What a pointer leads to stays until the next call that returns a pointer.

internal import DiceGame
internal import DiceReading
internal import PageInterface
internal import VisionCore

/// A game about the dice on the table.
struct GameArea: ~Copyable {
  private(set) var game = Game(mode: .add)
  private var gate = StillGate()
  private var list = RecordList()

  /// Asks another kind of question, or has the race ask, by an index of ``Choices/modes``.
  mutating func play(_ mode: Int32) -> Int32 {
    guard let asker = Asker(argument: mode) else { return WebFault.badArgument.rawValue }
    game.play(asker)
    return 0
  }

  /// Whether a frame is to be looked at: 1, or 0 where nothing has changed since the last look, or a
  /// ``WebFault``. `time` in seconds, never falling.
  mutating func opens(_ picture: DescribedPicture?, at time: Double) -> Int32 {
    guard let picture else { return WebFault.outOfTurn.rawValue }
    return gate.opens(for: picture.planes, at: time, isPending: game.isPending) ? 1 : 0
  }

  /// Lets time pass up to a frame that is not looked at.
  mutating func pass(until time: Double) {
    if !gate.sawRepeat { game.pass(until: time) }
  }

  /// Takes in the dice of a frame; `time` in seconds, never falling.
  mutating func see(_ dice: [DieObservation], at time: Double) { game.see(dice, at: time) }

  /// Asks about the dice of a still picture.
  mutating func look(at dice: [DieObservation]) { game.look(at: dice) }

  /// Has the next frame looked at even where nothing changes in it.
  mutating func lookAgain() { gate.lookAgain() }

  /// Forgets where dice are, and how the picture looked.
  mutating func changeView() {
    gate = StillGate()
    game.changeView()
  }

  /// Takes all dice away that were tapped in or seen.
  mutating func clear() { game.place([]) }

  /// Adds a die, tapped in, of a value in `1...6`.
  mutating func add(_ value: Int32) -> Int32 {
    guard let value = DieValue(argument: value) else { return WebFault.badArgument.rawValue }
    game.add(value)
    return 0
  }

  /// Says what a die really shows: `1...6`, or 0 when it is not a die. A die that is not there is left
  /// alone.
  mutating func correct(_ index: Int32, _ value: Int32) -> Int32 {
    guard (0...6).contains(value) else { return WebFault.badArgument.rawValue }
    game.correct(Int(index), to: DieValue(rawValue: UInt8(value)))
    return 0
  }

  /// Lays as many dice as were tapped in, or one fewer, with other values; a number of 53 bits seeds the
  /// chance.
  mutating func placeLike(_ seed: Double) -> Int32 {
    guard let seed = UInt64(exactly: seed) else { return WebFault.badArgument.rawValue }
    game.placeLikeSet(seed: seed)
    return 0
  }

  /// Judges an answer from one of ``Choices/sources``; returns an index of ``Choices/verdicts``, or a
  /// ``WebFault``.
  mutating func answer(
    _ number: Int32, _ source: Int32, _ confidence: Float, _ round: Int32
  ) -> Int32 {
    guard let source = Answer.Source(argument: source) else {
      return WebFault.badArgument.rawValue
    }
    let answer = Answer(Int(number), source: source, confidence: confidence)
    return Int32(game.answer(answer, toRound: Int(round)).rawValue)
  }

  /// Takes back the last wrong answer: see ``Game/withdraw()``.
  mutating func withdraw() { game.withdraw() }

  /// Closes the question: see ``Game/close()``.
  mutating func close() { game.close() }

  /// What the player sees, as a list of one record.
  mutating func state() -> UnsafePointer<Double> { list.share([game], as: gameRecord) }

  /// The dice of the question, as a list of records.
  mutating func dice() -> UnsafePointer<Double> {
    list.share(game.question?.dice ?? [], as: dieRecord)
  }

  /// The results of counting along, die by die; empty where nothing is asked.
  mutating func steps() -> UnsafePointer<Double> { list.share(game.steps, as: countedRecord) }

  /// What keeps the roll from being reported, as a list of one record, or of none.
  mutating func outlook() -> UnsafePointer<Double> {
    list.share(game.outlook.map { [$0] } ?? [], as: outlookRecord)
  }

  /// The dice that the roll's end waits for, as a list of records.
  mutating func tracks() -> UnsafePointer<Double> {
    list.share(game.outlook?.dice ?? [], as: trackedDieRecord)
  }
}

// MARK: - Exports

@_expose(wasm, "game_play") @_cdecl("game_play")
public func gamePlay(_ mode: Int32) -> Int32 { session.play { $0.play(mode) } }

@_expose(wasm, "game_opens") @_cdecl("game_opens")
public func gameOpens(_ time: Double) -> Int32 {
  session.game.opens(session.frame.picture, at: time)
}

@_expose(wasm, "game_pass") @_cdecl("game_pass")
public func gamePass(_ time: Double) { session.game.pass(until: time) }

/// Takes in the dice that were read last.
@_expose(wasm, "game_see") @_cdecl("game_see")
public func gameSee(_ time: Double) {
  let dice = session.dice.observations
  session.play { $0.see(dice, at: time) }
}

/// Asks about the dice that were read in a still picture.
@_expose(wasm, "game_look") @_cdecl("game_look")
public func gameLook() {
  let dice = session.dice.observations
  session.play { $0.look(at: dice) }
}

@_expose(wasm, "game_change_view") @_cdecl("game_change_view")
public func gameChangeView() { session.changeView() }

@_expose(wasm, "game_clear") @_cdecl("game_clear")
public func gameClear() { session.play { $0.clear() } }

@_expose(wasm, "game_add") @_cdecl("game_add")
public func gameAdd(_ value: Int32) -> Int32 { session.play { $0.add(value) } }

@_expose(wasm, "game_correct") @_cdecl("game_correct")
public func gameCorrect(_ index: Int32, _ value: Int32) -> Int32 {
  session.play { $0.correct(index, value) }
}

@_expose(wasm, "game_place_like") @_cdecl("game_place_like")
public func gamePlaceLike(_ seed: Double) -> Int32 { session.play { $0.placeLike(seed) } }

@_expose(wasm, "game_answer") @_cdecl("game_answer")
public func gameAnswer(
  _ number: Int32, _ source: Int32, _ confidence: Float, _ round: Int32
) -> Int32 {
  session.game.answer(number, source, confidence, round)
}

@_expose(wasm, "game_withdraw") @_cdecl("game_withdraw")
public func gameWithdraw() { session.game.withdraw() }

@_expose(wasm, "game_state") @_cdecl("game_state")
public func gameState() -> UnsafePointer<Double> { session.game.state() }

@_expose(wasm, "game_dice") @_cdecl("game_dice")
public func gameDice() -> UnsafePointer<Double> { session.game.dice() }

@_expose(wasm, "game_steps") @_cdecl("game_steps")
public func gameSteps() -> UnsafePointer<Double> { session.game.steps() }

@_expose(wasm, "game_outlook") @_cdecl("game_outlook")
public func gameOutlook() -> UnsafePointer<Double> { session.game.outlook() }

@_expose(wasm, "game_tracks") @_cdecl("game_tracks")
public func gameTracks() -> UnsafePointer<Double> { session.game.tracks() }
