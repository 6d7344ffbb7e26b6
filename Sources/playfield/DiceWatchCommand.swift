import ArgumentParser
import DiceGame
import Media
import VisionCore
import VisionRequests

struct DiceWatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Watches dice being rolled, and reports each roll when it has ended.",
    discussion: """
      Dice that already lie still when the clip starts are a roll. With --json, a line for each \
      roll: {"roll", "frame", "time", "values", "sum", "dice"}, the dice as 'dice read' gives them; \
      frames count from 0, times are seconds from the start of the clip. Ctrl-C ends a camera. The \
      rotation that a clip says of itself is applied first; --orientation turns its frames further.
      """)

  @OptionGroup var quiet: QuietOption

  @Argument(
    help: ArgumentHelp(
      "Video files and folders of them; 'camera' or 'camera:1' for a camera.", valueName: "video"))
  var sources: [String] = []

  @OptionGroup var inputs: InputOptions

  @OptionGroup var resume: ResumeOption

  @OptionGroup var recognition: RecognitionOptions

  @OptionGroup var framing: FramingOptions

  @Option(
    help: """
      When a roll has ended: steady (still over a window of time) or consecutive-frames (two equal \
      frames).
      """)
  var rule = RuleArgument.steady

  @Option(help: ArgumentHelp("Write the film with dice and rolls marked.", valueName: "mp4"))
  var annotate: String?

  @Option(
    help: ArgumentHelp(
      "Write what was seen in each frame; one that repeats a picture has the dice of the picture.",
      valueName: "json"))
  var record: String?

  @Option(help: ArgumentHelp("Look at every N-th frame only.", valueName: "n"))
  var every = 1

  @Flag(help: "Print when dice roll, have ended and are cleared, too.")
  var events = false

  @Flag(help: "Print JSON Lines.")
  var json = false

  func validate() throws {
    guard every >= 1 else { throw ValidationError("--every is \(every), give 1 or more.") }
    try checkApart(annotate: annotate, record: record)
  }

  func run() async throws {
    let call = InputOptions.Call(
      names: sources, kind: .films, json: json, isResumed: resume.resume
    ) { clip throws(Failure) in
      _ = try clip.output(annotate, extension: "mp4")
      _ = try clip.output(record, extension: "json")
    }
    try await inputs.readEach(of: call, making: recognition.loadModel, watch)
  }

  private func watch(
    _ clip: Input, _ model: DiceModel, _ failures: inout FailureLog
  ) async throws(Failure) {
    let annotate = try clip.output(annotate, extension: "mp4")
    let record = try clip.output(record, extension: "json")
    let inputs = [recognition.model].compactMap { $0 }.compactMap(FileIdentity.init)
    for output in [annotate, record].compactMap({ $0 }) {
      try refuse(output: output, amongst: inputs)
    }
    let frames = try Frames<VideoFrame>(from: clip.path)
    var request = recognition.trackRequest(
      model, cropAndScale: framing.cropAndScale.cropAndScale)
    var film: AnnotatedFilm?
    if let annotate {
      film = AnnotatedFilm(path: annotate, frameRate: frames.frameRate / Double(every))
    }
    var recorder: FrameRecorder?
    if let record {
      recorder = try FrameRecorder(path: record, frameRate: frames.frameRate / Double(every))
    }
    var detector = RollEndDetector(rule: rule.rule)
    var cadence = FrameCadence()
    var dice: [DieObservation] = []
    // What passes between frames for the dice: less than for the clock in a film that was slowed down.
    var (time, lastFrameTime) = (0.0, 0.0)
    var rolls = 0
    let orientation = recognition.orientation?.orientation ?? .up

    // The film gets its end whatever stops the watching: the clip's end, Ctrl-C, a damaged frame.
    // What stopped it is reported first, and only once: a full disk stops the film's end, too.
    let stop = await frames.watch { frame, progress throws(Failure) in
      guard frame.index % every == 0 else { return }
      let isRepeat = cadence.repeats(frame.image.greenSamples)
      if !isRepeat { dice = try await self.dice(in: frame, orientation, with: &request) }
      recorder?.append(.recorded(dice))
      time +=
        (frame.time - lastFrameTime) * cadence.pace(frameRate: frames.frameRate / Double(every))
      lastFrameTime = frame.time
      for event in isRepeat ? [] : detector.update(with: dice, at: time) {
        if case .ended = event { rolls += 1 }
        film?.note(event)
        for line in lines(for: event, roll: rolls, frame: frame) {
          progress.clear()
          try clip.printLine(line)
        }
      }
      try film?.append(frame.image, orientation: orientation, dice: dice)
    }
    var stops = [stop].compactMap { $0 }
    do throws(Failure) {
      if rolls == 0, stop == nil, !json, !Interruption.hasCome { try clip.printLine("no roll") }
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

  private func dice(
    in frame: VideoFrame, _ orientation: ImageOrientation, with request: inout TrackDiceRequest
  ) async throws(Failure) -> [DieObservation] {
    do throws(VisionError) {
      return try await request.perform(on: frame.image, orientation: orientation)
    } catch {
      throw Failure(error)
    }
  }

  /// What is printed about an event.
  private func lines(for event: RollEvent, roll number: Int, frame: VideoFrame) -> [String] {
    var lines: [String] = []
    if events {
      lines.append(
        json
          ? JSON.event(event, frame: frame.index, time: frame.time).text
          : "\(event.name) at \(seconds(frame.time))")
    }
    if case .ended(let roll) = event {
      lines.append(
        json
          ? JSON.roll(number, roll, frame: frame.index, time: frame.time).text
          : "roll \(number) at \(seconds(frame.time)): \(roll.equation)")
    }
    return lines
  }

  private func seconds(_ time: Double) -> String { "\((time * 100).rounded() / 100) s" }
}
