import BeanBagToss
import Foundation
import Media
import TossAnalysis
import VisionCore

/// Reports a game on standard output as it proceeds, and keeps it in the history.
struct TossNarration {
  let options: TossOptions
  private let clip: Input
  private(set) var session: Session
  /// `nil` where nothing is to be kept.
  private(set) var kept: KeptGame?
  private var notices: [TossNotice] = []
  /// A throw of which only the path is known: its line waits for where the bag rests, until the next
  /// throw or the end of the game.
  private var held: Throw?

  /// Opens the history, if the game is to be kept.
  ///
  /// - Parameters:
  ///   - options: What the call says of lines, rules and history.
  ///   - clip: Whose lines are printed.
  ///   - frames: The clip's.
  ///   - isResumed: Whether what a stopped call has kept of the game is replaced.
  /// - Throws: Why the history cannot be opened.
  init(
    options: TossOptions, clip: Input, frames: Frames<PlanarFrame>, isResumed: Bool = false
  ) throws(Failure) {
    (self.options, self.clip) = (options, clip)
    session = Session(
      startTime: Date().timeIntervalSince1970, source: URL(filePath: clip.path).lastPathComponent,
      rules: options.scoringRules,
      pictureSize: PixelSize(width: frames.size.width, height: frames.size.height),
      frameRate: frames.frameRate, board: nil)
    kept =
      options.noHistory
      ? nil : KeptGame(in: try options.history.openForGames(), isResumed: isResumed)
  }

  /// Keeps each throw, and then prints what there is to say of it: what was printed is on the disk.
  mutating func report(
    _ events: [TossWatch.Event], _ scene: TossScene, _ progress: inout ProgressBar,
    _ failures: inout FailureLog
  ) throws(Failure) {
    session.board = scene.board ?? session.board
    for event in events {
      if case .stateChanged = event { continue }
      progress.clear()
      if case .notice(let notice) = event { clip.note("\(notice)") }
      let lines = lines(of: event)
      keep(event, &failures)
      for line in lines { try clip.printLine(line) }
    }
  }

  private mutating func keep(_ event: TossWatch.Event, _ failures: inout FailureLog) {
    switch event {
    case .throwEnded(let made, _): kept?.keep(made, isNew: true, of: session, &failures)
    case .throwChanged(let made): kept?.keep(made, isNew: false, of: session, &failures)
    case .stateChanged, .notice, .bag: break
    }
  }

  /// Takes note of an event.
  ///
  /// - Returns: What is to be printed now.
  mutating func lines(of event: TossWatch.Event) -> [String] {
    switch event {
    case .stateChanged, .bag: return []
    case .notice(let notice):
      notices.append(notice)
      return []
    case .throwEnded(let made, let decision):
      session.throwsMade.append(made)
      let before = releaseHeld()
      guard decision == .rest else {
        held = made
        return before
      }
      return before + [line(of: made, decision)]
    case .throwChanged(let made):
      // By its number: those of a batch that was broken off are missing.
      if let place = session.throwsMade.firstIndex(where: { $0.number == made.number }) {
        session.throwsMade[place] = made
      }
      if held?.number == made.number {
        held = nil
        return [line(of: made, .rest)]
      }
      if options.json { return options.events ? [JSON.changed(made).text] : [] }
      return ["throw \(made.number) now: \(made.outcome.words), \(made.pointsText)"]
    }
  }

  private mutating func releaseHeld() -> [String] {
    guard let made = held else { return [] }
    held = nil
    return [line(of: made, .path)]
  }

  private func line(of made: Throw, _ decision: TossWatch.Decision) -> String {
    options.json
      ? JSON.throwMade(made, decision: decision).text
      : made.line(in: options.units.units, decision: decision)
  }

  /// Prints the last lines, and notes in the history whether the game was watched to its end.
  mutating func summarize(
    _ scene: TossScene, isWhole: Bool, _ failures: inout FailureLog
  ) throws(Failure) {
    defer { kept?.end(session, isWhole: isWhole, &failures) }
    for line in lastLines(scene) { try clip.printLine(line) }
  }

  /// What is left to be printed when the game is over; at last what it came to.
  mutating func lastLines(_ scene: TossScene) -> [String] {
    releaseHeld() + [
      options.json
        ? JSON.summary(
          session.throwsMade, scoreboard: scene.scoreboard, notices: notices
        ).text
        : summary(scene)
    ]
  }

  private func summary(_ scene: TossScene) -> String {
    let throwsMade = session.throwsMade
    let made = throwsMade.count == 1 ? "1 throw" : "\(throwsMade.count) throws"
    func count(_ outcome: Outcome) -> Int { throwsMade.count { $0.outcome == outcome } }
    return "\(made): \(count(.hole)) in the hole, \(count(.board)) on the board, "
      + "\(count(.off)) off; score \(scene.scoreboard.text)"
  }
}
