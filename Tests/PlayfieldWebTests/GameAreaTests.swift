import DiceGame
import PageInterface
import Testing
import VisionCore

@testable import PlayfieldWeb

@Suite("The module's area for the game")
final class GameAreaTests {
  private var session = Session()

  /// A record of the game's state by the names of its fields; choices by their names.
  private var state: [String: Double] {
    named(records(session.game.state(), length: gameRecord.shape.length)[0], gameRecord.shape)
  }

  private func named(_ numbers: [Double], _ shape: RecordShape) -> [String: Double] {
    var place = 0
    var values: [String: Double] = [:]
    for field in shape.fields {
      values["\(field.name)"] = numbers[place]
      place += field.kind.length
    }
    return values
  }

  private var dice: [Double] {
    records(session.game.dice(), length: dieRecord.shape.length).map { $0[1] }
  }

  private var steps: [Double] { records(session.game.steps(), length: 1).map { $0[0] } }

  private var round: Int32 { Int32(state["round"]!) }

  /// A new game of adding with these dice.
  private func place(_ values: [Int32], mode: Int32 = 1) {
    session.changeView()
    session.game.clear()
    #expect(session.game.play(mode) == 0)
    for value in values { #expect(session.game.add(value) == 0) }
  }

  @Test func `dice that are tapped in are asked about, corrected and taken away`() {
    place([4, 6])
    #expect(dice == [4, 6])
    #expect(state["phase"] == Double(Game.Phase.asking.rawValue))
    #expect(state["answer"] == 10)
    #expect(session.game.correct(0, 2) == 0)
    #expect(dice == [2, 6])
    #expect(session.game.correct(0, 0) == 0)
    #expect(dice == [6])
    session.game.clear()
    #expect(dice.isEmpty)
    #expect(state["phase"] == Double(Game.Phase.waiting.rawValue))
  }

  @Test(
    "an answer is judged by its source",
    arguments: [
      (10, 0, 0.9, Game.Verdict.right),  // by hand, read well
      (10, 0, 0.5, .unsure),  // by hand, read badly
      (10, 1, 0.0, .right),  // by keys there is nothing to read
      (11, 1, 1.0, .wrong),
      (42, 1, 1.0, .secret),
    ] as [(Int32, Int32, Float, Game.Verdict)])
  func verdicts(number: Int32, source: Int32, confidence: Float, verdict: Game.Verdict) {
    place([4, 6])
    #expect(session.game.answer(number, source, confidence, round) == Int32(verdict.rawValue))
  }

  @Test func `an answer to the question before is neither judged nor counted`() {
    place([4, 6])
    let before = round
    place([1, 2])
    for number: Int32 in [10, 3] {
      #expect(session.game.answer(number, 1, 1, before) == Int32(Game.Verdict.unsure.rawValue))
    }
    #expect(state["phase"] == Double(Game.Phase.asking.rawValue) && state["tries"] == 0)
    #expect(session.game.answer(3, 1, 1, round) == Int32(Game.Verdict.right.rawValue))
  }

  @Test func `help grows with each wrong answer, and like dice follow the last`() {
    place([4, 6, 2])
    #expect(steps == [4, 10, 12])
    for help in [Question.Help.pointing, .countingAlong, .answer] {
      #expect(session.game.answer(1, 1, 1, round) == Int32(Game.Verdict.wrong.rawValue))
      #expect(state["help"] == Double(help.rawValue))
    }
    #expect(state["phase"] == Double(Game.Phase.shown.rawValue))
    #expect(state["minimumNextDice"] == 2 && state["maximumNextDice"] == 3)
    #expect(session.game.placeLike(7) == 0)
    #expect(state["phase"] == Double(Game.Phase.asking.rawValue))
    #expect((2...3).contains(dice.count) && dice != [4, 6, 2])
    #expect(session.game.placeLike(-1) == WebFault.badArgument.rawValue)
    #expect(session.game.placeLike(.nan) == WebFault.badArgument.rawValue)
  }

  @Test func `each mode has its largest number of dice, also when it changes`() {
    place([1, 2, 3, 4], mode: 1)
    #expect(state["maximumDice"] == 10)
    #expect(session.game.play(2) == 0)
    #expect(state["maximumDice"] == 3)
    #expect(state["phase"] == Double(Game.Phase.tooManyDice.rawValue))
    #expect(session.game.play(0) == 0)
    #expect(state["phase"] == Double(Game.Phase.asking.rawValue))
    #expect(state["showsValues"] == 0)
    #expect(steps == [1, 2, 3, 4])
  }

  /// Dice as they are seen, side by side.
  private func seen(_ values: [DieValue], shift: Double = 0) -> [DieObservation] {
    values.enumerated().map { index, value in
      DieObservation(
        label: value, confidence: 0.9,
        boundingBox: BoundingBox(
          x: 0.1 + 0.15 * Double(index) + shift, y: 0.4, width: 0.06, height: 0.08))
    }
  }

  /// Lets seconds of a film pass, 10 frames each, from `start`.
  private func film(
    from start: Double, to end: Double, _ dice: (_ frame: Int) -> [DieObservation]
  ) {
    for frame in 0..<Int(((end - start) * 10).rounded()) {
      session.game.see(dice(frame), at: start + Double(frame) / 10)
    }
  }

  @Test func `a roll that comes to rest before the camera is asked about`() {
    #expect(session.game.play(1) == 0)
    film(from: 0, to: 1) { _ in [] }
    #expect(state["phase"] == Double(Game.Phase.waiting.rawValue))
    film(from: 1, to: 2) { seen([.four, .two], shift: 0.02 * Double($0)) }
    #expect(state["phase"] == Double(Game.Phase.rolling.rawValue))
    #expect(dice.isEmpty)
    #expect(!records(session.game.tracks(), length: trackedDieRecord.shape.length).isEmpty)
    film(from: 2, to: 5) { _ in seen([.four, .two], shift: 0.2) }
    #expect(state["phase"] == Double(Game.Phase.asking.rawValue))
    #expect(state["table"] == Double(TableState.resting.rawValue))
    #expect(dice == [4, 2] && state["answer"] == 6)
    #expect(session.game.answer(6, 1, 1, round) == Int32(Game.Verdict.right.rawValue))
    film(from: 5, to: 7) { _ in [] }
    #expect(
      state["phase"] == Double(Game.Phase.waiting.rawValue), "what was solved goes with its dice")
  }

  @Test func `a still picture is asked about at once`() {
    #expect(session.game.play(2) == 0)
    session.game.look(at: seen([.three, .five]))
    #expect(state["phase"] == Double(Game.Phase.asking.rawValue))
    #expect(dice == [3, 5] && state["answer"] == 15)
    let before = round
    session.game.look(at: seen([.one, .two, .three, .four]))
    #expect(state["phase"] == Double(Game.Phase.tooManyDice.rawValue))
    #expect(round == before + 1)
  }

  @Test func `frames in which nothing moves are left to time`() throws {
    session.changeView()
    #expect(session.frame.memory(64 * 48 * 4) != nil)
    #expect(
      session.game.opens(session.frame.picture, at: 0) == WebFault.outOfTurn.rawValue,
      "no frame is described")
    #expect(session.showBlack(64, 48) != nil)
    var looks = 0
    for index in 0..<90 {
      let time = Double(index) / 30
      if session.game.opens(session.frame.picture, at: time) == 1 {
        looks += 1
      } else {
        session.game.pass(until: time)
      }
    }
    // Eight after the first, then one every half second.
    #expect((8...15).contains(looks))
    session.changeView()
    #expect(
      session.game.opens(session.frame.picture, at: 3) == 1,
      "what comes from elsewhere is looked at")
  }

  @Test func `what keeps a roll from being reported can be asked at any time`() {
    session.changeView()
    #expect(records(session.game.tracks(), length: trackedDieRecord.shape.length).isEmpty)
    let outlooks = records(session.game.outlook(), length: outlookRecord.shape.length)
    #expect(outlooks.count == 1)
  }

  @Test func `arguments out of range are faults and change nothing`() {
    place([4, 6])
    for mode: Int32 in [-1, 4, 300] {
      #expect(session.game.play(mode) == WebFault.badArgument.rawValue)
    }
    for value: Int32 in [0, 7, -1] {
      #expect(session.game.add(value) == WebFault.badArgument.rawValue)
    }
    for value: Int32 in [-1, 7] {
      #expect(session.game.correct(0, value) == WebFault.badArgument.rawValue)
    }
    #expect(session.game.correct(9, 1) == 0, "a die that is not there is left alone")
    for source: Int32 in [-1, 3] {
      #expect(session.game.answer(10, source, 1, round) == WebFault.badArgument.rawValue)
    }
    #expect(dice == [4, 6])
  }
}
