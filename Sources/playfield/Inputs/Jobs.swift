import Foundation
import VisionCore

/// Reads the inputs of a call in processes of their own, several at once, and prints what they have
/// to say in the order of the inputs.
///
/// An input that ends its process, or takes longer than it may, is reported, and the others are
/// read. What comes of later inputs waits in memory for that of an earlier one; when it is much,
/// they wait as well.
final class Jobs {
  private let inputs: [Input]
  /// How many are read at once; fewer where no more processes can be started.
  private var count: Int
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
  private var lastTime = ContinuousClock.now

  /// What came of an input.
  private struct Answers {
    var messages: [Message] = []
    var end: Message.End?
    /// Why its process could not read it.
    var failure: Failure?
  }

  /// More than this is not kept for an earlier input's sake, in bytes and in inputs.
  private static let (maximumBytes, maximumInputs) = (64_000_000, 10_000)
  /// No longer than this passes at once: a call that was stopped meanwhile has not read.
  private static let longestWait = Duration.seconds(1)

  /// - Parameters:
  ///   - inputs: In the order in which they are printed.
  ///   - count: How many are read at once.
  ///   - timeout: How long each may take, in seconds.
  init(_ inputs: [Input], count: Int, timeout: Double?) {
    (self.inputs, self.timeout) = (inputs, timeout)
    self.count = min(count, max(1, inputs.count))
    threads = max(1, ProcessInfo.processInfo.activeProcessorCount / self.count)
  }

  /// Reads all of them, or those up to Ctrl-C: what the first of those that were left still has to
  /// say is printed, and the others are left as if they had not been read.
  ///
  /// - Parameters:
  ///   - json: Whether lines are JSON.
  ///   - failures: Receives what failed.
  ///   - add: Receives what is summed up over all inputs.
  /// - Throws: Why nothing can be read, or printed.
  func read(
    json: Bool, _ failures: inout FailureLog, add: (_ total: Data) -> Void
  ) throws(Failure) {
    Interruption.catchFirst()
    signal(SIGPIPE, SIG_IGN)
    defer { end() }
    var progress = ProgressBar("Reading", total: inputs.count)
    lastTime = .now
    while head < inputs.count {
      if Interruption.hasCome {
        for process in processes where process.input != nil { process.stop() }
        if !processes.contains(where: { $0.input == head }) { break }
      } else {
        try startReading()
      }
      progress.show(head)
      receive()
      if let fault { throw fault }
      try print(&failures, json: json, add: add)
    }
    progress.clear()
  }

  /// Has each process that has no input read the next one.
  private func startReading() throws(Failure) {
    while next < inputs.count, next < head + Self.maximumInputs,
      waitingBytes < Self.maximumBytes || next == head
    {
      guard let process = try freeProcess() else { return }
      let input = inputs[next]
      let request = Message.Request(
        path: input.path, name: input.name, isOneOfSeveral: input.isOneOfSeveral)
      guard process.read(next, request, timeout: timeout) else {
        // It ended while it had nothing to do, which says nothing of the next input.
        remove(process)
        continue
      }
      waiting[next] = Answers()
      next += 1
    }
  }

  private func freeProcess() throws(Failure) -> ReaderProcess? {
    if let free = processes.first(where: { $0.input == nil }) { return free }
    guard processes.count < count else { return nil }
    do throws(Failure) {
      processes.append(try ReaderProcess(threads: threads))
      return processes.last
    } catch {
      // With fewer processes it takes longer.
      guard !processes.isEmpty else { throw error }
      count = processes.count
      return nil
    }
  }

  /// Receives what has come, waiting for it a while.
  private func receive() {
    // Where much waits already only the first input may say more; meanwhile no other one's time passes.
    let heard = processes.filter {
      $0.input != nil && ($0.input == head || waitingBytes < Self.maximumBytes)
    }
    var pipes = heard.map { pollfd(fd: $0.answers, events: Int16(POLLIN), revents: 0) }
    let times = heard.compactMap(\.timeLeft).map { max(.zero, $0) }
    let wait = min(times.min() ?? Self.longestWait, Self.longestWait)
    _ = poll(&pipes, nfds_t(pipes.count), Int32((wait / .milliseconds(1)).rounded(.up)))
    for (process, pipe) in zip(heard, pipes) where pipe.revents != 0 { receive(from: process) }
    let passed = min(.now - lastTime, Self.longestWait)
    lastTime = .now
    for process in heard where process.input != nil { process.spend(passed) }
  }

  private func receive(from process: ReaderProcess) {
    guard let input = process.input else { return }
    guard let messages = process.receive() else {
      let signal = remove(process)
      waiting[input]?.failure = failure(of: inputs[input].path, process, signal)
      return
    }
    for message in messages {
      switch message.kind {
      case .input, .ready: break
      case .output, .errors:
        waiting[input]?.messages.append(message)
        waitingBytes += message.content.count
      case .end:
        waiting[input]?.end = message.decoded(as: Message.End.self)
        guard process.wasStopped else { break }
        if waiting[input]?.end?.isWhole == false, !Interruption.hasCome {
          waiting[input]?.failure = failure(of: inputs[input].path, process, nil)
        }
        remove(process)
      case .fault:
        guard let fault = message.decoded(as: Message.Fault.self) else { break }
        self.fault = Failure(
          status: ExitStatus(rawValue: fault.status) ?? .fault, sentence: fault.sentence)
      }
    }
  }

  /// - Returns: The signal that ended it.
  @discardableResult
  private func remove(_ process: ReaderProcess) -> Int32? {
    processes.removeAll { $0 === process }
    return process.wait()
  }

  private func failure(of path: String, _ process: ReaderProcess, _ signal: Int32?) -> Failure {
    if process.wasStopped, let timeout {
      return Failure(
        status: .unreadable,
        sentence: """
          '\(path)' took more than the \(timeout) s of --timeout, and was left. Read it alone, with \
          more time.
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
    _ failures: inout FailureLog, json: Bool, add: (_ total: Data) -> Void
  ) throws(Failure) {
    while let answers = waiting[head] {
      waiting[head]?.messages = []
      for message in answers.messages {
        waitingBytes -= message.content.count
        let text = String(decoding: message.content, as: UTF8.self)
        if message.kind == .output { try printLine(text) } else { printToStandardError(text) }
      }
      if let end = answers.end { failures.add(end.status.flatMap(ExitStatus.init)) }
      // After Ctrl-C an input that was left has no last line, so that it is read again.
      if answers.end?.isWhole != true, answers.failure == nil || Interruption.hasCome { return }
      if let end = answers.end { add(end.total) }
      if let failure = answers.failure {
        try failures.report(failure, of: inputs[head].path, json: json)
      }
      waiting[head] = nil
      head += 1
    }
  }

  /// Ends the processes.
  private func end() {
    for process in processes where process.input != nil { process.stop() }
    for process in processes { process.end() }
    processes = []
  }
}
