internal import Foundation

/// A copy of a history with what was written last, in a folder of its own: SQLite cannot read the log of a file that it may not
/// write.
final class HistoryCopy: Sendable {
  let path: String
  private let folder: URL

  /// - Throws: That there is no room for it, or that the history cannot be read.
  init(of original: String) throws(HistoryError) {
    let files = FileManager.default
    folder = files.temporaryDirectory.appending(path: "playfield-\(UUID().uuidString)")
    path = folder.appending(path: "history.sqlite").path(percentEncoded: false)
    do {
      try files.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      // Until no other program has written in between.
      var (before, after) = ([FileState?](), Self.states(of: original))
      for _ in 0..<10 where before != after {
        before = after
        for suffix in Self.suffixes {
          try? files.removeItem(atPath: path + suffix)
          guard files.fileExists(atPath: original + suffix) else { continue }
          let content = try Data(contentsOf: URL(filePath: original + suffix))
          try content.write(to: URL(filePath: path + suffix))
        }
        after = Self.states(of: original)
      }
    } catch {
      try? files.removeItem(at: folder)
      throw .failed(path: original, reason: error.localizedDescription)
    }
  }

  /// The file, and what was written last.
  private static let suffixes = ["", "-wal"]

  private struct FileState: Equatable {
    let size: off_t
    let seconds: Int
    let nanoseconds: Int
  }

  private static func states(of path: String) -> [FileState?] {
    suffixes.map { suffix in
      var status = stat()
      guard stat(path + suffix, &status) == 0 else { return nil }
      return FileState(
        size: status.st_size, seconds: status.st_mtim.tv_sec,
        nanoseconds: status.st_mtim.tv_nsec)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
