import ArgumentParser
import PortableInference
import SpokenNumbers

struct NumbersListenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listen",
    abstract: "Hears the numbers that are said in recordings.",
    discussion: """
      Numbers from 0 to 999 as people say them, "twenty-four", "a hundred and eight", "one \
      seventy five", and digits one by one, "two four", "double oh seven". Prints a line for \
      each utterance: the number, or that none was said, and with what confidence. With --json, \
      {"file", "number" (text, so that leading zeros stay) or null, "confidence", "words", \
      "milliseconds"}; milliseconds are the time that hearing it took. A file in which nobody \
      speaks is one utterance without a number.
      """)

  @Argument(
    help: ArgumentHelp(
      "Recordings, or films, of any format that FFmpeg reads.",
      valueName: "file"))
  var files: [String]

  @OptionGroup var options: NumbersOptions

  func run() throws {
    var failures = FailureLog()
    do throws(Failure) {
      let network = try options.network()
      for path in files {
        do throws(Failure) {
          try listen(to: path, with: network)
        } catch {
          failures.report(error)
          if options.json {
            try printLine(JSON.failure(file: path, error: error.sentence).text)
          }
        }
      }
    } catch {
      failures.report(error)
    }
    try failures.exitIfAny()
  }

  private func listen(to path: String, with network: NumberNetwork) throws(Failure) {
    let sound = try Sound(path: path)
    var listener = NumberListener()
    var utterances = 0
    let clock = ContinuousClock()
    var taken = Duration.zero
    func report(_ reading: NumberReading) throws(Failure) {
      utterances += 1
      let milliseconds = taken / .milliseconds(1)
      taken = .zero
      try printLine(
        options.json
          ? JSON.utterance(file: path, reading, milliseconds: milliseconds).text
          : "\(path): \(Self.sentence(reading))")
    }
    while let samples = try sound.next() {
      var events: [NumberListener.Event] = []
      taken += clock.measure { events = listener.append(samples, scores: network.scores) }
      for case .heard(let reading, _, _) in events { try report(reading) }
    }
    var last: NumberListener.Event?
    taken += clock.measure { last = listener.finish(scores: network.scores) }
    if case .heard(let reading, _, _)? = last { try report(reading) }
    if utterances == 0 { try report(NumberReading(WordScores(probabilities: []))) }
  }

  /// "24, 98 % confidence"; "13 or 30, 50 % confidence" where both are about as likely.
  static func sentence(_ reading: NumberReading) -> String {
    let numbers = reading.likely.map(\.number.text).joined(separator: " or ")
    let percent = Int((reading.confidence * 100).rounded())
    return "\(numbers.isEmpty ? "no number" : numbers), \(percent) % confidence"
  }
}

/// What all commands take that hear numbers.
struct NumbersOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Another network than the one that comes along.", valueName: "safetensors"))
  var model: String?

  @Flag(help: "Print JSON Lines.")
  var json = false

  func network() throws(Failure) -> NumberNetwork {
    try loadNetwork(model, named: "numbers.safetensors", purpose: "hears numbers") {
      (weights) throws(NetworkError) in try NumberNetwork(weights)
    }
  }
}
