import Foundation
import Synchronization

/// Ctrl-C, taken as a wish to stop in good order: the film that is being written gets its end.
enum Interruption {
  private static let isWished = Atomic(false)

  /// Whether Ctrl-C has been pressed since ``catchFirst()``.
  static var hasCome: Bool { isWished.load(ordering: .relaxed) }

  /// Notes the first Ctrl-C; a second one ends the program at once.
  static func catchFirst() {
    for number in [SIGINT, SIGTERM] {
      signal(number) { number in
        Interruption.isWished.store(true, ordering: .relaxed)
        signal(number, SIG_DFL)
      }
    }
  }
}
