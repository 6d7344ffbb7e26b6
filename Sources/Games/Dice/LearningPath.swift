public import VisionCore

/// The path from counting over adding to times tables, as the answers so far have walked it.
///
/// It only suggests what to play next; every game may be chosen at any time. Nothing is ever taken away:
/// a right answer earns stars, any other changes nothing.
///
/// ```swift
/// var path = LearningPath()
/// path.add(.right, to: [.two, .three], in: .add, attempt: 1)
/// path.stars(in: .addTwo)  // 2
/// ```
public struct LearningPath: Hashable, Sendable {
  /// What is learned, in the order in which it is learned.
  public enum Step: UInt8, CaseIterable, Hashable, Sendable {
    /// As many dice as a hand has fingers.
    case countToFive
    case countToTen
    case addTwo
    case addThree
    /// Four dice or more.
    case addMore
    /// Two dice, one of them a 1 or a 2: nothing to do, or to double.
    case timesOnesAndTwos
    /// Two dice, one of them a 5, and neither a 1 or a 2.
    case timesFives
    /// Two dice, each a 3, 4 or 6: the facts that have no shortcut.
    case timesThreesFoursAndSixes
    case timesThreeDice

    /// The game in which it is learned.
    public var mode: GameMode {
      switch self {
      case .countToFive, .countToTen: .count
      case .addTwo, .addThree, .addMore: .add
      case .timesOnesAndTwos, .timesFives, .timesThreesFoursAndSixes, .timesThreeDice: .multiply
      }
    }

    /// The step to which a question belongs; `nil` where there is nothing to learn: no die, or one alone
    /// to add or to multiply.
    public init?(_ values: [DieValue], in mode: GameMode) {
      switch (mode, values.count) {
      case (_, 0), (.add, 1), (.multiply, 1): return nil
      case (.count, ...5): self = .countToFive
      case (.count, _): self = .countToTen
      case (.add, 2): self = .addTwo
      case (.add, 3): self = .addThree
      case (.add, _): self = .addMore
      case (.multiply, 2):
        // The easier factor decides: who can double knows 2 x 6 as well as 6 x 2.
        self =
          if values.contains(.one) || values.contains(.two) {
            .timesOnesAndTwos
          } else if values.contains(.five) {
            .timesFives
          } else {
            .timesThreesFoursAndSixes
          }
      case (.multiply, _): self = .timesThreeDice
      }
    }
  }

  /// The stars with which a step has been learned: three answers right at the first try, or six later.
  public static let starsToLearn = 6

  private var stars = [Int](repeating: 0, count: Step.allCases.count)

  public init() {}

  /// The stars that a question earns when it ends so: two for a right answer at the first try, one for a
  /// later one. The answer that is shown after the last try earns none, nor does the secret.
  public static func stars(for verdict: Game.Verdict, attempt: Int) -> Int {
    verdict == .right ? (attempt == 1 ? 2 : 1) : 0
  }

  /// Takes in the next answer, or several that were alike. In which order answers come does not matter.
  ///
  /// - Parameters:
  ///   - verdict: What it was worth.
  ///   - values: What the dice showed.
  ///   - mode: What was asked about them.
  ///   - attempt: How many answers to that question it makes, itself included; 1 for the first.
  ///   - count: How many such answers there were.
  public mutating func add(
    _ verdict: Game.Verdict, to values: [DieValue], in mode: GameMode, attempt: Int, count: Int = 1
  ) {
    guard let step = Step(values, in: mode) else { return }
    stars[Int(step.rawValue)] += count * Self.stars(for: verdict, attempt: attempt)
  }

  /// The stars earned in `step`; they never become fewer.
  public func stars(in step: Step) -> Int { stars[Int(step.rawValue)] }

  /// Whether `step` has been learned: it and the steps after it have earned ``starsToLearn`` together.
  /// Who multiplies well need not go back to count to five, and what is learned stays so.
  public func hasLearned(_ step: Step) -> Bool {
    stars[Int(step.rawValue)...].reduce(0, +) >= Self.starsToLearn
  }

  /// The first step that is not learned yet; `nil` at the end of the path.
  public var current: Step? { Step.allCases.first { !hasLearned($0) } }
}
