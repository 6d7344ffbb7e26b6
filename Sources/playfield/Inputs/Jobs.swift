import Foundation

/// Reads the inputs of a call in processes of their own, as many at once as it says, and prints what they have to say in the
/// order of the inputs.
///
/// An input that ends its process, or takes longer than it may, is reported, and the others are read. What comes of
/// later inputs waits in memory for that of an earlier one; when it is much, they wait as well.
final class Jobs {
  private let inputs: [Input]
  private let count: Int
  private let timeout: Double?
  private let threads: Int
  private var processes: [ReaderProcess] = []
  /// The next input that is to be read, and the one whose lines are printed as they come.
  private var (next, head) = (0, 0)
  /// What waits to be printed, by the input's place.
  private var waiting: [Int: Answers] = [:]
  private var waitingBytes = 0
  /// Why nothing can be read.
  private var fault: Failure?

  /// What came of an input.
  private struct Answers {
    var messages: [Message] = []
    var end: Message.End?
    /// Why its process could not read it.
    var failure: Failure?

    var isWhole: Bool { end != nil || failure != nil }
  }

  /// More than this is not kept for an earlier input's sake, in bytes and in inputs.
  private static let (maximumBytes, maximumInputs) = (64_000_000, 10_000)

  /// - Parameters:
  ///   - inputs: In the order in which they are printed.
  ///   - count: How many are read at once.
  ///   - timeout: How long each may take, in seconds.
  init(_ inputs: [Input], count: Int, timeout: Double?) {
    (self.inputs, self.timeout) = (inputs, timeout)
    self.count = min(count, max(1, inputs.count))
    threads = max(1, ProcessInfo.processInfo.activeProcessorCount / self.count)
  }

  /// Reads all of them, or those up to Ctrl-C.
  ///
  /// - Parameters:
  ///   - json: Whether lines are JSON.
  ///   - failures: Learns what failed.
  ///   - add: Takes in what is summed up over all inputs.
  /// - Throws: Why nothing can be read, or printed.
  func read(
    json: Bool, _ failures: inout FailureLog, add: (_ total: Data) -> Void
  ) throws(Failure) {
    Interruption.catchFirst()
    signal(SIGPIPE, SIG_IGN)
    defer { end() }
    var progress = ProgressBar("Reading", total: inputs.count)
    while head < inputs.count, !Interruption.hasCome {
      try handOut()
      progress.show(head)
      receive()
      if let fault { throw fault }
      try print(&failures, &progress, json: json, add: add)
    }
    progress.clear()
  }

  /// Has each process that has none read the next input.
  private func handOut() throws(Failure) {
    while next < inputs.count, next < head + Self.maximumInputs,
      waitingBytes < Self.maximumBytes || next == head
    {
      var free = processes.first { $0.input == nil }
      if free == nil, processes.count < count {
        let process = try ReaderProcess(threads: threads)
        processes.append(process)
        free = process
      }
      guard let free else { return }
      let input = inputs[next]
      free.read(
        next,
        Message.Request(
          path: input.path, name: input.name, isOneOfSeveral: input.isOneOfSeveral),
        timeout: timeout)
      waiting[next] = Answers()
      next += 1
    }
  }

  /// Takes in what has come, waiting for it a while.
  private func receive() {
    // Where much waits already only the first input may say more.
    let heard = processes.filter {
      $0.input != nil && ($0.input == head || waitingBytes < Self.maximumBytes)
    }
    var pipes = heard.map { pollfd(fd: $0.answers, events: Int16(POLLIN), revents: 0) }
    let deadlines = processes.compactMap(\.deadline).map { max(.zero, $0 - .now) }
    let wait = min(deadlines.min() ?? .seconds(1), .seconds(1))
    _ = poll(&pipes, nfds_t(pipes.count), Int32((wait / .milliseconds(1)).rounded(.up)))
    for (process, pipe) in zip(heard, pipes) where pipe.revents != 0 { take(from: process) }
    for process in processes where process.input != nil { process.keepTime() }
  }

  private func take(from process: ReaderProcess) {
    guard let input = process.input else { return }
    guard let messages = process.takeAnswers() else {
      processes.removeAll { $0 === process }
      let signal = process.wait()
      waiting[input]?.failure = failure(of: inputs[input].path, process, signal)
      return
    }
    for message in messages {
      switch message.kind {
      case .input: break
      case .output, .errors:
        waiting[input]?.messages.append(message)
        waitingBytes += message.content.count
      case .end:
        waiting[input]?.end = message.decoded(as: Message.End.self)
      case .fault:
        guard let fault = message.decoded(as: Message.Fault.self) else { break }
        self.fault = Failure(
          status: ExitStatus(rawValue: fault.status) ?? .fault, sentence: fault.sentence)
      }
    }
  }

  private func failure(of path: String, _ process: ReaderProcess, _ signal: Int32?) -> Failure {
    if process.isLate, let timeout {
      return Failure(
        status: .unreadable,
        sentence: """
          '\(path)' took more than the \(timeout) s of --timeout, and was left. Give it more time.
          """)
    }
    let reason = signal.map { String(cString: strsignal($0)) } ?? "no reason given"
    return Failure(
      status: .fault,
      sentence: """
        The process that read '\(path)' has ended (\(reason)). Report this, with the file if you may.
        """)
  }

  /// Prints what has come of the first inputs.
  private func print(
    _ failures: inout FailureLog, _ progress: inout ProgressBar, json: Bool,
    add: (_ total: Data) -> Void
  ) throws(Failure) {
    while let answers = waiting[head] {
      if !answers.messages.isEmpty || answers.failure != nil { progress.clear() }
      waiting[head]?.messages = []
      for message in answers.messages {
        waitingBytes -= message.content.count
        let text = String(decoding: message.content, as: UTF8.self)
        if message.kind == .output { try printLine(text) } else { printToStandardError(text) }
      }
      guard answers.isWhole, !Interruption.hasCome else { return }
      waiting[head] = nil
      if let end = answers.end {
        failures.add(end.status.flatMap(ExitStatus.init))
        add(end.total)
      }
      if let failure = answers.failure {
        try failures.report(failure, of: inputs[head].path, json: json)
      }
      head += 1
    }
  }

  /// Ends the processes: after Ctrl-C in good order.
  private func end() {
    for process in processes {
      if process.input != nil { process.send(Interruption.hasCome ? SIGINT : SIGKILL) }
    }
    for process in processes {
      // What it still has to say is of an input that was left.
      while process.input != nil, process.takeAnswers() != nil {}
      process.wait()
    }
    processes = []
  }
}
