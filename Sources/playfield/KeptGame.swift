import BeanBagToss
import TossHistory
import VisionCore

/// Keeps a game in the history while it is played.
///
/// When the history fails, because the disk is full, another program holds it or has removed the
/// game, that is reported once; the game goes on and is kept no more.
struct KeptGame {
  private let history: TossHistory
  /// Whether what a stopped call has left of the game goes once it is whole.
  private let isResumed: Bool
  /// The game's number in the history; it begins there with its first throw.
  private var number: Int64?
  /// The board as the history has it.
  private var board: GameboardObservation?
  private var isGivenUp = false

  init(in history: TossHistory, isResumed: Bool = false) {
    (self.history, self.isResumed) = (history, isResumed)
  }

  /// Keeps a throw of a session, or what has become of it later.
  mutating func keep(
    _ made: Throw, isNew: Bool, of session: Session, _ failures: inout FailureLog
  ) {
    guard !isGivenUp else { return }
    do throws(HistoryError) {
      guard let number else {
        number = try history.begin(session)
        board = session.board
        return
      }
      try isNew ? history.append(made, to: number) : history.update(made, in: number)
      try keep(session.board)
    } catch {
      giveUp(error, "Throw \(made.number) is not kept, nor is what follows.", &failures)
    }
  }

  /// Notes that the game is over, if it was watched to its end.
  mutating func end(_ session: Session, isWhole: Bool, _ failures: inout FailureLog) {
    guard !isGivenUp, let number else { return }
    do throws(HistoryError) {
      try keep(session.board)
      if isWhole { try history.finish(number, replacesStopped: isResumed) }
    } catch {
      giveUp(error, "The history does not know that the game has ended.", &failures)
    }
  }

  /// The games before this one; `nil` where this one is not kept, or the history cannot be read.
  func earlier(_ failures: inout FailureLog) -> [SessionSummary]? {
    guard !isGivenUp, let number else { return nil }
    do throws(HistoryError) {
      let (earlier, unreadable) = try history.sessions(before: number)
      reportLeftOut(unreadable)
      return earlier
    } catch {
      failures.report(Failure(error))
      return nil
    }
  }

  private mutating func keep(_ found: GameboardObservation?) throws(HistoryError) {
    guard let number, found != board else { return }
    try history.update(found, in: number)
    board = found
  }

  private mutating func giveUp(
    _ error: HistoryError, _ loss: String, _ failures: inout FailureLog
  ) {
    isGivenUp = true
    failures.report(Failure(status: .fault, sentence: "\(loss) \(error)"))
  }
}
