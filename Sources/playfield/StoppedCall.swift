import Foundation

/// What a stopped call has left in the file to which this one appends: whole clips, and perhaps the first
/// lines of one more.
struct StoppedCall {
  /// The clips that were done, or could not be watched.
  let finished: Set<String>
  /// Up to where their lines go, in bytes.
  private let end: Int
  private let descriptor: Int32

  /// What a line says of its clip.
  private struct Line: Decodable {
    let file: String
    let done: Bool?
    let error: String?

    var isLast: Bool { done == true || error != nil }
  }

  private static let lineStart = Array(#"{"file": "#.utf8)

  /// Reads the file behind an open descriptor.
  ///
  /// - Parameters:
  ///   - clips: Of this call.
  ///   - descriptor: Open for writing; standard output.
  /// - Throws: That it is no file, or the file is another call's.
  init(clips: [String], descriptor: Int32 = STDOUT_FILENO) throws(Failure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      let file = FileHandle(forReadingAtPath: "/proc/self/fd/\(descriptor)"),
      // What cannot be read must not be cut.
      let content = status.st_size == 0 ? Data() : (try? file.readToEnd())
    else {
      throw Failure(
        status: .usage,
        sentence: "--resume goes on in the file of the stopped call: add '>> FILE' to the line.")
    }
    let clips = Set(clips)
    let anothers = Failure(
      status: .usage,
      sentence: """
        The file behind standard output holds lines of another call, and was left alone. Name the same \
        clips in the same way, or another file.
        """)
    var (finished, end, start): (Set<String>, Int, Int) = ([], 0, content.startIndex)
    while let stop = content[start...].firstIndex(of: UInt8(ascii: "\n")) {
      guard let line = try? JSONDecoder().decode(Line.self, from: content[start..<stop]),
        clips.contains(line.file)
      else { throw anothers }
      start = stop + 1
      if line.isLast {
        finished.insert(line.file)
        end = start
      }
    }
    // What follows the last line break was being written when the call was stopped.
    guard zip(content[start...], Self.lineStart).allSatisfy(==) else { throw anothers }
    (self.finished, self.end, self.descriptor) = (finished, end, descriptor)
  }

  /// Cuts off what there is of a clip that was not watched to its end, for it is watched again.
  ///
  /// - Returns: The clips that need not be watched.
  /// - Throws: That the file cannot be cut.
  func cutOpenEnd() throws(Failure) -> Set<String> {
    guard ftruncate(descriptor, off_t(end)) == 0, lseek(descriptor, 0, SEEK_END) >= 0 else {
      throw Failure(
        status: .fault, sentence: "The file of the stopped call cannot be gone on with.")
    }
    return finished
  }
}
