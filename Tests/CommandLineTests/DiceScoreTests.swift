import Testing
import VisionCore

@testable import playfield

private func die(_ value: DieValue, _ x: Double, size: Double = 0.1) -> DieObservation {
  DieObservation(
    label: value, confidence: 0.9,
    boundingBox: BoundingBox(x: x, y: 0.4, width: size, height: size))
}

@Suite struct DiceScoreTests {
  struct Row: Sendable {
    let reason: String
    let truth: DiceTruth
    let answers: [DieObservation]
    /// Right, wrong, missed, extra.
    let expected: [Int]
  }

  static let table = [
    Row(
      reason: "an empty photo", truth: DiceTruth(dice: .boxes([])), answers: [],
      expected: [0, 0, 0, 0]),
    Row(
      reason: "one of each kind",
      truth: DiceTruth(dice: .boxes([die(.one, 0.1), die(.two, 0.3), die(.three, 0.5)])),
      answers: [die(.one, 0.1), die(.six, 0.3), die(.four, 0.8)], expected: [1, 1, 1, 1]),
    Row(
      reason: "the box of a one's pip lies well inside the die, IoU 0.04, but its centre does too",
      truth: DiceTruth(dice: .boxes([die(.one, 0.1)])),
      answers: [
        DieObservation(
          label: .one, confidence: 0.9,
          boundingBox: BoundingBox(x: 0.14, y: 0.44, width: 0.02, height: 0.02))
      ], expected: [1, 0, 0, 0]),
    Row(
      reason: "a second answer on one die is extra",
      truth: DiceTruth(dice: .boxes([die(.one, 0.1)])),
      answers: [die(.one, 0.1), die(.one, 0.11)], expected: [1, 0, 0, 1]),
    Row(
      reason: "touching dice with loose boxes: each answer goes to the die it fits best",
      truth: DiceTruth(dice: .boxes([die(.one, 0.1), die(.two, 0.16)])),
      answers: [die(.two, 0.155), die(.one, 0.105)], expected: [2, 0, 0, 0]),
    Row(
      reason: "an answer on an unclear die is neither right nor extra",
      truth: DiceTruth(dice: .boxes([]), ignored: [die(.one, 0.1).boundingBox]),
      answers: [die(.one, 0.1)], expected: [0, 0, 0, 0]),
    Row(
      reason: "an answer on a d10 is extra",
      truth: DiceTruth(dice: .boxes([]), distractors: [die(.one, 0.1).boundingBox]),
      answers: [die(.one, 0.1)], expected: [0, 0, 0, 1]),
    Row(
      reason: "where only values are known they are compared as multisets",
      truth: DiceTruth(dice: .values([.two, .three, .four, .six, .six, .six])),
      answers: [.six, .two, .six, .five].enumerated().map { die($1, Double($0) / 10) },
      expected: [3, 1, 2, 0]),
    Row(
      reason: "more answers than values",
      truth: DiceTruth(dice: .values([.two, .three])),
      answers: [.six, .two, .six].enumerated().map { die($1, Double($0) / 10) },
      expected: [1, 1, 0, 1]),
  ]

  @Test("Answers are right, wrong or extra, dice may be missed", arguments: table)
  func judges(row: Row) {
    var score = DiceScore()
    let verdict = score.add(row.answers, truth: row.truth)
    #expect(
      [score.right, score.wrong, score.missed, score.extra] == row.expected, "\(row.reason)")
    #expect(score.photosRight == (verdict.isFaultless ? 1 : 0))
    #expect(verdict.isFaultless == row.expected.dropFirst().allSatisfy { $0 == 0 })
  }

  @Test func `the confusion counts true values by row and read values by column`() {
    var score = DiceScore()
    let truth = DiceTruth(dice: .boxes([die(.one, 0.1), die(.two, 0.3)]))
    score.add([die(.one, 0.1), die(.six, 0.3)], truth: truth)
    #expect(score.confusion[0] == [1, 0, 0, 0, 0, 0])
    #expect(score.confusion[1] == [0, 0, 0, 0, 0, 1])
  }

  @Test func `distractors are counted once, however many answers lie on them`() {
    var score = DiceScore()
    let distractors = [die(.one, 0.1).boundingBox, die(.one, 0.5).boundingBox]
    score.add(
      [die(.one, 0.1), die(.two, 0.11)],
      truth: DiceTruth(dice: .boxes([]), distractors: distractors))
    #expect(score.distractors == 2)
    #expect(score.distractorsReported == 1)
    #expect(score.extra == 2)
  }
}

@Suite struct AveragePrecisionTests {
  private func answer(_ x: Double, confidence: Float, value: DieValue = .one) -> DieObservation {
    DieObservation(label: value, confidence: confidence, boundingBox: die(value, x).boundingBox)
  }

  @Test func `nothing to find has no precision`() {
    #expect(AveragePrecision<DieValue>().mean == nil)
  }

  struct Row: Sendable {
    let reason: String
    /// Where answers lie, by falling confidence; dice lie at 0.1 and at 0.5.
    let answers: [Double]
    let expected: Double
  }

  static let table = [
    Row(reason: "both found", answers: [0.1, 0.5], expected: 1),
    Row(reason: "one of two: recalls 0 to 0.5", answers: [0.1], expected: 51.0 / 101),
    Row(reason: "a false one is the surest", answers: [0.8, 0.1, 0.5], expected: 2.0 / 3),
    Row(reason: "a false one between", answers: [0.1, 0.8, 0.5], expected: (153.0 + 100) / 303),
    Row(reason: "a die is found once only", answers: [0.1, 0.1], expected: 51.0 / 101),
    Row(reason: "nothing found", answers: [], expected: 0),
  ]

  @Test("101 points of recall, interpolated from above", arguments: table)
  func interpolates(row: Row) throws {
    var precision = AveragePrecision<DieValue>()
    precision.add(
      row.answers.enumerated().map { answer($1, confidence: 0.9 - 0.1 * Float($0)) },
      truth: [die(.one, 0.1), die(.one, 0.5)])
    #expect(abs(try #require(precision.mean) - row.expected) < 1e-9, "\(row.reason)")
  }

  @Test func `the mean is over the labels that occur`() throws {
    var precision = AveragePrecision<DieValue>()
    precision.add(
      [answer(0.1, confidence: 0.9), answer(0.8, confidence: 0.9, value: .six)],
      truth: [die(.one, 0.1), die(.two, 0.5)])
    #expect(try #require(precision.mean) == 0.5)
  }

  @Test func `an answer in an ignored place does not count`() throws {
    var precision = AveragePrecision<DieValue>()
    precision.add(
      [answer(0.8, confidence: 0.95), answer(0.1, confidence: 0.9)], truth: [die(.one, 0.1)],
      ignored: [BoundingBox(x: 0.7, y: 0, width: 0.3, height: 1)])
    #expect(try #require(precision.mean) == 1)
  }
}
