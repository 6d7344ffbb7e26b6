import ArgumentParser
import Foundation
import VisionCore
import VisionRequests

struct VisionThrowStyleCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "throw-style",
    abstract: "Tells how people throw, from how their joints move.",
    discussion: """
      A file holds a person's poses a line, {"id", "names", "size", "fps"?, "frames": [[[x, y, \
      visible], …], …]}, y pointing down, in pixels or any unit that is the same both ways; "names" \
      are those of the joints: head or nose, leftShoulder, rightShoulder, …Elbow, …Wrist, …Hip, \
      …Knee, …Ankle, left and right the person's own. Others are left out of account. Without "fps" \
      30 frames a second are assumed. The throw may be anywhere in the line. Prints overhand, \
      underhand, underleg or none. With --json, a line for each: {"id", "label", "confidence"}.
      """)

  @Argument(help: ArgumentHelp("Files of JSON Lines.", valueName: "file"))
  var files: [String]

  @Option(
    help: ArgumentHelp("Another network than the one that comes along.", valueName: "onnx"))
  var model: String?

  @Flag(help: "Print JSON Lines.")
  var json = false

  func run() async throws {
    var failures = FailureLog()
    do throws(Failure) {
      let request = ClassifyThrowStyleRequest(model: try loadModel())
      Interruption.catchFirst()
      for path in files where !Interruption.hasCome {
        do throws(Failure) {
          try await read(MotionFile(path: path), with: request, failures: &failures)
        } catch {
          try report(error, of: path, to: &failures)
        }
      }
    } catch {
      failures.report(error)
    }
    try failures.exitIfAny()
  }

  private func loadModel() throws(Failure) -> ThrowStyleModel {
    do throws(VisionError) {
      return try ThrowStyleModel(path: model)
    } catch {
      throw Failure(error)
    }
  }

  private func read(
    _ file: MotionFile, with request: ClassifyThrowStyleRequest, failures: inout FailureLog
  ) async throws(Failure) {
    // On a terminal the answers themselves tell how far it has come.
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
        try report(error, of: file.path, to: &failures)
        continue
      }
      let found = try await style(of: line.motion, with: request)
      try printLine(
        json ? JSON.throwStyle(found, id: line.id).text : "\(line.id): \(Self.sentence(found))")
    }
  }

  private func style(
    of motion: BodyMotion, with request: ClassifyThrowStyleRequest
  ) async throws(Failure) -> ThrowStyleObservation {
    do throws(VisionError) {
      return try await request.perform(on: motion)
    } catch {
      throw Failure(error)
    }
  }

  private func report(
    _ failure: Failure, of path: String, to failures: inout FailureLog
  ) throws(Failure) {
    failures.report(failure)
    if json { try printLine(JSON.failure(file: path, error: failure.sentence).text) }
  }

  /// "overhand, 98 % sure"
  static func sentence(_ found: ThrowStyleObservation) -> String {
    "\(found.style.rawValue), \(Int((found.confidence * 100).rounded())) % sure"
  }
}
