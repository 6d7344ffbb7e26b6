import DiceGame
import PageInterface
import Testing

@testable import PlayfieldWeb

@Suite("The module's area for the learning path")
final class PathAreaTests {
  private var session = Session()

  private func answers(_ dice: [Int32], mode: Int32, first: Int32, later: Int32) -> Int32 {
    for value in dice { #expect(session.path.die(value) == 0) }
    return session.path.answers(mode, first, later)
  }

  @Test func `right answers earn stars in the step that their dice belong to`() {
    session.path.begin()
    #expect(answers([1, 2], mode: 0, first: 1, later: 0) == 0)
    #expect(answers([3, 4], mode: 1, first: 2, later: 3) == 0)
    #expect(answers([3, 4], mode: 3, first: 5, later: 5) == 0, "a race is no step of the path")
    let steps = records(session.path.steps(), length: stepRecord.shape.length)
    #expect(steps.count == LearningPath.Step.allCases.count)
    #expect(steps.map { $0[2] } == [2, 0, 7, 0, 0, 0, 0, 0, 0], "stars")
    #expect(steps.map { $0[4] } == [0, 0, 0, 1, 0, 0, 0, 0, 0], "the current one")
    session.path.begin()
    #expect(
      records(session.path.steps(), length: stepRecord.shape.length).allSatisfy { $0[2] == 0 })
  }

  @Test func `arguments out of range are faults`() {
    session.path.begin()
    #expect(session.path.die(0) == WebFault.badArgument.rawValue)
    #expect(session.path.die(7) == WebFault.badArgument.rawValue)
    #expect(session.path.answers(4, 1, 0) == WebFault.badArgument.rawValue)
    #expect(session.path.answers(0, -1, 0) == WebFault.badArgument.rawValue)
    #expect(session.path.answers(0, 0, 100_001) == WebFault.badArgument.rawValue)
  }
}
