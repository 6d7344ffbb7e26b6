import Foundation
import Media

/// What a stopped call has left in the file to which this one appends: the lines of whole inputs, and perhaps the first
/// lines of one more.
struct StoppedCall {
  /// The inputs that were done, or could not be read.
  let finished: Set<String>
  /// Why those could not be read that could not, by the input.
  let errors: [String: String]
  /// Up to where their lines go, in bytes.
  private let end: Int
  private let descriptor: Int32

  /// What a line says of its input.
  private struct Line: Decodable {
    let file: String
    let error: String?
    let settings: String?
    /// Of a damaged part, in seconds.
    let from: Double?
    let to: Double?

    var part: Range<Double>? {
      guard error == Failure.damaged, let from, let to, from <= to else { return nil }
      return from..<to
    }

    var isLast: Bool { settings != nil || error != nil }
  }

  /// Reads the file behind an open descriptor.
  ///
  /// - Parameters:
  ///   - inputs: Of this call.
  ///   - settings: The name of this call's.
  ///   - descriptor: Open for writing; standard output.
  /// - Throws: That it is no file, that it cannot be read, or that it holds lines of other inputs.
  init(
    inputs: [String], settings: String, descriptor: Int32 = STDOUT_FILENO
  ) throws(Failure) {
    let content = try Self.content(of: descriptor)
    let own = Set(inputs)
    let anothers = Failure(
      status: .usage,
      sentence: """
        The file behind standard output holds lines of other inputs, and was left alone. Name the same \
        ones in the same way, or another file.
        """)
    var (finished, errors): (Set<String>, [String: String]) = ([], [:])
    var damage: [String: [Range<Double>]] = [:]
    var (end, start) = (0, content.startIndex)
    while let stop = content[start...].firstIndex(of: UInt8(ascii: "\n")) {
      guard let line = try? JSONDecoder().decode(Line.self, from: content[start..<stop]),
        own.contains(line.file)
      else { throw anothers }
      guard line.settings == nil || line.settings == settings else {
        throw Failure(
          status: .usage,
          sentence: """
            The file behind standard output was written with other settings, and was left alone. Give the \
            options of the stopped call, or another file.
            """)
      }
      start = stop + 1
      if line.isLast {
        finished.insert(line.file)
        errors[line.file] = line.error
        if let part = line.part { damage[line.file, default: []].append(part) }
        end = start
      }
    }
    // What follows the last line break was being written when the call was stopped.
    let tail = content[start...]
    guard
      tail.isEmpty
        || inputs.contains(where: { zip(tail, Input.lineStart(of: $0).utf8).allSatisfy(==) })
    else {
      throw anothers
    }
    for (file, parts) in damage {
      errors[file] = MediaError.damagedInParts(path: file, parts: parts).description
    }
    (self.finished, self.errors) = (finished, errors)
    (self.end, self.descriptor) = (end, descriptor)
  }

  /// All that the file behind a descriptor holds.
  ///
  /// - Throws: That it is no file, or cannot be read; what cannot be read must not be cut.
  private static func content(of descriptor: Int32) throws(Failure) -> Data {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(
        status: .usage,
        sentence: "--resume goes on in the file of the stopped call: add '>> FILE' to the line.")
    }
    guard status.st_size > 0 else { return Data() }
    let file = FileHandle(forReadingAtPath: "/proc/self/fd/\(descriptor)")
    guard let content = try? file?.readToEnd() else {
      throw Failure(
        status: .unreadable,
        sentence: """
          The file of the stopped call cannot be read, and was left alone. Check its permissions.
          """)
    }
    return content
  }

  /// Cuts off what there is of an input that was not read to its end, for it is read again.
  ///
  /// - Returns: The inputs that need not be read.
  /// - Throws: That the file cannot be cut.
  func cutOpenEnd() throws(Failure) -> Set<String> {
    guard ftruncate(descriptor, off_t(end)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
      throw Failure(
        status: .fault, sentence: "The stopped call cannot be continued in this file.")
    }
    return finished
  }
}
