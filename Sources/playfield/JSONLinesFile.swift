import Foundation
import Media
import VisionCore

/// A file of JSON Lines that is read whole.
struct JSONLinesFile {
  let path: String
  /// The lines that are not blank, with their numbers, counted from 1.
  let lines: [Line]

  typealias Line = (number: Int, content: Data)

  /// A day of handwriting is a few megabytes, an hour of poses some hundred.
  private static let byteLimit = 1_000_000_000

  /// The error for a file without any line states its `form`.
  init(path: String, form: String) throws(Failure) {
    self.path = path
    let bytes: [UInt8]
    do throws(MediaError) {
      bytes = try readFile(path, limit: Self.byteLimit) { _ in }
    } catch {
      throw Failure(error)
    }
    if bytes.starts(with: [0x1F, 0x8B]) {
      throw Failure(
        status: .unreadable,
        sentence: "'\(path)' is compressed. Unpack it with 'gunzip --keep', and name the copy.")
    }
    lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
      .filter { !$1.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") } }
      .map { ($0 + 1, Data($1)) }
    if lines.isEmpty {
      throw Failure(status: .unreadable, sentence: "'\(path)' has only blank lines. \(form)")
    }
  }

  /// What is wrong with a line, and where.
  func failure(in line: Line, _ sentence: String) -> Failure {
    Failure(status: .unreadable, sentence: "'\(path)', line \(line.number): \(sentence)")
  }
}
