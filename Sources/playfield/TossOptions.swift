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
      practice (eight throws: board 1, hole 3, beneath the leg 5 and 15) or cornhole (two sides, \
      board 1, hole 3, to 21).
      """)
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

  @Flag(help: "With --json, print when a bag that was told of comes to rest elsewhere, too.")
  var events = false

  @Flag(help: "Print JSON Lines.")
  var json = false

  func validate() throws {
    if let fault = board?.fault { throw ValidationError(fault) }
  }

  func models() throws(Failure) -> TossModels {
    do throws(VisionError) {
      return try TossModels()
    } catch {
      throw Failure(error)
    }
  }

  /// What watches the game.
  func analyzer(_ models: TossModels) throws(Failure) -> TossAnalyzer {
    do throws(VisionError) {
      return try TossAnalyzer(models: models, board: board?.corners, preset: rules.preset)
    } catch {
      throw Failure(error)
    }
  }
}
