import ArgumentParser
import Foundation
import Inference
import Media
import VisionCore
import VisionRequests

/// Why the program ends, as its exit status; the numbers are those of BSD's `sysexits.h`.
enum ExitStatus: Int32 {
  /// The command was used wrongly.
  case usage = 64
  /// The input could not be read.
  case unreadable = 65
  /// The input does not exist.
  case missing = 66
  /// An internal error.
  case fault = 70
}

/// An error on its way to the user: a sentence, and what it means for the exit status.
struct Failure: Error, Hashable {
  let status: ExitStatus
  let sentence: String
  /// The parts of a clip that are damaged, in seconds.
  var damage: [Range<Double>] = []
}

extension Failure {
  init(_ error: MediaError) {
    self.init(status: error.exitStatus, sentence: error.description)
    if case .damagedInParts(_, let parts) = error { damage = parts }
  }

  init(_ error: VisionError) {
    self.init(status: error.exitStatus, sentence: error.description)
  }
}

extension VisionError {
  fileprivate var exitStatus: ExitStatus {
    switch self {
    case .inference(.modelNotFound), .inference(.quantizedModelNotFound), .encoderMissing: .missing
    case .inference(.engineNotFound), .inference(.weightsNotFound): .missing
    case .inference(.modelUnreadable), .inference(.modelUnsuitable): .unreadable
    case .inference(.weightsUnsuitable): .unreadable
    case .unexpectedShape, .weightsDamaged, .weightsUnsuitable: .unreadable
    case .frameSizeChanged, .tooLittleOfBoard: .unreadable
    case .thresholdOutOfRange: .usage
    case .inference: .fault
    }
  }
}

extension ExitStatus {
  /// Whether an input is the reason.
  var isOfInput: Bool { self == .unreadable || self == .missing }

  /// How much it matters to whoever started the program: a bad input first, for a script learns
  /// of it by the status only; then an internal error, last a wrong use.
  fileprivate var weight: Int {
    switch self {
    case .unreadable, .missing: 2
    case .fault: 1
    case .usage: 0
    }
  }
}

/// Standard error, and the exit status that the failures call for.
struct FailureLog {
  private(set) var status: ExitStatus?
  /// The first failure because of which an input has not all of its lines; `nil` where the results say it already.
  private(set) var first: Failure?

  /// Reports an input that could not be read; the others still are.
  ///
  /// - Parameters:
  ///   - failure: What failed.
  ///   - hasLines: Whether the input has all of its lines nevertheless, as where a marked copy could not be written.
  mutating func report(_ failure: Failure, hasLines: Bool = false) {
    if failure.status.weight > status?.weight ?? -1 { status = failure.status }
    if first == nil, !hasLines { first = failure }
    printToStandardError("Error: \(failure.sentence)")
  }

  /// Reports a file that could not be read, and with JSON adds its line to the results.
  ///
  /// - Throws: Why standard output cannot be written.
  mutating func report(_ failure: Failure, of file: String, json: Bool) throws(Failure) {
    report(failure, hasLines: true)
    guard json else { return }
    for line in failure.lines(of: file) { try printLine(line.text) }
  }

  /// Adds another log's failures.
  mutating func add(_ other: FailureLog) {
    add(other.status)
    if first == nil { first = other.first }
  }

  /// Adds what was reported elsewhere.
  mutating func add(_ other: ExitStatus?) {
    if (other?.weight ?? -1) > (status?.weight ?? -1) { status = other }
  }

  /// Reports what has stopped the steps of one run, each once: a full disk stops several.
  mutating func report(_ stops: [Failure]) {
    for (index, stop) in stops.enumerated() where !stops[..<index].contains(stop) { report(stop) }
  }

  /// Does what a command is for, reports what stopped it, and ends the program if there was a failure.
  ///
  /// - Parameter work: Reports what stops it, or throws it.
  /// - Throws: The exit status, where something failed.
  static func exit(
    after work: (_ failures: inout FailureLog) async throws(Failure) -> Void
  ) async throws {
    var failures = FailureLog()
    do throws(Failure) {
      try await work(&failures)
    } catch {
      failures.report(error)
    }
    try failures.exitIfAny()
  }

  /// Ends the program if there was a failure: with the status of the first bad input, without any
  /// with that of the first fault or wrong use.
  ///
  /// - Throws: The exit status.
  func exitIfAny() throws {
    if let status { throw ExitCode(status.rawValue) }
  }
}

/// Prints a line where people read it. That a failure of this cannot be reported is no reason to stop.
func printToStandardError(_ line: String) {
  if Worker.isActive { return Worker.send(Message(.errors, Array(line.utf8))) }
  ProgressBar.clear()
  try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
}

/// Prints a line at once, also into a pipe, so that whoever reads it sees a roll when it ends.
///
/// When the reader of a pipe has gone the program ends like any other in a pipeline, quietly, by
/// `SIGPIPE`, also where whoever started it has that signal ignored.
///
/// - Parameter line: Without its line break.
/// - Throws: Why standard output cannot be written.
func printLine(_ line: String) throws(Failure) {
  if Worker.isActive { return Worker.send(Message(.output, Array(line.utf8))) }
  ProgressBar.clear()
  var rest = Array((line + "\n").utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    if count >= 0 {
      rest = rest.dropFirst(count)
    } else if errno == EPIPE {
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    } else if errno != EINTR {
      throw Failure(
        status: .fault,
        sentence: """
          The results could not be written: \(String(cString: strerror(errno))). \
          Check the space left on the disk.
          """)
    }
  }
}

extension MediaError {
  fileprivate var exitStatus: ExitStatus {
    switch self {
    case .notFound, .cameraMissing, .microphoneMissing: .missing
    case .directoryMissing, .writingForbidden, .unsupportedOutput: .usage
    case .writingFailed, .recordingFailed: .fault
    default: .unreadable
    }
  }
}
