import ArgumentParser
import Foundation
import Media
import VisionCore

/// How a call goes through its clips.
struct ClipOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp(
      """
      With --json and several clips: go on where the same call was stopped, appending to the file that it \
      wrote ('--resume >> FILE').
      """,
      discussion: """
        Of several clips each has its name, "file", on its lines, and a last line {"file", "done": true, "settings"} or \
        {"file", "error"}; files are written under the clips' names into folders. What the stopped call has \
        left of a clip without such a line is cut off, and the clip watched again; in the history a game that is \
        then whole takes the place of what was left of it.
        """))
  var resume = false

  @Option(
    help: ArgumentHelp(
      "How long each clip may take; one that takes longer is reported, and the others are watched.",
      valueName: "seconds"))
  var timeout: Double?

  func validate() throws {
    if let timeout, !(timeout > 0 && timeout <= 1e6) {
      throw ValidationError("--timeout is \(timeout), give more than 0, and a million at most.")
    }
  }

  /// As ``watchEach(of:json:making:_:)``, where nothing has to be made before.
  ///
  /// - Parameters:
  ///   - names: Clips, folders of clips, or one camera.
  ///   - json: Whether lines are JSON.
  ///   - watch: Reports what stops it, or throws it.
  /// - Throws: The exit status, where something failed.
  func watchEach(
    of names: [String], json: Bool,
    _ watch: (_ clip: Clip, _ failures: inout FailureLog) async throws(Failure) -> Void
  ) async throws {
    try await watchEach(of: names, json: json) {
      () throws(Failure) in
    } _: { (clip, _: Void, failures) throws(Failure) in
      try await watch(clip, &failures)
    }
  }

  /// Watches one clip after the other. Those that cannot be watched are reported, and fail the command in
  /// the end.
  ///
  /// Of several clips each has its name on its lines, and with JSON a last line that says that it is
  /// done, or why it could not be watched; so does a single clip that could not. After Ctrl-C there is no such line, and no further clip.
  ///
  /// - Parameters:
  ///   - names: Clips, folders of clips, or one camera.
  ///   - json: Whether lines are JSON.
  ///   - makeModels: What has to be there before any clip is watched.
  ///   - watch: Reports what stops it, or throws it.
  /// - Throws: The exit status, where something failed.
  func watchEach<Models>(
    of names: [String], json: Bool, making makeModels: () throws(Failure) -> Models,
    _ watch: (
      _ clip: Clip, _ models: Models, _ failures: inout FailureLog
    ) async throws(Failure) -> Void
  ) async throws {
    try await FailureLog.exit { (failures) throws(Failure) in
      let (clips, areSeveral) = try Self.clips(of: names, json: json)
      let settings = CallSettings.name(
        of: Array(CommandLine.arguments.dropFirst()), without: names)
      var finished: Set<String> = []
      if resume {
        guard json, areSeveral else {
          throw Failure(
            status: .usage, sentence: "--resume is for several clips, or a folder, with --json.")
        }
        let stopped = try StoppedCall(clips: clips.map(\.path), settings: settings)
        finished = try stopped.cutOpenEnd()
        // They are not tried again, but the call has still not been without a failure.
        for clip in clips {
          guard let sentence = stopped.errors[clip.path] else { continue }
          failures.report(Failure(status: .unreadable, sentence: sentence))
        }
      }
      let models = try makeModels()
      for clip in clips where !finished.contains(clip.path) && !Interruption.hasCome {
        var own = FailureLog()
        do throws(Failure) {
          try Self.refuseFolder(clip.path)
          Deadline.begin(timeout)
          try await watch(clip, models, &own)
        } catch {
          own.report(error)
        }
        failures.add(own)
        // A clip that was left has no last line, so that it is watched again.
        guard json, !Interruption.hasCome else { continue }
        if let failure = own.first, areSeveral || failure.status.isOfInput {
          try printLine(failure.lines(of: clip.path).map(\.text).joined(separator: "\n"))
        } else if areSeveral {
          try clip.printLine(JSON.done(settings).text)
        }
      }
    }
  }

  /// Clips as they are named, each once, in folders by their names. A folder without videos stands for itself.
  ///
  /// - Parameters:
  ///   - names: Clips, folders of clips, or one camera.
  ///   - json: Whether lines are JSON.
  /// - Returns: The clips, and whether their lines have their names.
  /// - Throws: That there is a camera beside something else.
  private static func clips(
    of names: [String], json: Bool
  ) throws(Failure) -> (clips: [Clip], areSeveral: Bool) {
    var (paths, areSeveral): ([String], Bool) = ([], names.count > 1)
    for name in names {
      if areSeveral, cameraIndex(name) != nil {
        throw Failure(status: .usage, sentence: "'\(name)' is a camera: name nothing beside it.")
      }
      let found = videos(inFolder: name)
      if found != nil { areSeveral = true }
      let own = found.map { $0.isEmpty ? [name] : $0 } ?? [name]
      for path in own where !paths.contains(path) { paths.append(path) }
    }
    var taken: Set<String> = []
    let clips = paths.map { path in
      Clip(
        path, name: taken.takeName(Clip.stem(of: path)), isOneOfSeveral: areSeveral, json: json,
        inputs: paths)
    }
    return (clips, areSeveral)
  }

  /// The videos in a folder, known by their first bytes; `nil` for what is no folder.
  private static func videos(inFolder path: String) -> [String]? {
    guard isFolder(path) else { return nil }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    let folder = path.hasSuffix("/") ? path : path + "/"
    return names.filter { !$0.hasPrefix(".") }.sorted().map { folder + $0 }
      .filter(VideoReader.isVideo)
  }

  /// Refuses a folder in the place of a clip: only one without videos is left there.
  private static func refuseFolder(_ path: String) throws(Failure) {
    guard isFolder(path) else { return }
    throw Failure(status: .missing, sentence: "There is no video in the folder '\(path)'.")
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}

extension JSON {
  /// Of a clip that was watched to its end, with the name of the call's settings.
  fileprivate static func done(_ settings: String) -> JSON {
    ["done": .boolean(true), "settings": .string(settings)]
  }
}
