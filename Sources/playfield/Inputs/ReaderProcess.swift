import Foundation

/// A process that reads inputs, one after another: the program once more, as a ``Worker``.
final class ReaderProcess {
  /// The place of the input that it reads in the list; `nil` while it has none.
  private(set) var input: Int?
  /// Until when it may read it.
  private(set) var deadline: ContinuousClock.Instant?
  /// Whether it was asked to stop, because the time of its input is over.
  private(set) var isLate = false
  /// Where its answers come from.
  let answers: Int32
  private let requests: Int32
  private let process: pid_t
  private var received: [UInt8] = []

  /// How long one that was asked to stop may take to give a film its end.
  private static let grace = Duration.seconds(5)

  /// - Parameter threads: Its share of the machine's.
  /// - Throws: That it cannot be started.
  init(threads: Int) throws(Failure) {
    var (down, up): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&down) == 0, pipe(&up) == 0 else { throw Self.notStarted }
    for end in down + up { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Above those that the process gets, so that no copy closes another.
    let ends = [down[0], up[1]].map { fcntl($0, F_DUPFD_CLOEXEC, 10) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[0], Worker.requests)
    posix_spawn_file_actions_adddup2(&actions, ends[1], Worker.answers)
    // In a group of its own: Ctrl-C comes to the call alone, which hands it on.
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
    sentence: "No further process could be started. Give fewer --jobs, or end other programs.")

  /// Has it read an input.
  ///
  /// - Parameters:
  ///   - input: Its place in the list.
  ///   - request: What it has to know of it.
  ///   - timeout: How long it may take, in seconds.
  func read(_ input: Int, _ request: Message.Request, timeout: Double?) {
    self.input = input
    deadline = timeout.map { .now + .seconds($0) }
    // Shorter than a pipe holds, and nothing else is in it. One that has died is found out by its answers.
    let bytes = Message(.input, encoding: request).bytes
    _ = write(requests, bytes, bytes.count)
  }

  /// Takes what has come of its answers.
  ///
  /// - Returns: Whole messages; `nil` when it has ended.
  func takeAnswers() -> [Message]? {
    var piece = [UInt8](repeating: 0, count: 262_144)
    let count = Glibc.read(answers, &piece, piece.count)
    if count < 0, errno == EINTR { return [] }
    guard count > 0 else { return nil }
    received += piece[..<count]
    var messages: [Message] = []
    while let message = Message(from: &received) { messages.append(message) }
    if messages.contains(where: { $0.kind == .end }) { (input, deadline) = (nil, nil) }
    return messages
  }

  /// Asks it to stop where the time of its input is over, and ends it where it does not.
  func keepTime() {
    guard let over = deadline, over <= .now else { return }
    send(isLate ? SIGKILL : SIGINT)
    isLate = true
    deadline = .now + Self.grace
  }

  func send(_ signal: Int32) { kill(process, signal) }

  /// Waits until it has ended.
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
