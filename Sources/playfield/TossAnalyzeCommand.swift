import ArgumentParser
import BeanBagToss
import Media
import TossAnalysis
import TossReport
import VisionCore
import VisionRequests

struct TossAnalyzeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "analyze",
    abstract: "Measures every throw of a game, and keeps the score.",
    discussion: """
      The camera must stand still, on a tripod or leant against something, and see the player and the \
      board; Samples/toss.mp4 is such a film. With --json, a line for each \
      throw: {"throw", "startFrame", "endFrame", "releaseFrame", "style": {"label", "confidence"}, \
      "releaseAngle", "speed", "distance", "stand", "outcome": "hole"|"board"|"off", "points", \
      "trajectory"}; angle, speed, distance and stand (from the feet to the hole) are {"value", "error"} in \
      degrees, m/s and m, null \
      where there is no board to measure by; "time" is that of the release, in seconds. "decidedBy" \
      says whether the bag was seen to "rest", or its "path" had to show where it landed. The last \
      line is {"summary": {…}}, with the outcomes as they are in the end and the rules, "styleBonus" \
      among them. With --events also \
      {"changed": {"throw", "outcome", "points"}} when a bag that was reported comes to rest elsewhere, \
      because another struck it. Ctrl-C ends a camera.
      """)

  @OptionGroup var quiet: QuietOption

  @Argument(
    help: ArgumentHelp(
      "Video files and folders of them; 'camera' or 'camera:1' for a camera.", valueName: "video"))
  var sources: [String] = []

  @OptionGroup var inputs: InputOptions

  @OptionGroup var resume: ResumeOption

  @OptionGroup var options: TossOptions

  @Option(help: ArgumentHelp("Write a report that a browser opens.", valueName: "dir"))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "Write the film with board, joints, paths, figures and score.", valueName: "mp4"))
  var annotate: String?

  @Option(
    help: ArgumentHelp(
      "Write all that was seen in each frame, and every event, as JSON Lines with every digit.",
      discussion: """
        The first line is {"file", "width", "height"}. For each frame follow {"frame", "time", "shift"}, \
        the shift since the frame before in widths of the picture, and then what there is of {"objects"} of \
        the frame that it names, [x, y, radius, fill, red, green, blue, isolated, edge] of each, in widths of the \
        picture; {"board"}; {"path"}, once it has ended; {"bag"}; {"event"}. The last "frame" is one more than there \
        are, with what became known at the end.
        """,
      valueName: "jsonl"))
  var inspect: String?

  func run() async throws {
    let call = InputOptions.Call(
      names: sources, kind: .films, json: options.json, isResumed: resume.resume
    ) { clip throws(Failure) in
      _ = try clip.output(annotate, extension: "mp4")
      _ = try clip.output(inspect, extension: "jsonl")
    }
    try await inputs.readEach(of: call, making: options.models, watch)
  }

  private func watch(
    _ clip: Input, _ models: TossModels, _ failures: inout FailureLog
  ) async throws(Failure) {
    let annotate = try clip.output(annotate, extension: "mp4")
    let report = try clip.output(report, extension: nil)
    let frames = try Frames<PlanarFrame>(from: clip.path)
    if let report { try prepare(reportFolder: report, sparing: clip.path) }
    var game = options.game(models, isDrawn: annotate != nil)
    var narration = try TossNarration(
      options: options, clip: clip, frames: frames, isResumed: resume.resume)
    var film = annotate.map {
      TossFilm(path: $0, frameRate: frames.frameRate, units: options.units.units)
    }
    var inspection = try inspection(of: clip, frames)
    let recorder = report.map { _ in ThrowRecorder(frameRate: frames.frameRate) }
    var isInFlight = false

    // The throws before a failure are kept: the game ends where the clip does.
    let stop = await frames.watch { frame, progress throws(Failure) in
      let wasInFlight = isInFlight
      async let recorded: Void? = recorder?.append(frame, isInFlight: wasInFlight)
      let happened = try await game.look(at: frame)
      let scene = game.watch.scene
      isInFlight = scene.paths.contains { !$0.isFinished }
      await recorded
      await recorder?.add(happened)
      if let sight = game.watch.sight { inspection?.append(sight, happened) }
      try narration.report(happened, scene, &progress, &failures)
      try film?.append(frame, of: game.watch)
    }
    // Whatever fails of the rest, the others are done.
    var stops = [stop].compactMap { $0 }
    do throws(Failure) {
      let happened = await game.finish()
      if stop == nil, let failure = game.failure { stops.append(Failure(failure)) }
      await recorder?.add(happened)
      if let sight = game.watch.sight { inspection?.append(sight, happened) }
      var progress = ProgressBar("", total: nil)
      try narration.report(happened, game.watch.scene, &progress, &failures)
    } catch {
      stops.append(error)
    }
    do throws(Failure) {
      let isWhole = stop == nil && !frames.wereLeft
      try narration.summarize(game.watch.scene, isWhole: isWhole, &failures)
    } catch {
      stops.append(error)
    }
    do throws(Failure) {
      try film?.finish(game.watch)
    } catch {
      stops.append(error)
    }
    do throws(Failure) {
      try inspection?.finish()
    } catch {
      stops.append(error)
    }
    do throws(Failure) {
      if let report { try await write(narration, recorder, to: report, &failures) }
    } catch {
      stops.append(error)
    }
    failures.report(stops)
  }

  private func inspection(
    of clip: Input, _ frames: Frames<PlanarFrame>
  ) throws(Failure) -> TossInspection? {
    guard let path = try clip.output(inspect, extension: "jsonl") else { return nil }
    return try TossInspection(path: path, video: clip.path, size: frames.size)
  }

  private func write(
    _ game: TossNarration, _ recorder: ThrowRecorder?, to folder: String,
    _ failures: inout FailureLog
  ) async throws(Failure) {
    var pictures: ThrowPictures?
    do throws(Failure) {
      pictures = try await recorder?.finish()
    } catch {
      failures.report(error)
      printNotice("Note: The report is written without pictures.")
    }
    let report = Report(
      session: game.session, earlier: game.kept?.earlier(&failures), units: options.units.units,
      field: pictures?.field, clips: pictures?.clips ?? [:])
    do throws(ReportError) {
      let page = try report.write(to: folder)
      printToStandardError("The report is in \(page)")
    } catch {
      throw Failure(error)
    }
  }
}

extension ThrowRecorder {
  fileprivate func add(_ events: [TossWatch.Event]) {
    for case .throwEnded(let made, _) in events { add(made) }
  }
}
