import Foundation

/// The program as one of the processes that read the inputs of a call with `--jobs` or `--timeout`.
///
/// It was started with the call's own arguments, receives inputs through one pipe, and sends what is
/// to be printed through another.
enum Worker {
  /// The pipes' descriptors.
  static let (requests, answers): (Int32, Int32) = (3, 4)
  /// The variable of the environment by which a process knows that it is a worker. It holds the number
  /// of threads that are its share.
  static let variable = "PLAYFIELD_WORKER"

  /// Its share of the machine's threads; `nil` in a process that is no worker.
  static let threads = ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }

  static var isActive: Bool { threads != nil }

  /// Waits for the next input that is to be read; `nil` when the call has ended, or after Ctrl-C.
  static func nextRequest() -> Message.Request? {
    while true {
      if let message = Message(from: &received) {
        return message.decoded(as: Message.Request.self)
      }
      var piece = [UInt8](repeating: 0, count: 65_536)
      let count = read(requests, &piece, piece.count)
      if count < 0, errno == EINTR, !Interruption.hasCome { continue }
      guard count > 0 else { return nil }
      received += piece[..<count]
    }
  }

  /// Used by the worker's one loop alone.
  nonisolated(unsafe) private static var received: [UInt8] = []

  static func send(_ message: Message) {
    var rest = message.bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(answers, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        // The call is gone.
        _exit(ExitStatus.fault.rawValue)
      }
    }
  }

  /// Ends this process when the call's own has gone, whatever it is doing; at once, for it may be
  /// ending by itself.
  static func endWithCall() {
    Thread.detachNewThread {
      var pipe = pollfd(fd: requests, events: 0, revents: 0)
      while poll(&pipe, 1, -1) < 0 || pipe.revents & Int16(POLLHUP) == 0 {}
      _exit(0)
    }
  }
}
