public import VisionCore

/// The dice game: sees rolls, asks about them, judges the answers.
///
/// A value whose every input, including time, is a parameter: it takes the dice of each frame and the
/// answers, and says what to show.
///
/// ```swift
/// var game = Game(mode: .add)
/// game.see(dice, at: time)
/// if game.phase == .asking { show(game.question) }
/// let verdict = game.answer(Answer(12, source: .pen, confidence: 0.9))
/// ```
public struct Game: Sendable {
  /// What the player sees.
  public enum Phase: UInt8, CaseIterable, Hashable, Sendable {
    /// There is nothing to ask about: it is time to roll.
    case waiting
    /// Dice roll; values are hidden.
    case rolling
    /// A question is open.
    case asking
    /// It was answered correctly.
    case solved
    /// More dice lie there than are asked about: see ``Asker/maximumDice``.
    case tooManyDice
    /// The question was closed without being solved, and the answer is shown.
    case shown
  }

  /// What an answer is worth.
  public enum Verdict: UInt8, CaseIterable, Hashable, Sendable {
    case right
    case wrong
    /// The answer was not understood well enough, or nothing is asked: nothing is counted, and the
    /// child may give it again.
    case unsure
    /// ``secretAnswer``, where another number is right: it ends the turn, and counts neither as right
    /// nor as a try.
    case secret
  }

  /// The answer to everything (Adams, "The Hitchhiker's Guide to the Galaxy", 1979).
  public static let secretAnswer = 42

  public private(set) var asker: Asker
  /// The last roll; it is asked about unless the ``phase`` is ``Phase/tooManyDice``.
  public private(set) var question: Question?
  /// How many questions there have been: a new number, a new question.
  public private(set) var round = 0
  private var detector = RollEndDetector()
  /// Dice move that are not those of the question, or no longer.
  private var isHidden = false

  public init(mode: GameMode) { asker = .mode(mode) }

  /// What is asked about the dice; `nil` while another game asks.
  public var mode: GameMode? {
    if case .mode(let mode) = asker { mode } else { nil }
  }

  /// Whether the child may see what each die shows; another game's rules are about just that.
  public var showsValues: Bool { mode?.showsValues ?? true }

  public var phase: Phase {
    if hasTooManyDice { return .tooManyDice }
    if isHidden { return .rolling }
    guard let question, !question.dice.isEmpty else { return .waiting }
    return switch question.ending {
    case nil: .asking
    case .solved: .solved
    case .shown, .secret: .shown
    }
  }

  /// Whether dice roll or rest on the table in view.
  public var table: TableState { detector.state }

  /// What keeps the roll on the table from being reported.
  public var outlook: RollOutlook? { detector.outlook }

  /// The number that is asked for; `nil` when nothing is asked, or another game asks.
  public var rightAnswer: Int? {
    guard let mode, let question, !hasTooManyDice else { return nil }
    return mode.answer(for: question.values)
  }

  /// The right answer built up die by die, in the order in which the dice lie; empty when nothing is
  /// asked, or another game asks.
  public var steps: [Int] {
    guard let mode, let question, !hasTooManyDice else { return [] }
    return mode.steps(for: question.values)
  }

  /// How many dice to roll next, where the answer had to be shown after the last try; `nil` elsewhere.
  public var suggestedDice: ClosedRange<Int>? {
    guard let mode, let question, question.ending == .shown else { return nil }
    return mode.suggestedDice(after: question.dice.count)
  }

  private var hasTooManyDice: Bool { (question?.dice.count ?? 0) > asker.maximumDice }

  /// Asks another kind of question, about the dice that lie there if there are any.
  public mutating func play(_ mode: GameMode) { play(.mode(mode)) }

  /// Has another ask about the dice that lie there, if there are any.
  public mutating func play(_ asker: Asker) {
    guard asker != self.asker else { return }
    self.asker = asker
    reopen()
    if question != nil { round += 1 }
    watchForFewerDice()
  }

  /// Takes in the dice of the next frame.
  ///
  /// - Parameters:
  ///   - dice: In any order.
  ///   - time: In seconds from any start; never falls until ``changeView()``.
  public mutating func see(_ dice: [DieObservation], at time: Double) {
    let isWhole = question?.follow(dice) ?? false
    for case .ended(let roll) in detector.update(with: dice, at: time) { ask(about: roll) }
    switch detector.state {
    case .rolling:
      // Dice that are only pushed about stay in sight with their values, and need no hiding.
      if !isWhole { isHidden = true }
    case .resting:
      isHidden = false
    case .clear:
      isHidden = false
      if question?.ending != nil || hasTooManyDice && dice.isEmpty { question = nil }
    }
  }

  /// Whether each frame counts at present, even where nothing moves in it: see
  /// ``RollEndDetector/isPending``.
  public var isPending: Bool { detector.isPending }

  /// Lets time pass in which the picture stayed as it was when it was read last.
  public mutating func pass(until time: Double) {
    detector.pass(until: time)
  }

  /// Asks about dice of a still picture.
  public mutating func look(at dice: [DieObservation]) {
    changeView()
    begin(Question(Roll(dice: dice)))
  }

  /// Asks about dice that were tapped in.
  public mutating func place(_ values: [DieValue]) {
    begin(Question(values))
  }

  /// Asks about dice like those of the question, where they are tapped in: see
  /// ``GameMode/likeSet(of:seed:)``.
  public mutating func placeLikeSet(seed: UInt64) {
    guard let mode, let question else { return }
    place(mode.likeSet(of: question.dice.map { $0.value }, seed: seed))
  }

  /// Forgets where dice are: the picture will come from elsewhere, or stand otherwise. An open
  /// question stays open; too many dice are forgotten.
  public mutating func changeView() {
    detector = RollEndDetector()
    isHidden = false
    if hasTooManyDice { question = nil }
  }

  /// Says what the die at `index` of the question really shows; `nil` when it is not a die. What
  /// was answered before counts no more.
  public mutating func correct(_ index: Int, to value: DieValue?) {
    guard let count = question?.dice.count, (0..<count).contains(index) else { return }
    question?.correct(index, to: value)
    reopen()
  }

  /// Adds a die that was not seen.
  public mutating func add(_ value: DieValue) {
    guard let count = question?.dice.count else { return place([value]) }
    guard count < asker.maximumDice else { return }
    question?.add(value)
    reopen()
  }

  /// Judges what the child answered.
  public mutating func answer(_ answer: Answer) -> Verdict {
    guard answer.isClear, let right = rightAnswer, phase == .asking else { return .unsure }
    switch answer.number {
    case right:
      question?.ending = .solved
      return .right
    case Self.secretAnswer:
      question?.ending = .secret
      return .secret
    default:
      question?.tries += 1
      if question?.help == .answer { question?.ending = .shown }
      return .wrong
    }
  }

  /// Judges an answer to the question of a ``round``. To any other than the present one it is unsure: the dice
  /// were rolled again while it was on its way.
  public mutating func answer(_ answer: Answer, toRound round: Int) -> Verdict {
    round == self.round ? self.answer(answer) : .unsure
  }

  /// Takes back the last wrong answer to the question, which was misheard; a right one stays.
  public mutating func withdraw() {
    guard let tries = question?.tries, tries > 0 else { return }
    guard question?.ending == nil || question?.ending == .shown else { return }
    question?.tries -= 1
    question?.ending = nil
  }

  /// Closes the question, whose answer was judged elsewhere: what lies on the table then is no roll any
  /// more.
  public mutating func close() {
    if question?.ending == nil { question?.ending = .solved }
  }

  private mutating func ask(about roll: Roll) {
    // The same dice in other places: pushed about, or seen again by a camera that was moved.
    let isSameQuestion = question.map { $0.ending == nil || !isHidden } ?? false
    if !isSameQuestion || question?.resume(with: roll) != true { begin(Question(roll)) }
    watchForFewerDice()
  }

  /// Notices when enough of too many dice are taken away: a detector never takes what is left of a
  /// roll for a new one, but a new detector reports whatever lies there.
  private mutating func watchForFewerDice() {
    if hasTooManyDice { detector = RollEndDetector() }
  }

  private mutating func begin(_ question: Question) {
    self.question = question
    isHidden = false
    round += 1
  }

  private mutating func reopen() {
    question?.ending = nil
    question?.tries = 0
  }
}
