import ArgumentParser
import BeanBagToss
import Foundation
import Inference
import Media
import TossAnalysis
import VisionCore
import VisionRequests

/// How a game is watched, from a file or live.
struct TossOptions: ParsableArguments {
  @Option(help: "practice (eight throws) or cornhole (two sides, to 21).")
  var rules = RulesArgument.practice

  @Option(help: "metric or imperial; JSON is always in metres.")
  var units = UnitsArgument.metric

  @Option(
    help: ArgumentHelp(
      """
      Where the board is, instead of looking for it: its far left, far right, near right and near \
      left corner, x and y of each from 0 to 1 of the picture; far is the hole's end.
      """, valueName: "x,y,x,y,x,y,x,y"))
  var board: BoardArgument?

  @OptionGroup var history: HistoryOption

  @Flag(help: "Keep nothing of the game in the history.")
  var noHistory = false

  @Flag(help: "Print JSON Lines.")
  var json = false

  func validate() throws {
    if let fault = board?.fault { throw ValidationError(fault) }
  }

  /// What watches the game, and what finds people for the pictures that are drawn.
  func open() throws(Failure) -> (analyzer: TossAnalyzer, poses: TrackHumanBodyPoseRequest) {
    do throws(VisionError) {
      let models = try TossModels()
      let analyzer = try TossAnalyzer(
        models: models, board: board?.corners, preset: rules.preset)
      return (analyzer, TrackHumanBodyPoseRequest(model: models.poses))
    } catch {
      throw Failure(error)
    }
  }
}

/// Tells of a game on standard output as it goes on, and keeps it in the history.
struct TossTelling {
  let options: TossOptions
  private(set) var session: Session
  /// The game in the history; it begins there with its first throw.
  private(set) var kept: (history: TossHistory, game: Int64)?
  private var notices: [TossNotice] = []
  /// A throw of which only the path is known: its line waits for where the bag rests, until the next
  /// throw or the end of the game.
  private var held: Throw?
  private let history: TossHistory?

  init(options: TossOptions, source: String, frames: Frames) throws(Failure) {
    self.options = options
    session = Session(
      date: Date(), source: URL(filePath: source).lastPathComponent, preset: options.rules.preset,
      pictureSize: PixelSize(width: frames.size.width, height: frames.size.height),
      frameRate: frames.frameRate, board: nil)
    history = options.noHistory ? nil : try options.history.openForGames()
  }

  mutating func tell(
    _ events: [TossAnalyzer.Event], _ scene: TossScene, _ progress: inout ProgressBar
  ) throws(Failure) {
    session.board = scene.board ?? session.board
    for event in events {
      if case .stateChanged = event { continue }
      progress.clear()
      switch event {
      case .stateChanged: break
      case .throwEnded(let made, let decision):
        session.throwsMade.append(made)
        try keep(made, isNew: true)
        try printHeld()
        if decision == .rest {
          try print(made, decision)
        } else {
          held = made
        }
      case .throwChanged(let made):
        session.throwsMade[made.number - 1] = made
        try keep(made, isNew: false)
        if held?.number == made.number {
          held = nil
          try print(made, .rest)
          continue
        }
        try printLine(
          options.json
            ? JSON.changed(made).text
            : "throw \(made.number) now: \(made.outcome.words), \(made.points) points")
      case .notice(let notice):
        notices.append(notice)
        printToStandardError("Note: \(notice)")
      }
    }
  }

  private mutating func printHeld() throws(Failure) {
    guard let made = held else { return }
    held = nil
    try print(made, .path)
  }

  private func print(_ made: Throw, _ decision: TossAnalyzer.Decision) throws(Failure) {
    try printLine(
      options.json
        ? JSON.throwMade(made, decision: decision).text
        : made.line(in: options.units.units, decision: decision))
  }

  private mutating func keep(_ made: Throw, isNew: Bool) throws(Failure) {
    guard let history else { return }
    do throws(HistoryError) {
      if let kept {
        try isNew
          ? history.append(made, to: kept.game) : history.update(made, in: kept.game)
      } else {
        var begun = session
        begun.throwsMade = []
        let game = try history.begin(begun)
        kept = (history, game)
        for made in session.throwsMade { try history.append(made, to: game) }
      }
    } catch {
      throw Failure(error)
    }
  }

  /// The last line: what the game came to.
  mutating func summarize(_ scene: TossScene) throws(Failure) {
    try printHeld()
    if let kept {
      do throws(HistoryError) {
        try kept.history.finish(kept.game)
      } catch {
        throw Failure(error)
      }
    }
    let throwsMade = session.throwsMade
    try printLine(
      options.json
        ? JSON.summary(
          throwsMade, scoreboard: scene.scoreboard, rules: options.rules.rawValue,
          notices: notices
        ).text
        : Self.line(throwsMade, scene))
  }

  private static func line(_ throwsMade: [Throw], _ scene: TossScene) -> String {
    let made = throwsMade.count == 1 ? "1 throw" : "\(throwsMade.count) throws"
    func count(_ outcome: Outcome) -> Int { throwsMade.count { $0.outcome == outcome } }
    return "\(made): \(count(.hole)) in the hole, \(count(.board)) on the board, "
      + "\(count(.off)) off; score \(scene.scoreboard.text)"
  }
}
