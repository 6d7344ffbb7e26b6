import ArgumentParser
import Inference
import Logging
import VisionCore

@main
struct Playfield: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "playfield",
    abstract: "Sees the games people play in the real world.",
    version: version,
    subcommands: [
      DiceCommand.self, DigitsCommand.self, NumbersCommand.self, TossCommand.self,
      VisionCommand.self, ServeCommand.self,
    ])

  /// The engine is looked for only where its version is asked for: that opens a library.
  private static let version =
    CommandLine.arguments.contains("--version")
    ? "playfield \(playfieldVersion), \(engineVersion)" : "playfield \(playfieldVersion)"

  static func main() async {
    LoggingSystem.bootstrap(StreamLogHandler.standardError)
    await main(nil)
  }
}

struct DiceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dice",
    abstract: "Reads the tops of six-sided dice.",
    subcommands: [
      DiceReadCommand.self, DiceWatchCommand.self, DiceEvaluateCommand.self, DiceLabelCommand.self,
    ])
}

struct DigitsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "digits",
    abstract: "Reads handwritten numbers.",
    subcommands: [DigitsReadCommand.self])
}

struct NumbersCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "numbers",
    abstract: "Hears spoken numbers.",
    subcommands: [NumbersListenCommand.self, NumbersEvaluateCommand.self])
}
