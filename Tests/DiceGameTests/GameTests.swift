import DiceGame
import Testing
import VisionCore

/// The game with dice as a detector sees them and answers as a child gives them.
@Suite struct GameTests {
  /// A game and the clock of its frames, 15 a second.
  private struct Play {
    var game: Game
    var frame = 0

    init(_ asker: Asker = .mode(.add)) {
      game = Game(mode: .add)
      game.play(asker)
    }

    init(_ mode: GameMode) { self.init(.mode(mode)) }

    /// Shows the same dice for some seconds.
    mutating func show(_ dice: [DieObservation], for seconds: Double = 1.5) {
      for _ in 0..<Int(seconds * 15) { step(dice) }
    }

    mutating func step(_ dice: [DieObservation]) {
      game.see(dice, at: Double(frame) / 15)
      frame += 1
    }

    /// Throws dice: they come in from below, another value in every frame, and rest.
    mutating func roll(_ dice: [DieObservation]) {
      for step in 1...8 {
        self.step(
          dice.enumerated().map { index, die in
            var tumbling = die
            tumbling.label = DieValue(rawValue: UInt8((step + index) % 6 + 1))!
            tumbling.boundingBox.y += Double(8 - step) * 0.08
            return tumbling
          })
      }
      show(dice)
    }

    var values: [Int]? { game.question?.values }
  }

  private func die(_ value: DieValue, _ x: Double, y: Double = 0.4) -> DieObservation {
    DieObservation(label: value, confidence: 0.9, boundingBox: SimulatedTable.box(x, y))
  }

  private func typed(_ number: Int) -> Answer { Answer(number, source: .keys) }

  @Test func `a game begins by waiting for a roll`() {
    var play = Play()
    #expect(play.game.phase == .waiting)
    play.show([])
    #expect(play.game.phase == .waiting)
    #expect(play.game.rightAnswer == nil)
  }

  @Test func `a roll that has ended is asked about, in the order in which its dice lie`() {
    var play = Play()
    play.roll([die(.six, 0.7), die(.two, 0.2), die(.three, 0.5)])
    #expect(play.game.phase == .asking)
    #expect(play.values == [2, 3, 6])
    #expect(play.game.rightAnswer == 11)
    #expect(play.game.round == 1)
  }

  @Test func `values are hidden while dice roll, and the next roll is another question`() {
    var play = Play()
    play.roll([die(.six, 0.7), die(.two, 0.2)])
    play.step([])
    for step in 0..<6 { play.step([die(.one, 0.1 + Double(step) * 0.12, y: 0.8)]) }
    #expect(play.game.phase == .rolling)
    play.roll([die(.one, 0.4), die(.two, 0.6)])
    #expect(play.game.phase == .asking)
    #expect(play.values == [1, 2])
    #expect(play.game.round == 2)
  }

  @Test func `a die pushed past another changes the order at once, and nothing is hidden`() {
    var play = Play()
    play.roll([die(.six, 0.29, y: 0.55), die(.two, 0.5)])
    for step in 1...8 {
      play.step([die(.six, 0.29 + Double(step) * 0.04, y: 0.55), die(.two, 0.5)])
      #expect(play.game.phase == .asking)
      #expect(play.values == (step > 5 ? [2, 6] : [6, 2]))
    }
    play.show([die(.six, 0.62, y: 0.55), die(.two, 0.5)], for: 3)
    #expect(play.game.phase == .asking)
    #expect(play.game.round == 1, "pushed dice are the same question")
  }

  @Test func `pushing the dice of a solved question does not ask it again`() {
    var play = Play()
    play.roll([die(.six, 0.3, y: 0.55), die(.two, 0.5)])
    #expect(play.game.answer(typed(8)) == .right)
    for step in 1...8 {
      play.step([die(.six, 0.3 + Double(step) * 0.04, y: 0.55), die(.two, 0.5)])
    }
    play.show([die(.six, 0.62, y: 0.55), die(.two, 0.5)], for: 3)
    #expect(play.game.phase == .solved)
    #expect(play.values == [2, 6])
  }

  @Test func `the same values thrown again are another question once the last is solved`() {
    var play = Play()
    play.roll([die(.six, 0.3), die(.two, 0.5)])
    #expect(play.game.answer(typed(8)) == .right)
    play.roll([die(.six, 0.8), die(.two, 0.6)])
    #expect(play.game.phase == .asking)
    #expect(play.game.round == 2)
  }

  @Test func `an answer that was misheard is taken back, with the help that it brought`() {
    var game = Game(mode: .add)
    game.place([.four, .three])
    game.withdraw()
    #expect(game.question?.tries == 0, "nothing was answered")
    for _ in 0..<3 { _ = game.answer(typed(9)) }
    #expect(game.phase == .shown)
    game.withdraw()
    #expect(game.phase == .asking && game.question?.tries == 2)
    #expect(game.answer(typed(7)) == .right)
    game.withdraw()
    #expect(game.phase == .solved && game.question?.tries == 2, "a right answer stays")
  }

  @Test func `a camera that is moved while the child thinks does not lose the tries`() {
    var play = Play()
    play.roll([die(.six, 0.3), die(.two, 0.5)])
    #expect(play.game.answer(typed(9)) == .wrong)
    play.show([], for: 2)
    #expect(play.game.phase == .asking, "an open question outlives a hand before the lens")
    play.show([die(.six, 0.5, y: 0.7), die(.two, 0.7, y: 0.7)], for: 3)
    #expect(play.game.round == 1)
    #expect(play.game.question?.tries == 1)
  }

  @Test func `a table cleared after a right answer waits for the next roll`() {
    var play = Play()
    play.roll([die(.six, 0.3)])
    #expect(play.game.answer(typed(6)) == .right)
    play.show([], for: 2)
    #expect(play.game.phase == .waiting)
    #expect(play.values == nil)
  }

  @Test func `a hand that moves over resting dice hides them only while it does`() {
    var play = Play()
    let resting = [die(.six, 0.3), die(.two, 0.5)]
    play.roll(resting)
    for step in 0..<6 { play.step(resting + [die(.one, 0.3 + Double(step) * 0.12, y: 0.8)]) }
    #expect(play.game.phase == .rolling)
    play.show(resting, for: 2)
    #expect(play.game.phase == .asking)
    #expect(play.game.round == 1)
  }

  @Test(
    "an answer is judged",
    arguments: [
      (12, 1, Game.Verdict.right, Game.Phase.solved),
      (13, 1, .wrong, .asking),
      (0, 1, .wrong, .asking),
      (42, 1, .secret, .shown),  // neither right nor a try
      (12, 0.7, .right, .solved),
      (12, 0.69, .unsure, .asking),  // even a right one: what is not read must be written again
      (13, 0.69, .unsure, .asking),  // never marked wrong
      (42, 0.69, .unsure, .asking),
    ])
  func verdict(
    number: Int, confidence: Float, expected: Game.Verdict, phase: Game.Phase
  ) {
    var game = Game(mode: .add)
    game.place([.six, .two, .four])
    #expect(game.answer(Answer(number, source: .pen, confidence: confidence)) == expected)
    #expect(game.question?.tries == (expected == .wrong ? 1 : 0))
    #expect(game.phase == phase)
  }

  @Test func `42 is simply right where it is right`() {
    var game = Game(mode: .add)
    game.place([DieValue](repeating: .six, count: 7))
    #expect(game.answer(typed(42)) == .right)
    #expect(game.phase == .solved)
  }

  @Test func `the secret ends the turn, and the true answer is still known`() {
    var game = Game(mode: .add)
    game.place([.six, .two, .four])
    #expect(game.answer(typed(13)) == .wrong)
    #expect(game.answer(typed(42)) == .secret)
    #expect(game.question?.tries == 1)
    #expect(game.rightAnswer == 12)
    #expect(game.answer(typed(12)) == .unsure, "the turn is over")
    #expect(game.phase == .shown)
  }

  @Test func `after the secret the next roll is another question`() {
    var play = Play()
    play.roll([die(.six, 0.3), die(.two, 0.5)])
    #expect(play.game.answer(typed(42)) == .secret)
    play.show([die(.six, 0.3), die(.two, 0.5)])
    #expect(play.game.phase == .shown, "the dice still lie there")
    play.roll([die(.six, 0.8), die(.two, 0.6)])
    #expect(play.game.phase == .asking)
    #expect(play.game.round == 2)
  }

  @Test func `after a wrong answer there is another try`() {
    var game = Game(mode: .multiply)
    game.place([.six, .four])
    #expect(game.answer(typed(23)) == .wrong)
    #expect(game.answer(typed(24)) == .right)
    #expect(game.question?.tries == 1)
  }

  @Test func `each wrong answer brings more help, and the third shows the answer`() {
    var game = Game(mode: .multiply)
    game.place([.four, .six, .two])
    #expect(game.question?.help == Question.Help.none)
    #expect(game.answer(typed(12)) == .wrong)
    #expect(game.question?.help == .pointing)
    #expect(game.answer(typed(12)) == .wrong)
    #expect(game.question?.help == .countingAlong)
    #expect(game.steps == [4, 24, 48])
    #expect(game.phase == .asking)
    #expect(game.suggestedDice == nil)
    #expect(game.answer(typed(12)) == .wrong)
    #expect(game.question?.help == .answer)
    #expect(game.phase == .shown)
    #expect(game.rightAnswer == 48)
    #expect(game.suggestedDice == 2...3)
    #expect(game.answer(typed(48)) == .unsure, "the answer was shown")
    #expect(game.question?.tries == 3)
  }

  @Test func `after counting along the right answer still solves the question`() {
    var game = Game(mode: .add)
    game.place([.six, .four])
    _ = game.answer(typed(11))
    _ = game.answer(typed(12))
    #expect(game.answer(typed(10)) == .right)
    #expect(game.phase == .solved)
    #expect(game.suggestedDice == nil)
  }

  @Test func `after the secret nothing is suggested, for nothing was too hard`() {
    var game = Game(mode: .add)
    game.place([.six, .four])
    #expect(game.answer(typed(42)) == .secret)
    #expect(game.suggestedDice == nil)
  }

  @Test func `unread answers and the secret bring no help nearer`() {
    var game = Game(mode: .add)
    game.place([.six, .four])
    for _ in 0..<5 { _ = game.answer(Answer(11, source: .pen, confidence: 0.2)) }
    #expect(game.question?.help == Question.Help.none)
    _ = game.answer(typed(42))
    #expect(game.question?.help == Question.Help.none)
  }

  @Test func `a die put right after the answer was shown opens the question again`() {
    var game = Game(mode: .add)
    game.place([.six, .four])
    for _ in 0..<3 { _ = game.answer(typed(9)) }
    #expect(game.phase == .shown)
    game.correct(0, to: .five)
    #expect(game.phase == .asking)
    #expect(game.question?.help == Question.Help.none)
    #expect(game.answer(typed(9)) == .right)
  }

  @Test func `after the answer was shown the same dice rolled again are another question`() {
    var play = Play()
    play.roll([die(.six, 0.3), die(.two, 0.5)])
    for _ in 0..<3 { #expect(play.game.answer(typed(9)) == .wrong) }
    play.roll([die(.six, 0.8), die(.two, 0.6)])
    #expect(play.game.phase == .asking)
    #expect(play.game.question?.tries == 0)
    #expect(play.game.round == 2)
  }

  @Test func `of tapped dice a like set is laid after the answer was shown`() {
    var game = Game(mode: .add)
    game.placeLikeSet(seed: 1)
    #expect(game.phase == .waiting, "there are no dice to be like")
    game.place([.six, .four, .two])
    for _ in 0..<3 { _ = game.answer(typed(9)) }
    game.placeLikeSet(seed: 1)
    #expect(game.phase == .asking)
    #expect(game.round == 2)
    #expect(game.rightAnswer != 12)
    #expect(game.question?.tries == 0)
  }

  @Test func `nothing is judged where nothing is asked`() {
    var game = Game(mode: .add)
    #expect(game.answer(typed(5)) == .unsure)
    game.place([.five])
    #expect(game.answer(typed(5)) == .right)
    #expect(game.answer(typed(4)) == .unsure)
    #expect(game.phase == .solved)
  }

  @Test(
    "as many dice are asked about as the mode allows",
    arguments: [
      (GameMode.count, 1, true), (.count, 10, true), (.count, 11, false), (.count, 20, false),
      (.add, 10, true), (.add, 11, false),
      (.multiply, 3, true), (.multiply, 4, false),
    ])
  func limits(mode: GameMode, count: Int, isAsked: Bool) {
    var play = Play(mode)
    play.show(
      (0..<count).map { die(.three, 0.04 + 0.09 * Double($0 % 10), y: $0 < 10 ? 0.3 : 0.7) },
      for: 3)
    #expect(play.game.phase == (isAsked ? .asking : .tooManyDice))
    #expect((play.game.rightAnswer != nil) == isAsked)
    #expect(play.game.round == 1, "the same dice are one question, however often they are reported")
  }

  @Test func `seven dice are too many to multiply, and are asked about again by adding`() {
    var game = Game(mode: .add)
    game.place([.one, .two, .three, .four, .five, .six, .one])
    #expect(game.rightAnswer == 22)
    game.play(.multiply)
    #expect(game.phase == .tooManyDice)
    #expect(game.rightAnswer == nil)
    #expect(game.steps == [])
    game.play(.count)
    #expect(game.phase == .asking)
    #expect(game.rightAnswer == 7)
    game.play(.add)
    #expect(game.rightAnswer == 22)
  }

  @Test func `dice in view that are too many for the next mode may be taken away`() {
    var play = Play(.add)
    let seven = (0..<7).map { die(.two, 0.1 + 0.1 * Double($0)) }
    play.show(seven, for: 2)
    play.game.play(.multiply)
    play.show(seven, for: 2)
    #expect(play.game.phase == .tooManyDice)
    play.show(Array(seven.prefix(3)), for: 2)
    #expect(play.game.phase == .asking)
    #expect(play.game.rightAnswer == 8)
  }

  @Test func `dice in view that were too many are asked about by the mode before`() {
    var play = Play(.add)
    let seven = (0..<7).map { die(.two, 0.1 + 0.1 * Double($0)) }
    play.show(seven, for: 2)
    play.game.play(.multiply)
    play.show(seven, for: 2)
    play.game.play(.add)
    #expect(play.game.rightAnswer == 14)
    let round = play.game.round
    play.show(seven, for: 2)
    #expect(play.game.phase == .asking)
    #expect(play.game.round == round)
  }

  @Test func `too many dice in a picture may be put right by taps`() {
    var game = Game(mode: .multiply)
    game.look(at: [die(.six, 0.2), die(.two, 0.4), die(.three, 0.6), die(.five, 0.8)])
    #expect(game.phase == .tooManyDice)
    game.correct(3, to: nil)
    #expect(game.rightAnswer == 36)
  }

  @Test func `too many dice are forgotten with the table they lay on`() {
    var play = Play(.count)
    let many = (0..<11).map { die(.three, 0.04 + 0.085 * Double($0)) }
    play.show(many, for: 3)
    play.show([], for: 2)
    #expect(play.game.phase == .waiting)
  }

  @Test func `too many dice are forgotten with the view they lay in`() {
    var game = Game(mode: .multiply)
    game.look(at: (0..<4).map { die(.three, 0.2 + 0.2 * Double($0)) })
    #expect(game.phase == .tooManyDice)
    game.changeView()
    #expect(game.phase == .waiting)
  }

  @Test func `of too many dice some are taken away, and what is left is asked about`() {
    var play = Play(.count)
    let many = (0..<12).map { die(.three, 0.04 + 0.085 * Double($0)) }
    play.show(many, for: 3)
    play.show(Array(many.prefix(11)), for: 2)
    #expect(play.game.phase == .tooManyDice)
    play.show(Array(many.prefix(10)), for: 2)
    #expect(play.game.rightAnswer == 10)
  }

  @Test func `a wrong value is corrected by a tap, and stays so while dice are pushed`() {
    var play = Play()
    play.roll([die(.six, 0.3, y: 0.55), die(.two, 0.5)])
    #expect(play.game.answer(typed(7)) == .wrong)
    play.game.correct(0, to: .five)
    #expect(play.values == [5, 2])
    #expect(play.game.question?.tries == 0, "the misreading was ours")
    for step in 1...8 {
      play.step([die(.six, 0.3 + Double(step) * 0.04, y: 0.55), die(.two, 0.5)])
    }
    #expect(play.values == [2, 5])
    #expect(play.game.answer(typed(7)) == .right)
  }

  @Test func `dice are taken away and added by taps`() {
    var play = Play(.count)
    play.roll([die(.six, 0.3), die(.two, 0.5)])
    play.game.correct(0, to: nil)
    #expect(play.values == [2])
    play.game.add(.four)
    #expect(play.values == [2, 4])
    play.game.correct(7, to: .one)
    play.game.correct(-1, to: nil)
    #expect(play.values == [2, 4], "there is no such die")
    play.game.correct(0, to: nil)
    play.game.correct(0, to: nil)
    #expect(play.game.phase == .waiting, "no die, no question")
  }

  @Test(
    "no more dice can be tapped in than the mode allows",
    arguments: [
      (Asker.mode(.count), 10), (.mode(.add), 10), (.mode(.multiply), 3),
      (.other(maximumDice: 2), 2),
    ])
  func tapped(asker: Asker, count: Int) {
    var game = Game(mode: .add)
    game.play(asker)
    for _ in 0..<12 { game.add(.one) }
    #expect(game.question?.dice.count == count)
    #expect(game.phase == .asking)
  }

  @Test func `a question that was closed elsewhere is asked again only by another roll`() {
    var play = Play(.other(maximumDice: 2))
    play.roll([die(.two, 0.2), die(.five, 0.6)])
    play.game.close()
    #expect(play.game.phase == .solved)
    play.show([die(.two, 0.2), die(.five, 0.6)], for: 3)
    #expect(play.game.phase == .solved && play.game.round == 1)
    play.roll([die(.two, 0.3), die(.five, 0.5)])
    #expect(play.game.phase == .asking && play.game.round == 2)
  }

  @Test func `the dice of another game are followed, and left to it to ask about`() {
    var play = Play(.other(maximumDice: 2))
    #expect(play.game.mode == nil && play.game.showsValues)
    play.roll([die(.two, 0.2), die(.five, 0.6)])
    #expect(play.game.phase == .asking && play.values == [2, 5])
    #expect(play.game.rightAnswer == nil && play.game.steps.isEmpty)
    #expect(play.game.answer(typed(7)) == .unsure, "nobody knows here what is right")
    play.game.placeLikeSet(seed: 1)
    #expect(play.values == [2, 5])
    play.game.play(.multiply)
    #expect(play.game.rightAnswer == 10 && play.game.round == 2)
    play.game.play(.other(maximumDice: 1))
    #expect(play.game.phase == .tooManyDice)
  }

  @Test func `an answer to the question before is neither judged nor counted`() {
    var game = Game(mode: .add)
    game.place([.four, .six])
    let before = game.round
    game.place([.one, .two])
    for number in [10, 3] {
      #expect(game.answer(typed(number), toRound: before) == .unsure)
    }
    #expect(game.phase == .asking && game.question?.tries == 0)
    #expect(game.answer(typed(4), toRound: game.round) == .wrong)
    #expect(game.answer(typed(3), toRound: game.round) == .right)
  }

  @Test func `another mode asks again about the dice that lie there`() {
    var game = Game(mode: .add)
    game.place([.six, .four])
    #expect(game.answer(typed(10)) == .right)
    game.play(.multiply)
    #expect(game.phase == .asking)
    #expect(game.answer(typed(24)) == .right)
    #expect(game.round == 2)
    game.play(.multiply)
    #expect(game.phase == .solved, "the same mode asks nothing new")
  }

  @Test func `a still picture is asked about at once`() {
    var game = Game(mode: .add)
    game.look(at: [die(.six, 0.7), die(.two, 0.2)])
    #expect(game.phase == .asking)
    #expect(game.question?.values == [2, 6])
    game.look(at: [])
    #expect(game.phase == .waiting)
  }

  @Test func `a picture that is turned keeps the open question`() {
    var play = Play()
    play.roll([die(.six, 0.3), die(.two, 0.5)])
    #expect(play.game.answer(typed(9)) == .wrong)
    play.game.changeView()
    play.frame = 0
    play.show([die(.six, 0.4, y: 0.3), die(.two, 0.4, y: 0.5)])
    #expect(play.game.round == 1)
    #expect(play.game.question?.tries == 1)
  }
}
