import DiceGame
import Testing

@testable import PlayfieldWeb

@Suite("The module's area for the learning path")
final class PathAreaTests {
  private var session = Session()

  private func answer(_ dice: [Int32], verdict: Int32, mode: Int32, attempt: Int32) -> Int32 {
    for value in dice { #expect(session.path.die(value) == 0) }
    return session.path.answer(verdict, mode, attempt)
  }

  @Test func `answers earn stars in the step that their dice belong to`() {
    session.path.begin()
    #expect(answer([1, 2], verdict: 0, mode: 0, attempt: 1) == 0)
    #expect(answer([3, 4], verdict: 0, mode: 1, attempt: 2) == 0)
    #expect(answer([3, 4], verdict: 1, mode: 1, attempt: 1) == 0)
    let steps = records(session.path.steps(), length: stepRecord.shape.length)
    #expect(steps.count == LearningPath.Step.allCases.count)
    #expect(steps.map { $0[2] } == [2, 0, 1, 0, 0, 0, 0, 0, 0], "stars")
    #expect(steps.map { $0[4] } == [1, 0, 0, 0, 0, 0, 0, 0, 0], "the current one")
    session.path.begin()
    #expect(
      records(session.path.steps(), length: stepRecord.shape.length).allSatisfy { $0[2] == 0 })
  }

  @Test func `arguments out of range are faults`() {
    session.path.begin()
    #expect(session.path.die(0) == WebFault.badArgument.rawValue)
    #expect(session.path.die(7) == WebFault.badArgument.rawValue)
    #expect(session.path.answer(4, 0, 1) == WebFault.badArgument.rawValue)
    #expect(session.path.answer(0, 4, 1) == WebFault.badArgument.rawValue)
  }
}
