import ArgumentParser
import BeanBagToss
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

  @Flag(help: "Print JSON Lines.")
  var json = false

  func validate() throws {
    if let fault = board?.fault { throw ValidationError(fault) }
  }

  /// What watches the game, and what finds people for the pictures that are drawn.
  func open() throws(Failure) -> (analyzer: TossAnalyzer, poses: BodyPoseModel) {
    do throws(VisionError) {
      let poses = try BodyPoseModel()
      let analyzer = try TossAnalyzer(
        poses: poses, eyes: TossAnalyzer.Eyes(), board: board?.corners, preset: rules.preset)
      return (analyzer, poses)
    } catch {
      throw Failure(error)
    }
  }
}

/// Tells of a game on standard output, as it goes on.
struct TossTelling {
  let options: TossOptions
  private var notices: [TossNotice] = []

  init(options: TossOptions) {
    self.options = options
  }

  mutating func tell(
    _ events: [TossAnalyzer.Event], _ progress: inout ProgressBar
  ) throws(Failure) {
    for event in events {
      if case .stateChanged = event { continue }
      progress.clear()
      switch event {
      case .stateChanged: break
      case .throwEnded(let made, let decision):
        try printLine(
          options.json
            ? JSON.throwMade(made, decision: decision).text
            : made.line(in: options.units.units, decision: decision))
      case .throwChanged(let made):
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

  /// The last line: what the game came to.
  func summarize(_ scene: TossScene, throwsMade: [Throw]) throws(Failure) {
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
