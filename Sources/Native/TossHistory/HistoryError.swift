/// Why games could not be kept, or not be read again.
///
/// Cases carry facts; ``description`` says them in a sentence, and what to do next.
public enum HistoryError: Error, Hashable {
  case notFound(path: String)
  /// The file, or a file beside it, may not be written or made.
  case writingForbidden(path: String)
  case directoryFailed(directory: String)
  case isDirectory(path: String)
  /// `reason` is the database's word for it.
  case damaged(path: String, reason: String)
  /// A later version of this program wrote it.
  case newer(path: String)
  /// A database of another program, or no database.
  case foreign(path: String)
  case diskFull(path: String)
  /// Another program holds it, for longer than one waits.
  case busy(path: String)
  case noSession(id: Int64)
  case noThrow(number: Int, session: Int64)
  /// A row of the game holds what this program does not know: another version of it, or another
  /// program, wrote it.
  case unreadableSession(id: Int64, path: String, reason: String)
  case failed(path: String, reason: String)
}

extension HistoryError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notFound(let path):
      "There is no history '\(path)'. Check the name; without '--history' it is your own."
    case .writingForbidden(let path):
      "The history '\(path)' may not be written by you. Name one in a folder of your own with"
        + " '--history'."
    case .directoryFailed(let directory):
      "The folder '\(directory)' for the history cannot be made. Name another place with"
        + " '--history'."
    case .isDirectory(let path):
      "'\(path)' is a folder. Name a file in it with '--history'."
    case .damaged(let path, let reason):
      "The history '\(path)' is damaged: \(reason). Nothing in it was changed. Move it away to begin"
        + " a new one; \"sqlite3 '\(path)' .recover\" shows what can be saved."
    case .newer(let path):
      "The history '\(path)' was written by a later version of playfield. Update this one, or name"
        + " another file with '--history'."
    case .foreign(let path):
      "'\(path)' is no history of games, and was left alone. Name another file with '--history'."
    case .diskFull(let path):
      "The disk is full, and '\(path)' took nothing more; what was written before is safe. Make"
        + " room and run it again."
    case .busy(let path):
      "The history '\(path)' is held by another program. Close that program and try again."
    case .noSession(let id):
      "There is no game \(id) in the history. 'playfield toss history' lists those there are."
    case .noThrow(let number, let session):
      "There is no throw \(number) in game \(session) of the history."
    case .unreadableSession(let id, let path, let reason):
      "Game \(id) of the history '\(path)' cannot be read: \(reason). Another version of playfield, or"
        + " another program, may have written it; the other games are as they were. \"playfield toss"
        + " history \(id) --remove --history '\(path)'\" takes it out for good."
    case .failed(let path, let reason):
      "The history '\(path)' failed: \(reason). Check the disk, or name another file with"
        + " '--history'."
    }
  }
}
