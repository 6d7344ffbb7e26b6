internal import Foundation

/// A copy of a history with what was written last, in a folder of its own: SQLite cannot read a log beside a file that it
/// may not write.
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
      for suffix in ["", "-wal"] where files.fileExists(atPath: original + suffix) {
        let content = try Data(contentsOf: URL(filePath: original + suffix))
        try content.write(to: URL(filePath: path + suffix))
      }
    } catch {
      try? files.removeItem(at: folder)
      throw .failed(path: original, reason: error.localizedDescription)
    }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
