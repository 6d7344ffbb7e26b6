import ArgumentParser
import Foundation
import Media
import VisionCore

/// How a call goes through its inputs.
struct InputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Read the files and folders that a list names as well: a line each, or with a byte of zero after \
      each. '-' is standard input.
      """, valueName: "file"))
  var filesFrom: String?

  @Option(
    help: ArgumentHelp(
      """
      How many inputs are read at once, in processes of their own. Results come in the order of the inputs. \
      Without --threads networks get their share of the cores.
      """))
  var jobs = 1

  @Option(
    help: ArgumentHelp(
      "How long each input may take; one that takes longer is reported, and the others are read.",
      valueName: "seconds"))
  var timeout: Double?

  func validate() throws {
    guard (1...1000).contains(jobs) else {
      throw ValidationError("--jobs is \(jobs), give 1 to 1000.")
    }
    if let timeout, !(timeout > 0 && timeout <= 1e6) {
      throw ValidationError("--timeout is \(timeout), give more than 0, and a million at most.")
    }
  }

  /// What a call is about: its inputs, and what is printed about them.
  struct Call {
    /// As the call names them.
    let names: [String]
    let kind: InputKind
    /// Whether lines are JSON.
    let json: Bool
    /// Whether it continues where another was stopped.
    let isResumed: Bool
    /// Refuses an input of which a file would be written over another; is asked of all before any is read.
    let check: (_ input: Input) throws(Failure) -> Void

    init(
      names: [String], kind: InputKind, json: Bool, isResumed: Bool = false,
      check: @escaping (_ input: Input) throws(Failure) -> Void = { _ throws(Failure) in }
    ) {
      (self.names, self.kind, self.json) = (names, kind, json)
      (self.isResumed, self.check) = (isResumed, check)
    }
  }

  /// As ``readEach(of:summary:making:_:)``, where nothing is summed up.
  func readEach<Models>(
    of call: Call, making makeModels: () throws(Failure) -> Models,
    _ read: (
      _ input: Input, _ models: Models, _ failures: inout FailureLog
    ) async throws(Failure) -> Void
  ) async throws {
    try await readEach(of: call, summary: { (_: NoSummary) throws(Failure) in }, making: makeModels)
    {
      (input, models, _, failures) throws(Failure) in
      try await read(input, models, &failures)
    }
  }

  /// As ``readEach(of:making:_:)``, where nothing has to be made before.
  func readEach(
    of call: Call,
    _ read: (_ input: Input, _ failures: inout FailureLog) async throws(Failure) -> Void
  ) async throws {
    try await readEach(of: call) {
      () throws(Failure) in
    } _: { (input, _: Void, failures) throws(Failure) in
      try await read(input, &failures)
    }
  }

  /// Reads one input after the other, or several at once. Those that cannot be read are reported, and fail the command in
  /// the end.
  ///
  /// Of several inputs each has its name on its lines, and with JSON a last line that says that it is
  /// done, or why it could not be read; so does a single input that could not. After Ctrl-C there is no such line, and no
  /// further input.
  ///
  /// - Parameters:
  ///   - call: What is read.
  ///   - summarize: Prints what is summed up, in the end.
  ///   - makeModels: What has to be there before any input is read.
  ///   - read: Reports what stops it, or throws it.
  /// - Throws: The exit status, where something failed.
  func readEach<Models, Total: Summary>(
    of call: Call, summary summarize: (Total) throws(Failure) -> Void,
    making makeModels: () throws(Failure) -> Models,
    _ read: (
      _ input: Input, _ models: Models, _ total: inout Total, _ failures: inout FailureLog
    ) async throws(Failure) -> Void
  ) async throws {
    try await FailureLog.exit { (failures) throws(Failure) in
      let settings = CallSettings.name(
        of: Array(CommandLine.arguments.dropFirst()), without: call.names)

      /// - Returns: What failed, after it was reported.
      func readOne(
        _ input: Input, _ models: Models, _ total: inout Total
      ) async throws(Failure) -> FailureLog {
        var own = FailureLog()
        do throws(Failure) {
          try call.kind.refuseFolder(input.path)
          try await read(input, models, &total, &own)
        } catch {
          own.report(error)
        }
        // An input that was left has no last line, so that it is read again.
        guard call.json, !Interruption.hasCome else { return own }
        if let failure = own.first, input.isOneOfSeveral || failure.status.isOfInput {
          try printLine(failure.lines(of: input.path).map(\.text).joined(separator: "\n"))
        } else if input.isOneOfSeveral, call.kind.hasLastLine(input.path) {
          try input.printLastLine()
        }
        return own
      }

      if Worker.isActive {
        await work(for: call, settings: settings, making: makeModels, readOne)
        return
      }
      var (inputs, areSeveral) = try self.inputs(of: call, settings: settings)
      if call.isResumed {
        guard call.json, areSeveral else {
          throw Failure(
            status: .usage, sentence: "--resume is for several inputs, or a folder, with --json.")
        }
        let stopped = try StoppedCall(inputs: inputs.map(\.path), settings: settings)
        let finished = try stopped.cutOpenEnd()
        // They are not tried again, but the call has still not been without a failure.
        for input in inputs {
          guard let sentence = stopped.errors[input.path] else { continue }
          failures.report(Failure(status: .unreadable, sentence: sentence))
        }
        inputs.removeAll { finished.contains($0.path) }
      }
      for input in inputs { try call.check(input) }
      var total = Total()
      if jobs > 1 || timeout != nil {
        try Jobs(inputs, count: jobs, timeout: timeout).read(json: call.json, &failures) {
          if let part = try? JSONDecoder().decode(Total.self, from: $0) { total.add(part) }
        }
      } else {
        let models = try makeModels()
        for (index, input) in inputs.enumerated() where !Interruption.hasCome {
          var progress = ProgressBar("Reading", total: 1)
          ProgressBar.begin(index, of: inputs.count)
          if inputs.count > 1 { progress.show(0) }
          failures.add(try await readOne(input, models, &total))
        }
      }
      try summarize(total)
    }
  }

  /// Reads what a call with several jobs asks for.
  private func work<Models, Total: Summary>(
    for call: Call, settings: String, making makeModels: () throws(Failure) -> Models,
    _ readOne: (Input, Models, inout Total) async throws(Failure) -> FailureLog
  ) async {
    Interruption.catchFirst()
    Worker.endWithCall()
    do throws(Failure) {
      let models = try makeModels()
      Worker.send(Message(.ready, []))
      while !Interruption.hasCome, let request = Worker.nextRequest() {
        let input = Input(
          request.path, name: request.name, isOneOfSeveral: request.isOneOfSeveral,
          json: call.json, settings: settings, amongst: AllInputs([]))
        var total = Total()
        let failures = try await readOne(input, models, &total)
        Worker.send(
          Message(
            .end,
            encoding: Message.End(
              status: failures.status?.rawValue, isWhole: !Interruption.hasCome,
              total: (try? JSONEncoder().encode(total)) ?? Data())))
      }
    } catch {
      Worker.send(
        Message(
          .fault,
          encoding: Message.Fault(status: error.status.rawValue, sentence: error.sentence)))
    }
  }

  /// The inputs that the call and its list name.
  private func inputs(
    of call: Call, settings: String
  ) throws(Failure) -> (inputs: [Input], areSeveral: Bool) {
    var names = call.names
    if let filesFrom {
      let listed = InputList.names(in: try content(of: filesFrom))
      guard !listed.isEmpty || !names.isEmpty else {
        throw Failure(
          status: .missing,
          sentence: "The list '\(filesFrom)' names no file. Write one on each line.")
      }
      names += listed
    }
    guard !names.isEmpty else {
      throw Failure(
        status: .usage,
        sentence: "There is nothing to read. Name a file, or a list with --files-from.")
    }
    let list = try InputList(names, kind: call.kind)
    if jobs > 1, let name = list.paths.first(where: { $0 == "-" || InputList.device($0) != nil }) {
      throw Failure(
        status: .usage, sentence: "'\(name)' can be read once only. Leave --jobs out.")
    }
    if filesFrom == "-", list.paths.contains("-") {
      throw Failure(
        status: .usage,
        sentence: "Standard input is the list, and cannot be an input as well. Name a file for one."
      )
    }
    let all = AllInputs(list.paths)
    let areSeveral = list.areSeveral || filesFrom != nil
    var taken: Set<String> = []
    let inputs = list.paths.map { path in
      Input(
        path, name: taken.takeName(Input.stem(of: path)), isOneOfSeveral: areSeveral,
        json: call.json, settings: settings, amongst: all)
    }
    return (inputs, areSeveral)
  }

  private func content(of list: String) throws(Failure) -> [UInt8] {
    do throws(MediaError) {
      return try readFile(list, limit: 1_000_000_000) { _ in }
    } catch .empty {
      return []
    } catch {
      throw Failure(error)
    }
  }
}

/// What is summed up over the inputs of a call.
protocol Summary: Codable {
  init()
  mutating func add(_ other: Self)
}

/// Nothing.
struct NoSummary: Summary {
  mutating func add(_ other: NoSummary) {}
}

/// Continuing where a call was stopped.
struct ResumeOption: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      """
      With --json and several inputs: continue where the same call was stopped, appending to the file that \
      it wrote ('--resume >> FILE').
      """,
      discussion: """
        Of several inputs each has its name, "file", on its lines. A picture's line ends with "settings"; other inputs have a \
        last line {"file", "done": true, "settings"}, or {"file", "error"}; files are written under the inputs' names into \
        folders. What the stopped call has left of an input without such a line is cut off, and the input read again; in \
        the history a game that is then whole takes the place of what was left of it.
        """))
  var resume = false
}
