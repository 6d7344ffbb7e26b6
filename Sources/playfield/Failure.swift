import ArgumentParser
import Foundation
import Inference
import Media
import VisionRequests

/// Why the program ends, as its exit status; the numbers are those of BSD's `sysexits.h`.
enum ExitStatus: Int32 {
  /// The command was used wrongly.
  case usage = 64
  /// The input could not be read.
  case unreadable = 65
  /// The input does not exist.
  case missing = 66
  /// A fault of ours.
  case fault = 70
}

/// An error on its way to the user: a sentence, and what it means for the exit status.
struct Failure: Error, Hashable {
  let status: ExitStatus
  let sentence: String
}

extension Failure {
  init(_ error: MediaError) {
    self.init(status: error.exitStatus, sentence: error.description)
  }

  init(_ error: VisionError) {
    self.init(status: error.exitStatus, sentence: error.description)
  }
}

extension VisionError {
  fileprivate var exitStatus: ExitStatus {
    switch self {
    case .inference(.modelNotFound), .inference(.quantizedModelNotFound): .missing
    case .inference(.modelUnreadable), .inference(.modelUnsuitable): .unreadable
    case .unexpectedShape: .unreadable
    case .inference: .fault
    }
  }
}

/// Standard error, and the exit status that the worst of the failures calls for.
struct FailureLog {
  private var first: ExitStatus?

  /// Tells the user of an input that could not be read; the others still are.
  mutating func report(_ failure: Failure) {
    first = first ?? failure.status
    printToStandardError("Error: \(failure.sentence)")
  }

  /// Ends the program with the status of the first failure, if there was any.
  func exitIfAny() throws {
    if let first { throw ExitCode(first.rawValue) }
  }
}

func printToStandardError(_ line: String) {
  FileHandle.standardError.write(Data((line + "\n").utf8))
}

/// Prints a line at once, also into a pipe, so that whoever reads it sees a roll when it ends.
func printLine(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

extension MediaError {
  fileprivate var exitStatus: ExitStatus {
    switch self {
    case .notFound, .cameraMissing: .missing
    case .directoryMissing, .writingForbidden, .unsupportedOutput: .usage
    case .writingFailed: .fault
    default: .unreadable
    }
  }
}
