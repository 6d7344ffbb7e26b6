import ArgumentParser
import SpokenNumbers
import VisionCore
import VisionRequests

struct NumbersEvaluateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Measures how well numbers are heard in recordings whose words are known.",
    discussion: """
      A data set is a folder with 'labels.jsonl', a line for each recording, {"file", "words" \
      ("" where no number is said), "speaker"}, or a folder beside that file, of which the lines \
      about its own files count. Each recording is one utterance, heard as a whole, or in its last five seconds. Right is the \
      number said, or none where none is said: where the words are no number from 0 to 999 nor \
      digits one by one, none is right. With --json, a line for each speaker of a set, {"set", \
      "speaker", "clips", "right", "another", "none"}.
      """)

  @OptionGroup var quiet: QuietOption

  @Argument(help: ArgumentHelp("Data sets.", valueName: "dir"))
  var folders: [String]

  @OptionGroup var options: NumbersOptions

  func run() throws {
    var failures = FailureLog()
    do throws(Failure) {
      let network = try options.loadModel().makeNetwork()
      var table = HearingTable()
      for folder in folders {
        do throws(Failure) {
          try evaluate(SpeechDataSet(folder: folder), with: network, &table, &failures)
        } catch {
          try failures.report(error, of: folder, json: options.json)
        }
      }
      if options.json {
        for line in table.lines { try printLine(line.text) }
      } else if !table.isEmpty {
        try printLine("\(table.table)")
      }
    } catch {
      failures.report(error)
    }
    try failures.exitIfAny()
  }

  private func evaluate(
    _ set: SpeechDataSet, with network: NumberNetwork, _ table: inout HearingTable,
    _ failures: inout FailureLog
  ) throws(Failure) {
    var progress = ProgressBar(set.name, total: set.clips.count)
    defer { progress.clear() }
    for (index, clip) in set.clips.enumerated() {
      progress.show(index)
      do throws(Failure) {
        table.add(try reading(of: clip.path, with: network).number, for: clip)
      } catch {
        // A set does not get easier by a recording that nobody can open.
        table.add(nil, for: clip)
        progress.clear()
        try failures.report(error, of: clip.path, json: options.json)
      }
    }
  }

  /// What is said in a recording as a whole.
  private func reading(
    of path: String, with network: NumberNetwork
  ) throws(Failure) -> NumberReading {
    let sound = try Sound(path)
    var spectrogram = WhisperSpectrogram()
    var frames: [[Float]] = []
    while let samples = try sound.next() { frames += spectrogram.append(samples) }
    // The last samples are the middle of a frame.
    frames += spectrogram.append(repeatElement(0, count: WhisperSpectrogram.window / 2))
    return NumberReading(network.scores(for: frames))
  }

}
