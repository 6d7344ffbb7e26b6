import Foundation

do {
  try await RenderCommand(arguments: Array(CommandLine.arguments.dropFirst())).run()
} catch let failure as RenderCommand.Failure {
  print("\(failure)\n\(RenderCommand.usage)")
  exit(64)
}
