internal import Glibc

/// What comes through standard input, as a file that can be read once from its beginning, though its first bytes have been
/// looked at.
///
/// FFmpeg opens what has a path; a thread carries the bytes into a pipe that has one.
final class StandardInput: Sendable {
  /// The name by which a command's line means it.
  static let name = "-"

  /// Its first bytes.
  let start: [UInt8]
  /// Where all of it can be read, as long as this object is there.
  let path: String
  private let reading: Int32

  /// Waits for the first bytes.
  ///
  /// - Parameter count: How many of them are looked at.
  /// - Throws: ``MediaError/empty(path:)`` if nothing comes through it.
  init(lookingAt count: Int) throws(MediaError) {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: count)
    while bytes.count < count {
      let more = read(STDIN_FILENO, &chunk, count - bytes.count)
      if more < 0, errno == EINTR { continue }
      guard more >= 0 else { throw .unreadable(path: Self.name, reason: reason(errno)) }
      guard more > 0 else { break }
      bytes += chunk[..<more]
    }
    guard !bytes.isEmpty else { throw .empty(path: Self.name) }
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw .unreadable(path: Self.name, reason: reason(errno))
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    reading = ends[0]
    start = bytes
    path = "/proc/self/fd/\(ends[0])"
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Carrier(first: bytes, target: ends[1]))
    let status = pthread_create(
      &thread, nil,
      { work in
        guard let work else { return nil }
        Unmanaged<Carrier>.fromOpaque(work).takeRetainedValue().carry()
        return nil
      }, work.toOpaque())
    guard status == 0 else {
      work.release()
      close(ends[0])
      close(ends[1])
      throw .unreadable(path: Self.name, reason: reason(status))
    }
    pthread_detach(thread)
  }

  // The writing end is the thread's.
  deinit { close(reading) }

  /// Carries the first bytes, and then all others.
  private final class Carrier {
    private let first: [UInt8]
    private let target: Int32

    init(first: [UInt8], target: Int32) { (self.first, self.target) = (first, target) }

    func carry() {
      defer { close(target) }
      // A reader that has stopped must not end the program.
      var signals = sigset_t()
      sigemptyset(&signals)
      sigaddset(&signals, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &signals, nil)
      guard write(first[...]) else { return }
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(STDIN_FILENO, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0, write(chunk[..<count]) else { return }
      }
    }

    private func write(_ bytes: ArraySlice<UInt8>) -> Bool {
      var rest = bytes
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(target, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }
}
