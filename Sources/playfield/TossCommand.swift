import ArgumentParser

struct TossCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "toss",
    abstract: "Watches games of bean-bag toss (cornhole).",
    subcommands: [
      TossAnalyzeCommand.self, TossScoreCommand.self, TossHistoryCommand.self,
    ])
}
