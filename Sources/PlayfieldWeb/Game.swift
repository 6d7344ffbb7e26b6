// Playing: the rules, one game at a time.
//
//     web.game_play(1);                       // 0 count, 1 add, 2 multiply
//     web.dice_finish();                      // the dice of a frame, as in Dice.swift
//     web.game_see(time);
//     web.game_answer(12, 0.9);               // 0 right, 1 wrong, 2 unsure, 3 secret
//     const pointer = web.game_state();
//     new Float64Array(web.memory.buffer, pointer, 7 + 7 * web.game_dice_count());
//
// The state is these numbers: phase, table, mode, round, tries, the right answer (-1: none), how many
// dice; and of each die in order: id, value, the value read (0: tapped in), x, y, width and height of
// its box (width 0: nowhere). Phases, tables and modes are the raw values of the rules' own types.
//
// Why a roll has not been told yet, for whoever looks inside:
//
//     new Float64Array(web.memory.buffer, web.game_outlook(), 3);
//
// are what the detector waits for (the raw value of a ``RollOutlook/Wait``), for how many seconds dice
// must lie still, and how many it follows; of each then follow its value, for how many seconds it has
// lain still, x, y, width and height of its box.

internal import DiceGame
internal import VisionCore

private nonisolated(unsafe) var game = Game(mode: .add)
private nonisolated(unsafe) var numbers: [Double] = []
private nonisolated(unsafe) var outlook: [Double] = []

/// Asks another kind of question.
@_expose(wasm, "game_play") @_cdecl("game_play")
public func gamePlay(_ mode: Int32) -> Int32 {
  guard let mode = UInt8(exactly: mode).flatMap({ GameMode(rawValue: $0) }) else {
    return WebFault.badArgument.rawValue
  }
  game.play(mode)
  return 0
}

/// Takes in the dice that ``diceFinish()`` counted; `time` in seconds, never falling.
@_expose(wasm, "game_see") @_cdecl("game_see")
public func gameSee(_ time: Double) {
  game.see(observedDice, at: time)
}

/// Asks about the dice that ``diceFinish()`` counted in a still picture.
@_expose(wasm, "game_look") @_cdecl("game_look")
public func gameLook() {
  game.look(at: observedDice)
}

/// Forgets where dice are: the picture comes from elsewhere now, or is turned.
@_expose(wasm, "game_change_view") @_cdecl("game_change_view")
public func gameChangeView() {
  diceForgetFrames()
  game.changeView()
}

/// Takes all dice away that were tapped in or seen.
@_expose(wasm, "game_clear") @_cdecl("game_clear")
public func gameClear() {
  game.place([])
}

/// Adds a die, tapped in, of a value in `1...6`.
@_expose(wasm, "game_add") @_cdecl("game_add")
public func gameAdd(_ value: Int32) -> Int32 {
  guard let value = UInt8(exactly: value).flatMap({ DieValue(rawValue: $0) }) else {
    return WebFault.badArgument.rawValue
  }
  game.add(value)
  return 0
}

/// Says what a die really shows: `1...6`, or 0 when it is none. A die that is not there is left alone.
@_expose(wasm, "game_correct") @_cdecl("game_correct")
public func gameCorrect(_ index: Int32, _ value: Int32) -> Int32 {
  guard (0...6).contains(value) else { return WebFault.badArgument.rawValue }
  game.correct(Int(index), to: DieValue(rawValue: UInt8(value)))
  return 0
}

/// Judges an answer; returns the raw value of the verdict.
@_expose(wasm, "game_answer") @_cdecl("game_answer")
public func gameAnswer(_ number: Int32, _ confidence: Float) -> Int32 {
  Int32(game.answer(Answer(Int(number), source: .pen, confidence: confidence)).rawValue)
}

/// Whether handwriting that was read so surely is judged.
@_expose(wasm, "game_is_certain") @_cdecl("game_is_certain")
public func gameIsCertain(_ confidence: Float) -> Bool {
  confidence >= Answer.Source.pen.minimumConfidence
}

@_expose(wasm, "game_dice_count") @_cdecl("game_dice_count")
public func gameDiceCount() -> Int32 { Int32(game.question?.dice.count ?? 0) }

/// The state as numbers, which stay until the next call.
@_expose(wasm, "game_state") @_cdecl("game_state")
public func gameState() -> UnsafePointer<Double>? {
  let dice = game.question?.dice ?? []
  numbers.removeAll(keepingCapacity: true)
  numbers.append(Double(game.phase.rawValue))
  numbers.append(Double(game.table.rawValue))
  numbers.append(Double(game.mode.rawValue))
  numbers.append(Double(game.round))
  numbers.append(Double(game.question?.tries ?? 0))
  numbers.append(Double(game.rightAnswer ?? -1))
  numbers.append(Double(dice.count))
  for die in dice {
    numbers.append(Double(die.id))
    numbers.append(Double(die.value.pips))
    numbers.append(Double(die.read?.pips ?? 0))
    numbers.append(die.place?.x ?? 0)
    numbers.append(die.place?.y ?? 0)
    numbers.append(die.place?.width ?? 0)
    numbers.append(die.place?.height ?? 0)
  }
  return numbers.withUnsafeBufferPointer { $0.baseAddress }
}

/// What keeps the roll from being told, as numbers, which stay until the next call.
@_expose(wasm, "game_outlook") @_cdecl("game_outlook")
public func gameOutlook() -> UnsafePointer<Double>? {
  outlook.removeAll(keepingCapacity: true)
  guard let now = game.outlook else { return nil }
  outlook.append(Double(now.wait.rawValue))
  outlook.append(now.requiredRest)
  outlook.append(Double(now.dice.count))
  for die in now.dice {
    outlook.append(Double(die.value.pips))
    outlook.append(die.stillness)
    outlook.append(die.boundingBox.x)
    outlook.append(die.boundingBox.y)
    outlook.append(die.boundingBox.width)
    outlook.append(die.boundingBox.height)
  }
  return outlook.withUnsafeBufferPointer { $0.baseAddress }
}
