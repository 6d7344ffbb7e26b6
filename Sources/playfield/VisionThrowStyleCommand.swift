import ArgumentParser
import Foundation
import Media
import SceneReading
import VisionCore
import VisionRequests

struct VisionThrowStyleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "throw-style",
    abstract: "Classifies how people throw, from how their joints move.",
    discussion: """
      A file holds a person's poses a line, {"id", "names", "size", "fps"?, "frames": [[[x, y, \
      visible], …], …]}, y pointing down, in pixels or any unit that is the same both ways; "names" \
      are those of the joints: head or nose, leftShoulder, rightShoulder, …Elbow, …Wrist, …Hip, \
      …Knee, …Ankle, left and right the person's own. Others are left out of account. Without "fps" \
      30 frames a second are assumed. The throw may be anywhere in the line. Prints overhand, \
      underhand, underleg or none. With --json, a line for each: {"id", "label", "confidence"}.
      """)

  @OptionGroup var quiet: QuietOption

  @Argument(help: ArgumentHelp("Files of JSON Lines, and folders of them.", valueName: "file"))
  var files: [String] = []

  @OptionGroup var inputs: InputOptions

  @Option(
    help: ArgumentHelp("Another network than the one that comes along.", valueName: "onnx"))
  var model: String?

  @Option(
    help: ArgumentHelp(
      "Write what the network was shown of each sequence, and what it answered, as JSON Lines under the file's name.",
      discussion: """
        A line holds {"id", "looks": [{"start", "joints": {"head": [[x, y, belief], …], …}, \
        "probabilities": {"overhand", …}}, …]}: windows of two seconds, 60 samples each, from "start" in \
        seconds, x and y in trunks from the hips.
        """,
      valueName: "dir"))
  var inspect: String?

  @OptionGroup var engine: EngineOption

  @Flag(help: "Print JSON Lines.")
  var json = false

  func run() async throws {
    let call = InputOptions.Call(names: files, kind: .jsonLines, json: json) {
      input throws(Failure) in
      if let inspect { _ = try input.path(inFolder: inspect, extension: "jsonl") }
    }
    var folder = inspect
    try await inputs.readEach(of: call, making: loadModel) {
      (input, model, failures) throws(Failure) in
      Interruption.catchFirst()
      let file = try MotionFile(path: input.path)
      var looks: LooksFile?
      if let folder {
        do throws(Failure) {
          looks = try LooksFile(path: input.path(inFolder: folder, extension: "jsonl"))
        } catch {
          failures.report(error, hasLines: true)
        }
      }
      let request = ClassifyThrowStyleRequest(model: model)
      try await read(file, with: request, looks: &looks, failures: &failures)
      // That it cannot be written is reported once; the answers go on.
      if looks == nil { folder = nil }
    }
  }

  private func loadModel() throws(Failure) -> ThrowStyleModel {
    do throws(VisionError) {
      return try ThrowStyleModel(path: model, engine: engine.engine)
    } catch {
      throw Failure(error)
    }
  }

  private func read(
    _ file: MotionFile, with request: ClassifyThrowStyleRequest, looks: inout LooksFile?,
    failures: inout FailureLog
  ) async throws(Failure) {
    // On a terminal the answers themselves show how far it has come.
    var progress = ProgressBar("Reading", total: file.lines.count)
    let showsProgress = isatty(STDOUT_FILENO) == 0
    defer { progress.clear() }
    for (index, content) in file.lines.enumerated() where !Interruption.hasCome {
      if showsProgress { progress.show(index) }
      let line: MotionLine
      do throws(Failure) {
        line = try file.read(content)
      } catch {
        progress.clear()
        try failures.report(error, of: file.path, json: json)
        continue
      }
      let (found, shown) = try await answer(for: line.motion, with: request)
      // Before the line, so that whoever reads it finds them.
      do throws(Failure) {
        try looks?.append(.looks(shown, id: line.id))
      } catch {
        looks = nil
        progress.clear()
        failures.report(error, hasLines: true)
      }
      try printLine(
        json ? JSON.throwStyle(found, id: line.id).text : "\(line.id): \(Self.sentence(found))")
    }
  }

  private func answer(
    for motion: BodyMotion, with request: ClassifyThrowStyleRequest
  ) async throws(Failure) -> (style: ThrowStyleObservation, looks: [ThrowStyleLook]) {
    do throws(VisionError) {
      return try await request.answer(for: motion)
    } catch {
      throw Failure(error)
    }
  }

  /// "overhand, 98 % sure"
  static func sentence(_ found: ThrowStyleObservation) -> String {
    "\(found.style.rawValue), \(Int((found.confidence * 100).rounded())) % sure"
  }
}

/// A file of JSON Lines, each of which is there as soon as it is added.
private struct LooksFile {
  private let file: OutputFile

  /// Replaces what was there.
  ///
  /// - Throws: Why it cannot be written.
  init(path: String) throws(Failure) {
    do throws(MediaError) {
      file = try OutputFile(path: path)
      try file.replaceContent(with: [])
    } catch {
      throw Failure(error)
    }
  }

  /// - Throws: Why it cannot be written.
  func append(_ looks: JSON) throws(Failure) {
    do throws(MediaError) {
      try file.append(Array((looks.text + "\n").utf8))
    } catch {
      throw Failure(error)
    }
  }
}
