import Foundation

/// A process that reads inputs, one after another: the program once more, as a ``Worker``.
final class ReaderProcess {
  /// The place of the input that it reads in the list; `nil` while it has none.
  private(set) var input: Int?
  /// How long it may still read it.
  private(set) var timeLeft: Duration?
  /// Whether it was asked to stop.
  private(set) var wasStopped = false
  /// Where its answers come from.
  let answers: Int32
  private let requests: Int32
  private let process: pid_t
  private var received: [UInt8] = []
  /// Whether its networks are loaded: before that no time counts.
  private var isReady = false

  /// How long a process that was asked to stop may take to give a film its end.
  private static let grace = Duration.seconds(5)

  /// - Parameter threads: Its share of the machine's threads.
  /// - Throws: That it cannot be started.
  init(threads: Int) throws(Failure) {
    var (down, up): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&down) == 0, pipe(&up) == 0 else {
      for end in down + up { close(end) }
      throw Self.notStarted
    }
    for end in down + up { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Above those that the process gets, so that no copy closes another.
    let ends = [down[0], up[1]].map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], Worker.requests)
    posix_spawn_file_actions_adddup2(&actions, ends[1], Worker.answers)
    // In a group of its own: Ctrl-C comes to the call alone, which passes it on.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var environment = ProcessInfo.processInfo.environment
    environment[Worker.variable] = "\(threads)"
    let arguments = CommandLine.arguments.map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in arguments + variables { free(text) } }
    var process: pid_t = 0
    let status = posix_spawn(
      &process, "/proc/self/exe", &actions, &attributes, arguments, variables)
    for end in ends + [down[0], up[1]] { close(end) }
    (requests, answers) = (down[1], up[0])
    self.process = process
    guard status == 0 else {
      close(requests)
      close(answers)
      throw Self.notStarted
    }
  }

  private static let notStarted = Failure(
    status: .fault,
    sentence: "No process could be started. Give fewer --jobs, or end other programs.")

  /// Has it read an input.
  ///
  /// - Parameters:
  ///   - input: Its place in the list.
  ///   - request: What it has to know of it.
  ///   - timeout: How long it may take, in seconds.
  /// - Returns: Whether it will; not where the process has ended.
  func read(_ input: Int, _ request: Message.Request, timeout: Double?) -> Bool {
    let bytes = Message(.input, encoding: request).bytes
    guard write(requests, bytes, bytes.count) == bytes.count else { return false }
    self.input = input
    timeLeft = timeout.map { .seconds($0) }
    return true
  }

  /// Receives what has come of its answers.
  ///
  /// - Returns: Whole messages; `nil` when it has ended.
  func receive() -> [Message]? {
    var piece = [UInt8](repeating: 0, count: 262_144)
    let count = Glibc.read(answers, &piece, piece.count)
    if count < 0, errno == EINTR { return [] }
    guard count > 0 else { return nil }
    received += piece[..<count]
    var messages: [Message] = []
    while let message = Message(from: &received) { messages.append(message) }
    if messages.contains(where: { $0.kind == .ready }) { isReady = true }
    if messages.contains(where: { $0.kind == .end }) { (input, timeLeft) = (nil, nil) }
    return messages
  }

  /// Lets time pass; asks it to stop where its time is over, and ends it where it does not.
  func spend(_ time: Duration) {
    guard let left = timeLeft, isReady || wasStopped else { return }
    timeLeft = left - time
    guard left <= time else { return }
    if wasStopped { kill(process, SIGKILL) } else { stop() }
  }

  /// Asks it to stop, as Ctrl-C does.
  func stop() {
    guard !wasStopped else { return }
    wasStopped = true
    timeLeft = Self.grace
    kill(process, SIGINT)
  }

  /// Ends it in good order: a film that it writes gets its end.
  func end() {
    if input != nil {
      stop()
      let start = ContinuousClock.now
      var pipe = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
      while input != nil, .now - start < Self.grace {
        if poll(&pipe, 1, 100) > 0, receive() == nil { break }
      }
      if input != nil { kill(process, SIGKILL) }
    }
    wait()
  }

  /// Waits until it has ended, which it does now that nothing more comes.
  ///
  /// - Returns: The signal that ended it; `nil` where it ended by itself.
  @discardableResult
  func wait() -> Int32? {
    close(requests)
    close(answers)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? nil : signal
  }
}
