import DiceGame
import PlayfieldMaths
import Testing
import VisionCore

@Suite struct LearningPathTests {
  typealias Step = LearningPath.Step

  /// An answer as it is kept.
  struct Kept: Sendable {
    var verdict = Game.Verdict.right
    let values: [Int]
    let mode: GameMode
    var attempt = 1

    static func count(_ dice: Int, _ verdict: Game.Verdict = .right, attempt: Int = 1) -> Kept {
      Kept(
        verdict: verdict, values: [Int](repeating: 3, count: dice), mode: .count, attempt: attempt)
    }

    static func add(_ values: Int..., attempt: Int = 1) -> Kept {
      Kept(values: values, mode: .add, attempt: attempt)
    }

    static func times(_ values: Int..., attempt: Int = 1) -> Kept {
      Kept(values: values, mode: .multiply, attempt: attempt)
    }
  }

  private static func path(_ answers: [Kept]) -> LearningPath {
    answers.reduce(into: LearningPath()) { path, answer in
      path.add(answer.verdict, to: dice(answer.values), in: answer.mode, attempt: answer.attempt)
    }
  }

  private static func dice(_ values: [Int]) -> [DieValue] {
    values.map { DieValue(rawValue: UInt8($0))! }
  }

  @Test(
    "each question belongs to the step that it practises",
    arguments: [
      (GameMode.count, [6], Step.countToFive),  // one die; what it shows does not matter
      (.count, [1, 2, 3, 4, 5], .countToFive),  // one hand
      (.count, [1, 1, 1, 1, 1, 1], .countToTen),  // the second hand begins
      (.add, [3, 4], .addTwo),
      (.add, [1, 1, 1], .addThree),
      (.add, [1, 1, 1, 1], .addMore),
      (.add, [Int](repeating: 6, count: 10), .addMore),
      (.multiply, [1, 6], .timesOnesAndTwos),  // nothing to do
      (.multiply, [6, 2], .timesOnesAndTwos),  // doubling, from either side
      (.multiply, [2, 5], .timesOnesAndTwos),  // doubling comes before the fives
      (.multiply, [5, 5], .timesFives),
      (.multiply, [6, 5], .timesFives),  // the easier factor decides
      (.multiply, [3, 4], .timesThreesFoursAndSixes),
      (.multiply, [6, 6], .timesThreesFoursAndSixes),
      (.multiply, [1, 1, 1], .timesThreeDice),  // two products one after the other
      (.multiply, [2, 3, 4, 5], .timesThreeDice),  // kept before three were the most
      (.add, [6], nil),  // nothing to add
      (.multiply, [6], nil),
      (.count, [], nil),
    ] as [(GameMode, [Int], Step?)])
  func step(mode: GameMode, values: [Int], expected: Step?) {
    #expect(Step(Self.dice(values), in: mode) == expected)
  }

  @Test func `each step is learned in the game to which its questions belong`() {
    let modes = Step.allCases.map { $0.mode }
    #expect(modes == modes.sorted { $0.rawValue < $1.rawValue }, "counting, adding, times tables")
    for mode in GameMode.allCases {
      for count in 1...10 {
        let step = Step(Self.dice([Int](repeating: 3, count: count)), in: mode)
        #expect(step == nil || step?.mode == mode)
      }
    }
  }

  @Test(
    "right answers earn stars, and nothing costs any",
    arguments: [
      (Game.Verdict.right, 1, 2),  // known
      (.right, 2, 1),  // found after looking again
      (.right, 3, 1),  // after counting along, which is learning too
      (.right, 7, 1),  // kept before there was help
      (.wrong, 1, 0),
      (.wrong, 3, 0),  // the answer was shown
      (.secret, 1, 0),  // a wink
      (.unsure, 1, 0),
    ])
  func stars(verdict: Game.Verdict, attempt: Int, expected: Int) {
    #expect(LearningPath.stars(for: verdict, attempt: attempt) == expected)
    let path = Self.path([.count(4, verdict, attempt: attempt)])
    #expect(path.stars(in: .countToFive) == expected)
  }

  @Test(
    "the current step is the first that is not learned",
    arguments: [
      ([], Step.countToFive),  // everyone begins with one hand
      ([.count(2), .count(4)], .countToFive),  // four of six stars
      ([.count(2), .count(4), .count(3)], .countToTen),  // three right at the first try
      // Six right later are as good.
      ((0..<5).map { _ in .count(4, attempt: 2) }, .countToFive),
      ((0..<6).map { _ in .count(4, attempt: 2) }, .countToTen),
      // Wrong answers and the secret neither help nor cost.
      ([.count(2), .count(4, .wrong), .count(4, .secret), .count(4)], .countToFive),
      ([.count(2), .count(4, .wrong), .count(4, .secret), .count(4), .count(1)], .countToTen),
      // Who counts eight dice counts four.
      ([.count(8), .count(7), .count(9)], .addTwo),
      // Stars of the step and of those after it count together.
      ([.count(2), .count(8), .add(3, 4)], .countToTen),
      ([.count(8), .count(8), .add(3, 4)], .addTwo),
      ([.add(3, 4), .add(1, 1), .add(2, 6)], .addThree),
      ([.add(3, 4, 1), .add(1, 1, 1), .add(2, 6, 5)], .addMore),
      ([.add(1, 2, 3, 4), .add(1, 1, 1, 1), .add(1, 1, 1, 1, 1)], .timesOnesAndTwos),
      ([.times(2, 6), .times(1, 5), .times(2, 2)], .timesFives),
      ([.times(5, 6), .times(5, 5), .times(3, 5)], .timesThreesFoursAndSixes),
      // Threes and fours are harder than fives, which a roll seldom gives without them.
      ([.times(3, 6), .times(4, 4), .times(3, 5)], .timesThreesFoursAndSixes),
      ([.times(3, 6), .times(4, 4), .times(6, 6)], .timesThreeDice),
      ([.times(3, 6, 1), .times(4, 4, 2), .times(6, 6, 6)], nil),  // the end of the path
      ([.add(6), .times(6), .times(4)], .countToFive),  // single dice belong to no step
    ] as [([Kept], Step?)])
  func current(answers: [Kept], expected: Step?) {
    #expect(Self.path(answers).current == expected)
  }

  @Test func `answers that were alike may be taken in together`() {
    var together = LearningPath()
    together.add(.right, to: Self.dice([3, 4]), in: .add, attempt: 1, count: 2)
    together.add(.right, to: Self.dice([3, 4]), in: .add, attempt: 2, count: 3)
    let one = Self.path([.add(3, 4), .add(3, 4)] + (0..<3).map { _ in .add(3, 4, attempt: 2) })
    #expect(together == one)
    #expect(together.stars(in: .addTwo) == 7)
  }

  @Test func `the learned steps lie before the current one`() {
    let path = Self.path([.add(3, 4), .add(1, 1), .add(2, 6)])
    #expect(Step.allCases.filter { path.hasLearned($0) } == [.countToFive, .countToTen, .addTwo])
    #expect(path.current == .addThree)
    #expect(path.stars(in: .countToFive) == 0, "stars stand where they were earned")
    #expect(path.stars(in: .addTwo) == 6)
  }

  @Test func `at the end of the path every step is learned`() {
    let path = Self.path([.times(3, 6, 1), .times(4, 4, 2), .times(6, 6, 6)])
    #expect(Step.allCases.allSatisfy { path.hasLearned($0) })
  }

  @Test func `whatever is answered, no star goes away and no step is forgotten`() {
    var random = SplitMix64(seed: 26)
    var path = LearningPath()
    for _ in 0..<500 {
      let before = path
      let mode = GameMode.allCases.randomElement(using: &random)!
      let values = (0..<Int.random(in: 0...mode.maximumDice, using: &random)).map { _ in
        DieValue.random(using: &random)
      }
      let verdict = [Game.Verdict.right, .wrong, .unsure, .secret].randomElement(using: &random)!
      path.add(verdict, to: values, in: mode, attempt: Int.random(in: 1...3, using: &random))
      for step in Step.allCases {
        #expect(path.stars(in: step) >= before.stars(in: step))
        #expect(path.hasLearned(step) || !before.hasLearned(step))
      }
    }
    #expect(path.current == nil)
  }
}
