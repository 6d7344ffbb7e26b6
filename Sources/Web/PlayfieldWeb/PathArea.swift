// The path from counting to times tables, as the answers of a player have walked it.
//
//     web.path_begin();
//     for each answer, in order of time:
//       for (const value of dice) web.path_die(value);
//       web.path_answer(verdict, mode, attempt);   // indices of `Choices`
//     web.path_steps();                            // a list of `stepRecord`

internal import DiceGame
internal import VisionCore

/// How far a player has come on the path.
struct PathArea: ~Copyable {
  private var path = LearningPath()
  /// Those of the next answer's question.
  private var dice: [DieValue] = []
  private var list = RecordList()

  /// Begins with no answers.
  mutating func begin() {
    path = LearningPath()
    dice = []
  }

  /// A die of the next answer's question, of a value in `1...6`.
  mutating func die(_ value: Int32) -> Int32 {
    guard let value = DieValue(argument: value) else { return WebFault.badArgument.rawValue }
    dice.append(value)
    return 0
  }

  /// The next answer, about the dice since the last; `attempt` is 1 for the first answer to a question.
  mutating func answer(_ verdict: Int32, _ mode: Int32, _ attempt: Int32) -> Int32 {
    defer { dice = [] }
    guard let verdict = Game.Verdict(argument: verdict), let asker = Asker(argument: mode) else {
      return WebFault.badArgument.rawValue
    }
    // No step of the path is a race's.
    if case .mode(let mode) = asker {
      path.add(verdict, to: dice, in: mode, attempt: Int(attempt))
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

@_expose(wasm, "path_answer") @_cdecl("path_answer")
public func pathAnswer(_ verdict: Int32, _ mode: Int32, _ attempt: Int32) -> Int32 {
  session.path.answer(verdict, mode, attempt)
}

@_expose(wasm, "path_steps") @_cdecl("path_steps")
public func pathSteps() -> UnsafePointer<Double> { session.path.steps() }
