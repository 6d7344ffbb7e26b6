import ArgumentParser

/// The requests by themselves, without a game.
struct VisionCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "vision",
    abstract: "Asks single questions about pictures and videos.",
    subcommands: [
      VisionPoseCommand.self, VisionTrajectoriesCommand.self, VisionRegistrationCommand.self,
      VisionStabilityCommand.self, VisionGameboardCommand.self, VisionContoursCommand.self,
      VisionThrowStyleCommand.self,
    ])
}
