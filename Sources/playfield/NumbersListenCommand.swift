import ArgumentParser
import SpokenNumbers
import VisionCore
import VisionRequests

struct NumbersListenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "listen",
    abstract: "Hears the numbers that are said in recordings, or into a microphone.",
    discussion: """
      Numbers from 0 to 999 as people say them, "twenty-four", "a hundred and eight", "one \
      seventy five", and digits one by one, "two four", "double oh seven". Prints a line for \
      each utterance: the number, or that none was said, and with what confidence. With --json, \
      {"file", "number" (text, so that leading zeros stay) or null, "reason"? ("too quiet"), \
      "confidence", "words", "milliseconds"}; milliseconds are the time that hearing it took. A file in which nobody \
      speaks is one utterance without a number. 'microphone' is the one that ALSA or PipeWire \
      takes for the default, 'microphone:NAME' one of those that 'arecord -L' lists; Ctrl-C ends it.
      """)

  @OptionGroup var quiet: QuietOption

  @Argument(
    help: ArgumentHelp(
      "Recordings, or films, of any format that FFmpeg reads, and folders of them; or 'microphone'.",
      valueName: "file"))
  var files: [String] = []

  @OptionGroup var inputs: InputOptions

  @OptionGroup var resume: ResumeOption

  @OptionGroup var options: NumbersOptions

  func run() async throws {
    let call = InputOptions.Call(
      names: files, kind: .sounds, json: options.json, isResumed: resume.resume)
    try await inputs.readEach(of: call, making: options.loadModel) {
      (input, model, _) throws(Failure) in
      Interruption.catchFirst()
      try listen(to: input.path, with: model)
    }
  }

  private func listen(
    to name: String, with model: SpokenNumberModel
  ) throws(Failure) {
    let sound = try Sound(name)
    var request = RecognizeSpokenNumberRequest(model: model)
    var utterances = 0
    let clock = ContinuousClock()
    var taken = Duration.zero
    func report(_ reading: NumberReading) throws(Failure) {
      utterances += 1
      let milliseconds = taken / .milliseconds(1)
      taken = .zero
      try printLine(
        options.json
          ? JSON.utterance(file: name, reading, milliseconds: milliseconds).text
          : "\(name): \(Self.sentence(reading))")
    }
    func take(_ hear: () -> [SpokenNumberObservation]) throws(Failure) {
      let start = clock.now
      let numbers = hear()
      taken += clock.now - start
      for number in numbers where number.isFinished { try report(number.reading) }
    }
    while !Interruption.hasCome, let samples = try sound.next() {
      try take { request.perform(on: samples) }
    }
    try take { request.finish() }
    if utterances == 0, !sound.isLive, !Interruption.hasCome {
      try report(request.isTooQuiet ? .tooQuiet : .nothing)
    }
  }

  /// "24, 98 % confidence"; "13 or 30, 50 % confidence" where both are about as likely.
  static func sentence(_ reading: NumberReading) -> String {
    if reading.isTooQuiet { return "too quiet; come nearer to the microphone, or turn it up" }
    let numbers = reading.likely.map(\.number.text).joined(separator: " or ")
    let percent = Int((reading.confidence * 100).rounded())
    return "\(numbers.isEmpty ? "no number" : numbers), \(percent) % confidence"
  }
}

/// What all commands take that hear numbers.
struct NumbersOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Another head over Whisper's encoder than the one that comes along.", valueName: "safetensors"
    ))
  var model: String?

  @Flag(help: "Print JSON Lines.")
  var json = false

  func loadModel() throws(Failure) -> SpokenNumberModel {
    do throws(VisionError) {
      return try SpokenNumberModel(path: model)
    } catch {
      throw Failure(error)
    }
  }
}
