import DiceGame
import Testing

@Suite struct GameModeTests {
  @Test(
    "each mode asks for its number",
    arguments: [
      (GameMode.count, [5], 1),
      (.count, [6, 6, 6], 3),  // how many, not how much
      (.add, [4], 4),
      (.add, [1, 2, 3, 4], 10),
      (.multiply, [5], 5),  // one die is its own product
      (.multiply, [2, 3, 1], 6),
      (.multiply, [6, 6, 6], 216),  // the largest that is asked for
    ])
  func answer(mode: GameMode, values: [Int], expected: Int) {
    #expect(mode.answer(for: values) == expected)
  }

  @Test(
    "a number of dice can give these answers, whatever they show",
    arguments: [
      (GameMode.count, 2, Array(1...10)),  // how many there are is what is asked
      (.add, 1, Array(1...6)), (.add, 3, Array(3...18)),
      (.multiply, 1, Array(1...6)),
      (.multiply, 2, [1, 2, 3, 4, 5, 6, 8, 9, 10, 12, 15, 16, 18, 20, 24, 25, 30, 36]),
    ])
  func possibleAnswers(mode: GameMode, dice: Int, expected: [Int]) {
    #expect(mode.possibleAnswers(dice: dice).sorted() == expected)
  }

  @Test func `the answer to all rolls of three dice is among the possible ones`() {
    for a in 1...6 {
      for b in 1...6 {
        for c in 1...6 {
          let answer = GameMode.multiply.answer(for: [a, b, c])
          #expect(GameMode.multiply.possibleAnswers(dice: 3).contains(answer))
        }
      }
    }
    #expect(GameMode.multiply.possibleAnswers(dice: 3).max() == 216)
  }

  @Test(
    "Pip counts along die by die",
    arguments: [
      (GameMode.count, [4, 6, 2], [1, 2, 3]),
      (.add, [4, 6, 2], [4, 10, 12]),
      (.multiply, [4, 6, 2], [4, 24, 48]),
      (.add, [6, 2, 4], [6, 8, 12]),  // in the order in which the dice lie
      (.multiply, [5], [5]),
      (.count, [], []),
    ])
  func steps(mode: GameMode, values: [Int], expected: [Int]) {
    #expect(mode.steps(for: values) == expected)
  }

  @Test(
    "each mode has its own largest number of dice",
    arguments: [
      (GameMode.count, 10),  // as many as a child has fingers
      (.add, 10),
      (.multiply, 3),  // 4 x 4 x 6 can be worked out, the product of seven dice cannot
    ])
  func maximumDice(mode: GameMode, expected: Int) {
    #expect(mode.maximumDice == expected)
  }

  @Test func `counting shows no values, which would be mistaken for the count`() {
    #expect(GameMode.allCases.filter { !$0.showsValues } == [.count])
  }
}
