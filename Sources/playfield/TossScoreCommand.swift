import ArgumentParser
import BeanBagToss
import Media
import TossAnalysis
import VisionCore
import VisionRequests

struct TossScoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "score",
    abstract: "Reports where thrown bags come to rest, from a camera that sees the board.",
    discussion: """
      From above or from behind the board, no player needed; the camera must stand still, on a tripod or \
      leant against something. With \
      --json, a line for each bag that has come to rest: {"landing", "firstFrame", "restFrame", \
      "outcome": "hole"|"board"|"off" or null, "reason"?, "points"}; the reason of a null is "cut" where \
      the picture's edge cuts the bag off, and "unsure" where somebody hid it; frames count from 0. \
      With --events also \
      {"event": "moved", "landing", "frame", "outcome", "reason"?, "points"} when a bag that lay still slides, \
      or is knocked, to where it is worth something else; "landing" is null for a bag that lay there \
      from the start. With --rules cornhole the bags are taken to be thrown by two sides in turn, \
      four each a round.
      """)

  @OptionGroup var quiet: QuietOption

  @Argument(help: ArgumentHelp("Video files and folders of them.", valueName: "video"))
  var videos: [String] = []

  @OptionGroup var inputs: InputOptions

  @OptionGroup var resume: ResumeOption

  @Option(
    help: """
      practice (eight throws) or cornhole (two sides, to 21); board 1, hole 3. How the bags were \
      thrown is not seen.
      """)
  var rules = RulesArgument.practice

  @Option(
    help: ArgumentHelp(
      """
      Where the board is: its far left, far right, near right and near left corner, x and y of each \
      from 0 to 1 of the picture, beyond where the picture cuts it; far is the hole's end. (default: \
      it is looked for in the first seconds)
      """, valueName: "x,y,x,y,x,y,x,y"))
  var board: BoardArgument?

  @OptionGroup var engine: EngineOption

  @Option(help: ArgumentHelp("Write the film with board, bags and score marked.", valueName: "mp4"))
  var annotate: String?

  @Option(
    help: ArgumentHelp("Write what was seen in each frame, to replay it.", valueName: "json"))
  var record: String?

  @Flag(help: "With --json, print when bags that lay still move, too.")
  var events = false

  @Flag(help: "Print JSON Lines.")
  var json = false

  func validate() throws {
    if let fault = board?.fault { throw ValidationError(fault) }
    try checkApart(annotate: annotate, record: record)
  }

  func run() async throws {
    let call = InputOptions.Call(
      names: videos, kind: .films, json: json, isResumed: resume.resume
    ) { clip throws(Failure) in
      _ = try clip.output(annotate, extension: "mp4")
      _ = try clip.output(record, extension: "json")
    }
    try await inputs.readEach(of: call, watch)
  }

  private func watch(_ clip: Input, _ failures: inout FailureLog) async throws(Failure) {
    let annotate = try clip.output(annotate, extension: "mp4")
    let record = try clip.output(record, extension: "json")
    let frames = Frames<PlanarFrame>(try openVideo(clip.path))
    let corners = try await corners(in: clip)
    var film = annotate.map { Film(path: $0, frameRate: frames.frameRate) }
    var recorder: FrameRecorder?
    if let record {
      recorder = try FrameRecorder(path: record, frameRate: frames.frameRate)
    }
    var score = RunningScore(rules: ScoringRules(rules.preset))
    // What was seen of a video that is cut off is reported before that it is, and the film has its
    // end.
    var stops: [Failure] = []
    do throws(Failure) {
      try await reportLandings(
        of: clip, in: frames, on: corners, score: &score, film: &film, recorder: &recorder)
    } catch {
      stops.append(error)
    }
    do throws(Failure) {
      if !json { try clip.printLine(score.summary) }
    } catch {
      stops.append(error)
    }
    do throws(Failure) {
      try film?.finish()
    } catch {
      stops.append(error)
    }
    do throws(Failure) {
      try recorder?.finish()
    } catch {
      stops.append(error)
    }
    failures.report(stops)
  }

  /// As given, else as found in the film.
  private func corners(in clip: Input) async throws(Failure) -> GameboardObservation.Corners {
    if let board { return board.corners }
    let found = try await BoardOfFilm(in: clip.path, engine: engine.engine)
    if let notice = found.notice { clip.note("\(notice)") }
    return found.corners
  }

  private func reportLandings(
    of clip: Input, in frames: Frames<PlanarFrame>, on corners: GameboardObservation.Corners,
    score: inout RunningScore, film: inout Film?, recorder: inout FrameRecorder?
  ) async throws(Failure) {
    var game = TossDriver(TossWatch(bagsOn: corners), boards: nil)
    var frameCount = 0
    let stop = await frames.watch { frame, progress throws(Failure) in
      frameCount += 1
      let happened = try await game.look(at: frame)
      if !happened.isEmpty { progress.clear() }
      for event in happened { try report(event, of: clip, score: &score) }
      recorder?.append(.recorded(game.watch.surface))
      guard film != nil else { return }
      var picture = frame.image.upright(frame.orientation)
      Annotator().draw(outlines: game.watch.outlines, on: &picture)
      Annotator().draw(dice: [], caption: score.caption, on: &picture)
      try film?.append(picture)
    }
    for event in await game.finish() { try report(event, of: clip, score: &score) }
    if let stop { throw stop }
    if let failure = game.failure { throw Failure(failure) }
    if frameCount == 0, !Interruption.hasCome {
      throw Failure(
        status: .unreadable,
        sentence: "'\(clip.path)' has no frames. Was the recording stopped before it began?")
    }
  }

  private func report(
    _ event: TossWatch.Event, of clip: Input, score: inout RunningScore
  ) throws(Failure) {
    if case .notice(let notice) = event, notice != .noFrames { clip.note(notice.wordsOfBags) }
    guard case .bag(let bag) = event else { return }
    score.note(bag)
    switch bag {
    case .landed(let landing):
      let points = score.points(of: landing.number)
      try clip.printLine(
        json ? JSON.landing(landing, points: points).text : score.line(for: landing))
    case .moved(let move):
      if json, !events { return }
      let points = score.points(of: move.landing)
      try clip.printLine(json ? JSON.move(move, points: points).text : score.line(for: move))
    }
  }
}

/// The presets, as they are spelt on the command line.
enum RulesArgument: String, CaseIterable, ExpressibleByArgument {
  case practice, cornhole

  var preset: ScoringPreset {
    switch self {
    case .practice: .practice
    case .cornhole: .cornhole
    }
  }
}
