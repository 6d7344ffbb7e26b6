import DiceGame
import Testing

@testable import PlayfieldWeb

extension ExportsTests {
  @Suite("for the game")
  struct GameExportsTests {
    /// A record of the game's state by the names of its fields; choices by their names.
    private var state: [String: Double] {
      named(records(gameState(), length: gameRecord.shape.length)[0], gameRecord.shape)
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
      records(gameDice(), length: dieRecord.shape.length).map { $0[1] }
    }

    private var steps: [Double] { records(gameSteps(), length: 1).map { $0[0] } }

    private var round: Int32 { Int32(state["round"]!) }

    /// A new game of adding with these dice.
    private func place(_ values: [Int32], mode: Int32 = 1) {
      gameChangeView()
      gameClear()
      #expect(gamePlay(mode) == 0)
      for value in values { #expect(gameAdd(value) == 0) }
    }

    @Test func `dice that are tapped in are asked about, corrected and taken away`() {
      place([4, 6])
      #expect(dice == [4, 6])
      #expect(state["phase"] == Double(Game.Phase.asking.rawValue))
      #expect(state["answer"] == 10)
      #expect(gameCorrect(0, 2) == 0)
      #expect(dice == [2, 6])
      #expect(gameCorrect(0, 0) == 0)
      #expect(dice == [6])
      gameClear()
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
      #expect(gameAnswer(number, source, confidence, round) == Int32(verdict.rawValue))
    }

    @Test func `an answer to the question before is neither judged nor counted`() {
      place([4, 6])
      let before = round
      place([1, 2])
      for number: Int32 in [10, 3] {
        #expect(gameAnswer(number, 1, 1, before) == Int32(Game.Verdict.unsure.rawValue))
      }
      #expect(state["phase"] == Double(Game.Phase.asking.rawValue) && state["tries"] == 0)
      #expect(gameAnswer(3, 1, 1, round) == Int32(Game.Verdict.right.rawValue))
    }

    @Test func `help grows with each wrong answer, and like dice follow the last`() {
      place([4, 6, 2])
      #expect(steps == [4, 10, 12])
      for help in [Question.Help.pointing, .countingAlong, .answer] {
        #expect(gameAnswer(1, 1, 1, round) == Int32(Game.Verdict.wrong.rawValue))
        #expect(state["help"] == Double(help.rawValue))
      }
      #expect(state["phase"] == Double(Game.Phase.shown.rawValue))
      #expect(state["minimumNextDice"] == 2 && state["maximumNextDice"] == 3)
      #expect(gamePlaceLike(7) == 0)
      #expect(state["phase"] == Double(Game.Phase.asking.rawValue))
      #expect((2...3).contains(dice.count) && dice != [4, 6, 2])
      #expect(gamePlaceLike(-1) == WebFault.badArgument.rawValue)
      #expect(gamePlaceLike(.nan) == WebFault.badArgument.rawValue)
    }

    @Test func `each mode has its largest number of dice, also when it changes`() {
      place([1, 2, 3, 4], mode: 1)
      #expect(state["maximumDice"] == 10)
      #expect(gamePlay(2) == 0)
      #expect(state["maximumDice"] == 3)
      #expect(state["phase"] == Double(Game.Phase.tooManyDice.rawValue))
      #expect(gamePlay(0) == 0)
      #expect(state["phase"] == Double(Game.Phase.asking.rawValue))
      #expect(state["showsValues"] == 0)
      #expect(steps == [1, 2, 3, 4])
    }

    @Test func `frames in which nothing moves are left to time`() throws {
      gameChangeView()
      #expect(frameMemory(64 * 48 * 4) != nil)
      #expect(gameOpens(0) == WebFault.outOfTurn.rawValue, "no frame is described")
      #expect(frame(64, 48) != nil)
      var looks = 0
      for index in 0..<90 {
        let time = Double(index) / 30
        if gameOpens(time) == 1 { looks += 1 } else { gamePass(time) }
      }
      // Eight after the first, then one every half second.
      #expect((8...15).contains(looks))
      gameChangeView()
      #expect(gameOpens(3) == 1, "what comes from elsewhere is looked at")
    }

    @Test func `what keeps a roll from being reported can be asked at any time`() {
      gameChangeView()
      #expect(records(gameTracks(), length: trackedDieRecord.shape.length).isEmpty)
      let outlooks = records(gameOutlook(), length: outlookRecord.shape.length)
      #expect(outlooks.count == 1)
    }

    @Test func `arguments out of range are faults and change nothing`() {
      place([4, 6])
      for mode: Int32 in [-1, 4, 300] { #expect(gamePlay(mode) == WebFault.badArgument.rawValue) }
      for value: Int32 in [0, 7, -1] { #expect(gameAdd(value) == WebFault.badArgument.rawValue) }
      for value: Int32 in [-1, 7] {
        #expect(gameCorrect(0, value) == WebFault.badArgument.rawValue)
      }
      #expect(gameCorrect(9, 1) == 0, "a die that is not there is left alone")
      for source: Int32 in [-1, 3] {
        #expect(gameAnswer(10, source, 1, round) == WebFault.badArgument.rawValue)
      }
      #expect(dice == [4, 6])
    }
  }

  @Suite("for the learning path")
  struct PathExportsTests {
    private func answer(_ dice: [Int32], verdict: Int32, mode: Int32, attempt: Int32) -> Int32 {
      for value in dice { #expect(pathDie(value) == 0) }
      return pathAnswer(verdict, mode, attempt)
    }

    @Test func `answers earn stars in the step that their dice belong to`() {
      pathBegin()
      #expect(answer([1, 2], verdict: 0, mode: 0, attempt: 1) == 0)
      #expect(answer([3, 4], verdict: 0, mode: 1, attempt: 2) == 0)
      #expect(answer([3, 4], verdict: 1, mode: 1, attempt: 1) == 0)
      let steps = records(pathSteps(), length: stepRecord.shape.length)
      #expect(steps.count == LearningPath.Step.allCases.count)
      #expect(steps.map { $0[2] } == [2, 0, 1, 0, 0, 0, 0, 0, 0], "stars")
      #expect(steps.map { $0[4] } == [1, 0, 0, 0, 0, 0, 0, 0, 0], "the current one")
      pathBegin()
      #expect(records(pathSteps(), length: stepRecord.shape.length).allSatisfy { $0[2] == 0 })
    }

    @Test func `arguments out of range are faults`() {
      pathBegin()
      #expect(pathDie(0) == WebFault.badArgument.rawValue)
      #expect(pathDie(7) == WebFault.badArgument.rawValue)
      #expect(pathAnswer(4, 0, 1) == WebFault.badArgument.rawValue)
      #expect(pathAnswer(0, 4, 1) == WebFault.badArgument.rawValue)
    }
  }
}
