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
  @Option(
    help: """
      practice (eight throws, harder styles count more) or cornhole (two sides, to 21); board 1, \
      hole 3.
      """)
  var rules = RulesArgument.practice

  @Option(
    help: ArgumentHelp(
      """
      How many times a bag counts for the style of its throw. Styles that are left out keep the \
      rules' own. (default: overhand=2,underhand=1,underleg=5 of practice, 1 each of cornhole)
      """, valueName: "style=times,…"))
  var styleBonus: StyleBonusArgument?

  @Option(help: "metric or imperial; JSON is always in metres.")
  var units = UnitsArgument.metric

  @Option(
    help: ArgumentHelp(
      """
      Where the board is, instead of looking for it: its far left, far right, near right and near \
      left corner, x and y of each from 0 to 1 of the picture; far is the hole's end.
      """, valueName: "x,y,x,y,x,y,x,y"))
  var board: BoardArgument?

  @OptionGroup var engine: EngineOption

  @OptionGroup var history: HistoryOption

  @Flag(help: "Keep nothing of the game in the history.")
  var noHistory = false

  @Flag(help: "With --json, print when a bag that was reported comes to rest elsewhere, too.")
  var events = false

  @Flag(help: "Print JSON Lines.")
  var json = false

  func validate() throws {
    if let fault = board?.fault { throw ValidationError(fault) }
  }

  var scoringRules: ScoringRules {
    let preset = rules.preset
    return ScoringRules(preset, styleBonus: styleBonus?.applied(to: preset.styleBonus))
  }

  func models() throws(Failure) -> TossModels {
    do throws(VisionError) {
      return try TossModels(engine: engine.engine)
    } catch {
      throw Failure(error)
    }
  }

  /// What watches the game, and also sees people between throws where they are drawn.
  func game(_ models: TossModels, isDrawn: Bool) -> TossDriver {
    TossDriver(
      TossWatch(board: board?.corners, rules: scoringRules, isDrawn: isDrawn), models: models)
  }
}
