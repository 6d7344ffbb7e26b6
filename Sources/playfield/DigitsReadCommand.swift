import ArgumentParser
import Foundation
import Handwriting
import PortableInference
import VisionCore

struct DigitsReadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Reads handwritten numbers from the strokes of a pen.",
    discussion: """
      A file holds a number a line, {"strokes": [[[x, y], …], …], "label"?}, y pointing down, in \
      any unit. Prints each number and how sure it is; where labels are known also how many are \
      right. With --json, a line for each number: {"label"?, "number", "digits": [{"digit", \
      "confidence", "box", "strokes"}], "confidence"}. A box is [x, y, width, height] in the \
      unit of the ink; strokes count from 0.
      """)

  @OptionGroup var quiet: QuietOption

  @Argument(help: ArgumentHelp("Files of JSON Lines, and folders of them.", valueName: "file"))
  var files: [String] = []

  @OptionGroup var inputs: InputOptions

  @Option(
    help: ArgumentHelp(
      "Another network than the one that comes along.", valueName: "safetensors"))
  var model: String?

  @Flag(help: "Print JSON Lines.")
  var json = false

  func run() async throws {
    let call = InputOptions.Call(names: files, kind: .jsonLines, json: json)
    try await inputs.readEach(of: call, summary: summarize, making: loadModel) {
      (input, network, tally, failures) throws(Failure) in
      try read(InkFile(path: input.path), with: network, tally: &tally, failures: &failures)
    }
  }

  private func loadModel() throws(Failure) -> DigitNetwork {
    try loadNetwork(
      model, named: "digits.safetensors", wanted: "reads digits"
    ) { (weights) throws(NetworkError) in try DigitNetwork(weights) }
  }

  private func summarize(_ tally: NumberTally) throws(Failure) {
    guard !tally.isEmpty else { return }
    if json { printToStandardError(tally.sentence) } else { try printLine("\(tally.table)") }
  }

  private func read(
    _ file: InkFile, with network: DigitNetwork, tally: inout NumberTally,
    failures: inout FailureLog
  ) throws(Failure) {
    // On a terminal the numbers themselves show how far it has come.
    var progress = ProgressBar("Reading", total: file.lines.count)
    let showsProgress = isatty(STDOUT_FILENO) == 0
    defer { progress.clear() }
    for (index, content) in file.lines.enumerated() {
      if showsProgress { progress.show(index) }
      let line: InkLine
      do throws(Failure) {
        line = try file.read(content)
      } catch {
        progress.clear()
        try failures.report(error, of: file.path, json: json)
        continue
      }
      let page = InkPage(strokes: line.strokes, reader: network.scores)
      if let label = line.label { tally.add(page, label: label) }
      try printLine(
        json
          ? JSON.number(page, of: line).text
          : "\(file.path):\(content.number): \(Self.sentence(page, label: line.label))")
    }
  }

  /// "24, 98 % sure"; where another number was meant, "24, 98 % sure, but it is 29".
  static func sentence(_ page: InkPage, label: String?) -> String {
    let read =
      page.digits.isEmpty
      ? "no number" : "\(page.number), \(Int((page.confidence * 100).rounded())) % sure"
    guard let label, label != page.number else { return read }
    return "\(read), but it is \(label)"
  }
}
