internal import DiceGame
internal import PageInterface
internal import PlaneTracking
internal import RaceGame

/// All that the module keeps between calls: one value for each area.
///
/// An area knows nothing of another's: what it needs of one is a parameter. What several of them
/// take part in is a method here.
struct Session: ~Copyable {
  var frame = FrameMemory()
  var dice = DiceArea()
  var game = GameArea()
  var path = PathArea()
  var ink = InkArea()
  var plane = PlaneArea()
  var board = BoardArea()
  var race = RaceArea()
  var voice = VoiceArea()

  /// Forgets where dice are: the picture comes from elsewhere now, or is turned.
  mutating func changeView() {
    dice.forgetFrames()
    play { $0.changeView() }
  }

  /// Reads dice with other thresholds, and in another shape: see ``DiceArea/adjust(_:_:_:)``.
  mutating func adjust(_ confidence: Float, _ iou: Double, _ shape: Int32) -> Int32 {
    let status = dice.adjust(confidence, iou, shape)
    if status == 0 { game.lookAgain() }
    return status
  }

  /// Changes the game. While it asks for the race, its dice then are the race's roll.
  @discardableResult
  mutating func play<Answer>(_ change: (inout GameArea) -> Answer) -> Answer {
    let answer = change(&game)
    if game.game.asker == .race {
      race.take(game.game.question?.dice.map { $0.value } ?? [], round: game.game.round)
    }
    return answer
  }

  /// Judges an answer to the race's roll, which is a question of the game no longer once it was answered.
  mutating func answerRace(_ number: Int32, _ source: Int32, _ confidence: Float) -> Int32 {
    let moves = race.race.moves.count
    let verdict = race.answer(number, source, confidence)
    if race.race.moves.count > moves { game.close() }
    return verdict
  }

  /// The answers that the number of dice on the table allows; `nil` if nothing is asked.
  var possibleAnswers: [Int]? {
    switch game.game.asker {
    case .mode(let mode):
      // A table that was cleared, or with too many dice, is a question too, which nobody can answer.
      guard let dice = game.game.question?.dice.count, (1...mode.maximumDice).contains(dice) else {
        return nil
      }
      return mode.possibleAnswers(dice: dice)
    case .other: return race.race.roll == nil ? nil : Race.possibleAnswers
    }
  }

  /// Takes back the race's last move, if there is any.
  mutating func undoMove() {
    race.undo()
    game.close()
  }

  /// Follows the table around the board, from the picture that is described on, which was taken at a `time`, in
  /// seconds; returns 0, or a ``WebFault``.
  mutating func beginBoard(_ orientation: Int32, at time: Double) -> Int32 {
    guard let region = board.begin() else { return WebFault.outOfTurn.rawValue }
    return plane.begin(
      frame.picture, orientation, in: region, without: dice.boxes, at: time)
  }

  /// Looks how the dice that were found last lie on the board; returns how many do, or a ``WebFault``.
  mutating func seeDiceOnBoard(_ orientation: Int32) -> Int32 {
    do throws(WebFault) {
      let tops = try plane.tops(frame.picture, orientation, of: dice.boxes)
      board.take(dice.boxes, tops: tops)
      return Int32(board.diceCount)
    } catch {
      return error.rawValue
    }
  }

  /// Looks for the table, and the board on it, in a picture that was taken at a `time`, in seconds; returns an
  /// index of ``Choices/planeStates``, or a ``WebFault``.
  mutating func followBoard(_ orientation: Int32, at time: Double) -> Int32 {
    let state = plane.follow(
      frame.picture, orientation, without: dice.boxes, at: time)
    if plane.view.state == .moved { board.follow(plane.view.matrix) }
    return state
  }
}

/// The module's: it has one thread, its worker's. Native tests make their own.
nonisolated(unsafe) var session = Session()
