import ArgumentParser

@main
struct Playfield: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "playfield",
    abstract: "Sees the games people play in the real world.")
}
