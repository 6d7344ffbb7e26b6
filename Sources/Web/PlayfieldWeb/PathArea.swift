// The path from counting to times tables, as the answers of a player have walked it.
//
//     web.path_begin();
//     for each question that was answered:
//       for (const value of dice) web.path_die(value);
//       web.path_answers(mode, first, later);   // an index of `Choices`, and two counts
//     web.path_steps();                         // a list of `stepRecord`

internal import DiceGame
internal import PageInterface
internal import VisionCore

/// How far a player has come on the path.
struct PathArea: ~Copyable {
  private var path = LearningPath()
  /// Those of the next question.
  private var dice: [DieValue] = []
  private var list = RecordList()
  /// Stars of all questions add up in 32 bits.
  private static let maximumCount: Int32 = 100_000

  /// Begins with no answers.
  mutating func begin() {
    path = LearningPath()
    dice = []
  }

  /// A die of the next question, of a value in `1...6`.
  mutating func die(_ value: Int32) -> Int32 {
    guard let value = DieValue(argument: value) else { return WebFault.badArgument.rawValue }
    dice.append(value)
    return 0
  }

  /// The right answers so far to the question about the dice since the last: how many at the first try, and
  /// how many later; each at most ``maximumCount``.
  mutating func answers(_ mode: Int32, _ first: Int32, _ later: Int32) -> Int32 {
    defer { dice = [] }
    let counts = 0...Self.maximumCount
    guard let asker = Asker(argument: mode), counts ~= first, counts ~= later else {
      return WebFault.badArgument.rawValue
    }
    // No step of the path is a race's.
    if case .mode(let mode) = asker {
      path.add(.right, to: dice, in: mode, attempt: 1, count: Int(first))
      path.add(.right, to: dice, in: mode, attempt: 2, count: Int(later))
    }
    return 0
  }

  /// How far each step has come, in their order, as a list of records.
  mutating func steps() -> UnsafePointer<Double> {
    list.share(LearningPath.Step.allCases.map { (path, $0) }, as: stepRecord)
  }
}

// MARK: - Exports

@_expose(wasm, "path_begin") @_cdecl("path_begin")
public func pathBegin() { session.path.begin() }

@_expose(wasm, "path_die") @_cdecl("path_die")
public func pathDie(_ value: Int32) -> Int32 { session.path.die(value) }

@_expose(wasm, "path_answers") @_cdecl("path_answers")
public func pathAnswers(_ mode: Int32, _ first: Int32, _ later: Int32) -> Int32 {
  session.path.answers(mode, first, later)
}

@_expose(wasm, "path_steps") @_cdecl("path_steps")
public func pathSteps() -> UnsafePointer<Double> { session.path.steps() }
