import Foundation
import Synchronization

/// How far long work has come, on one line of standard error; nothing where that is no terminal.
///
/// Of several inputs it shows how far all of them have come, and how long they will still take.
struct ProgressBar {
  private let title: String
  private let total: Int?
  private let isShown =
    isatty(STDERR_FILENO) == 1 && !QuietOption.isGiven && !Worker.isActive
  private let start = ContinuousClock.now
  private var percentShown = -1

  /// Which of a call's inputs is being read, and since when the first was.
  private struct Inputs {
    var done: Int
    var count: Int
    var start: ContinuousClock.Instant
  }

  private static let inputs = Mutex<Inputs?>(nil)

  /// Begins with the next of a call's inputs.
  static func begin(_ input: Int, of count: Int) {
    inputs.withLock {
      $0 = Inputs(done: input, count: count, start: $0?.start ?? .now)
    }
  }

  /// `total` is the number of steps; `nil` where it cannot be known.
  init(_ title: String, total: Int?) {
    self.title = title
    self.total = total
  }

  mutating func show(_ done: Int) {
    guard isShown else { return }
    guard let total, total > 0 else {
      if done % 30 == 0 { Self.write(Self.line(title, done: done)) }
      return
    }
    let inputs = Self.inputs.withLock { $0 } ?? Inputs(done: 0, count: 1, start: start)
    let share = (Double(inputs.done) + min(1, Double(done) / Double(total))) / Double(inputs.count)
    let percent = Int(share * 100)
    guard percent != percentShown else { return }
    percentShown = percent
    Self.write(Self.line(title, percent: percent) + Self.timeLeft(share, .now - inputs.start))
  }

  /// ", 2 min left", once that can be said.
  static func timeLeft(_ share: Double, _ passed: Duration) -> String {
    let seconds = passed / .seconds(1)
    guard share > 0, share < 1, seconds >= 2 else { return "" }
    let left = seconds * (1 / share - 1)
    return switch left {
    case ..<60: ", \(Int(left.rounded(.up))) s left"
    case ..<5400: ", \(Int((left / 60).rounded(.up))) min left"
    default: ", \(Int((left / 3600).rounded(.up))) h left"
    }
  }

  /// Gives the line back, before other text is written or at the end.
  mutating func clear() {
    guard isShown else { return }
    percentShown = -1
    Self.write("")
  }

  static func line(_ title: String, percent: Int) -> String {
    let filled = percent * 30 / 100
    let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: 30 - filled)
    return "\(title) \(bar) \(percent) %"
  }

  static func line(_ title: String, done: Int) -> String { "\(title) \(done)" }

  /// Whether a line shows progress, which other text has to wipe out.
  private static let isOnScreen = Mutex(false)

  /// Gives the line back, whatever bar it shows.
  static func clear() {
    guard isOnScreen.withLock({ $0 }) else { return }
    write("")
  }

  /// Back to the start of the line, and what stood there wiped out (ANSI "erase in line").
  private static func write(_ line: String) {
    isOnScreen.withLock { $0 = !line.isEmpty }
    try? FileHandle.standardError.write(contentsOf: Data("\r\u{1B}[K\(line)".utf8))
  }
}
