import ArgumentParser
import Foundation
import TossHistory
import TossReport

/// Where games are kept.
struct HistoryOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The file in which games are kept. (default: playfield/history.sqlite in $XDG_DATA_HOME, or in \
      ~/.local/share)
      """, valueName: "file"))
  var history: String?

  var path: String { history ?? TossHistory.defaultPath() }

  /// Opens the history for games that are about to be kept.
  ///
  /// One that is damaged is moved away first, and that is reported: the throws that follow are
  /// kept whatever became of those before, and nothing is deleted. A file that never was one is
  /// left alone, unless it lies where nothing else should.
  func openForGames() throws(Failure) -> TossHistory {
    do throws(HistoryError) {
      do throws(HistoryError) {
        return try TossHistory(path: path)
      } catch {
        guard case .damaged(let path, let reason) = error else { throw error }
        guard path == TossHistory.defaultPath() || TossHistory.isHistory(path) else {
          throw HistoryError.foreign(path: path)
        }
        let place = try TossHistory.setAside(path)
        printNotice(
          """
          Warning: The history '\(path)' is damaged (\(reason)) and lies in '\(place)' now; a new \
          one begins. "sqlite3 '\(place)' .recover" shows what can be saved.
          """)
        return try TossHistory(path: path)
      }
    } catch {
      throw Failure(error)
    }
  }
}

/// Says which earlier games a report does not compare with; it is whole without them.
func reportLeftOut(_ unreadable: [Int64: HistoryError]) {
  for (_, error) in unreadable.sorted(by: { $0.key < $1.key }) {
    printNotice("Note: \(error)")
  }
}

extension Failure {
  init(_ error: HistoryError) {
    self.init(status: error.exitStatus, sentence: error.description)
  }

  init(_ error: ReportError) {
    switch error {
    case .folderFailed: self.init(status: .usage, sentence: error.description)
    case .writingFailed: self.init(status: .fault, sentence: error.description)
    }
  }
}

extension HistoryError {
  fileprivate var exitStatus: ExitStatus {
    switch self {
    case .notFound, .noSession, .noThrow: .missing
    case .damaged, .newer, .foreign, .unreadableSession: .unreadable
    case .writingForbidden, .directoryFailed, .isDirectory: .usage
    case .diskFull, .busy, .failed: .fault
    }
  }
}
