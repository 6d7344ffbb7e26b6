import ArgumentParser
import BeanBagToss
import Media
import TossAnalysis
import VisionCore
import VisionRequests

struct TossWatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Watches a game live, and shows it in a local page.",
    discussion: """
      The camera must stand still, on a tripod or leant against something. The page shows the camera's picture with board, joints and paths, what the game waits for, the \
      last throw's figures and the score; nobody but this machine can open it. On standard output \
      throws are printed as by 'toss analyze', with the same figures. Given a video file, it is shown \
      at its own speed. Ctrl-C ends it.
      """)

  @OptionGroup var quiet: QuietOption

  @Argument(
    help: ArgumentHelp("'camera', 'camera:1' or a video file.", valueName: "camera"))
  var source = "camera"

  @OptionGroup var options: TossOptions

  @Option(help: "The page's port; 0 takes any that is free.")
  var port: UInt16 = 8090

  /// The pictures on the page have sides of this length at most.
  private static let longSide = 960

  func run() async throws {
    try await FailureLog.exit { (failures) throws(Failure) in
      do throws(Failure) {
        try await watch(&failures)
      } catch {
        failures.report(error)
      }
      guard options.json, let failure = failures.first, failure.status.isOfInput else { return }
      for line in failure.lines(of: source) { try printLine(line.text) }
    }
  }

  private func watch(_ failures: inout FailureLog) async throws(Failure) {
    let frames = try Frames<PlanarFrame>(from: source)
    let models = try options.models()
    var game = options.game(models, isDrawn: true)
    let live = LiveGame(units: options.units.units)
    let (url, server) = try await startServer(
      TossPage(live: live), address: "127.0.0.1", port: port,
      for: OwnPage.isOwn)
    defer { server.cancel() }
    printToStandardError("The game is on \(url)")

    var narration = try TossNarration(options: options, clip: Input(source), frames: frames)
    let start = ContinuousClock.now
    let stop = await frames.watch { frame, progress throws(Failure) in
      if frames.isFile {
        try? await ContinuousClock().sleep(until: start + .seconds(frame.time))
      }
      let happened = try await game.look(at: frame)
      let scene = game.watch.scene
      try narration.report(happened, scene, &progress, &failures)
      for case .notice(let notice) in happened { await live.note(notice) }
      let small = frame.image.upright(frame.orientation, toLongSide: Self.longSide)
      await live.show(small, at: frame.time, scene, people: game.watch.newestPeople)
    }
    var stops = [stop].compactMap { $0 }
    do throws(Failure) {
      let happened = await game.finish()
      if stop == nil, let failure = game.failure { stops.append(Failure(failure)) }
      for case .notice(let notice) in happened { await live.note(notice) }
      var progress = ProgressBar("", total: nil)
      try narration.report(happened, game.watch.scene, &progress, &failures)
    } catch {
      stops.append(error)
    }
    let scene = game.watch.scene
    await live.end(scene)
    do throws(Failure) {
      try narration.summarize(scene, isWhole: stop == nil && !frames.wereLeft, &failures)
    } catch {
      stops.append(error)
    }
    failures.report(stops)
    // The page goes on showing what a file came to.
    while frames.isFile, stops.isEmpty, !Interruption.hasCome {
      try? await Task.sleep(for: .milliseconds(100))
    }
  }
}
