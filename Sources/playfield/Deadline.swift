import Synchronization

/// Until when a clip may be watched.
enum Deadline {
  private struct Limit {
    var end: ContinuousClock.Instant
    var seconds: Double
  }

  private static let limit = Mutex<Limit?>(nil)

  /// Begins to count, or, without seconds, stops doing so.
  static func begin(_ seconds: Double?) {
    limit.withLock { $0 = seconds.map { Limit(end: .now + .seconds($0), seconds: $0) } }
  }

  /// - Parameter path: Of the clip.
  /// - Throws: That it has passed.
  static func check(_ path: String?) throws(Failure) {
    guard let passed = limit.withLock({ $0 }), passed.end < .now else { return }
    throw Failure(
      status: .unreadable,
      sentence: """
        '\(path ?? "camera")' took more than the \(passed.seconds) s of --timeout, and was left. Give it more \
        time.
        """)
  }
}
