import Foundation

/// How far long work has come, on one line of standard error; nothing where that is no terminal.
struct ProgressBar {
  private let title: String
  private let total: Int?
  private let isShown = isatty(STDERR_FILENO) == 1 && !QuietOption.isGiven
  private var percentShown = -1

  /// `total` is the number of steps; `nil` where it cannot be known.
  init(_ title: String, total: Int?) {
    self.title = title
    self.total = total
  }

  mutating func show(_ done: Int) {
    guard isShown else { return }
    guard let total, total > 0 else {
      if done % 30 == 0 { write(Self.line(title, done: done)) }
      return
    }
    let percent = min(100, done * 100 / total)
    guard percent != percentShown else { return }
    percentShown = percent
    write(Self.line(title, percent: percent))
  }

  /// Gives the line back, before other text is written or at the end.
  mutating func clear() {
    guard isShown else { return }
    percentShown = -1
    write("")
  }

  static func line(_ title: String, percent: Int) -> String {
    let filled = percent * 30 / 100
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
    return "\(title) \(bar) \(percent) %"
  }

  static func line(_ title: String, done: Int) -> String { "\(title) \(done)" }

  /// Back to the start of the line, and what stood there wiped out (ANSI "erase in line").
  private func write(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[K\(line)".utf8))
  }
}
