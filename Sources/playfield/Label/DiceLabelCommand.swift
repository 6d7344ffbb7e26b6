import ArgumentParser
import VisionCore
import VisionRequests

struct DiceLabelCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "label",
    abstract: "Corrects the boxes and values of dice in photographs, in a local page.",
    discussion: """
      The page shows one photograph after the other, with the dice as they are read, or as they were saved. \
      What is corrected or found to be right is written to 'annotations.json' (COCO) in the folder, by which \
      'dice evaluate' measures. Photographs lie in the folder, or in 'images' in it. Only this machine can \
      open the page. Ctrl-C ends it.
      """)

  @OptionGroup var quiet: QuietOption

  @Argument(help: ArgumentHelp("A folder of photographs.", valueName: "dir"))
  var folder: String

  @OptionGroup var recognition: RecognitionOptions

  @Option(help: "The page's port; 0 takes any that is free.")
  var port: UInt16 = 8081

  func run() async throws {
    try await FailureLog.exit { (_: inout FailureLog) throws(Failure) in try await serve() }
  }

  private func serve() async throws(Failure) {
    let photographs = try LabelSet(
      folder: folder,
      request: recognition.request(try recognition.loadModel(), cropAndScale: .scaleToFit))
    let (url, server) = try await startServer(
      LabelPage(photographs: photographs), address: "127.0.0.1", port: port,
      for: OwnPage.isOwn)
    printToStandardError("The photographs are on \(url)")
    do {
      try await server.value
    } catch {
      throw Failure(status: .fault, sentence: "The server has stopped: \(error).")
    }
  }
}
