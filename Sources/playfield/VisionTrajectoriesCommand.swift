import ArgumentParser
import Media
import VisionCore
import VisionRequests

struct VisionTrajectoriesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trajectories",
    abstract: "Finds what is thrown in a video.",
    discussion: """
      Prints each path once, when it has ended. With --json, a line for each: {"id", "startFrame", \
      "endFrame", "start", "end", "points": [[frame, x, y], …], "errors": [one for \
      each point], "equation": [a, b, c], "confidence"} with y = a·x² + b·x + c; an error is the standard \
      one of either coordinate; points go from 0 to 1 of the upright picture, from its \
      top left corner, y down; "equation" is null for what goes straight up and down.

      The camera may stand, be held in a hand, or turn slowly. Where it moves, "steady" gives the points as \
      they would be had it stayed as it was in the first frame, for which the equation holds; where it \
      cannot be followed, this is said, and the next frame counts as the first one.
      """)

  @OptionGroup var quiet: QuietOption

  @Argument(help: ArgumentHelp("Video files and folders of them.", valueName: "video"))
  var videos: [String] = []

  @OptionGroup var inputs: InputOptions

  @OptionGroup var resume: ResumeOption

  @Option(help: "The minimum radius of an object, in widths of the picture.")
  var minimumRadius = 0.003

  @Option(help: "The largest radius of an object, in widths of the picture.")
  var maximumRadius = 0.1

  @Option(help: "The minimum number of points of a path, 4 or more.")
  var trajectoryLength = 6

  @Option(
    help: ArgumentHelp(
      "The part of the picture in which objects count: x,y,width,height, 0 to 1.",
      valueName: "box"))
  var region = RegionArgument()

  @Option(help: "Leave out frames that follow each other faster than this, in seconds.")
  var spacing = 0.0

  @Option(help: ArgumentHelp("Write the film with the paths marked.", valueName: "mp4"))
  var annotate: String?

  @Option(
    help: ArgumentHelp(
      "Write what moves in each frame as JSON Lines, under the video's name.",
      discussion: """
        The first line is {"file", "width", "height"}. The others are {"frame", "time", "repetitions": \
        the frames after it that show the same picture, "objects": [[x, y, radius, fill, red, green, \
        blue, isolated, edge], …]}, x, y and the radius in widths of the picture, as a \
        camera that stays would see them. Where it has moved, "views" are the matrices, row by \
        row and in widths of the picture, from there to the canvas on which frames are compared, and \
        last to the frame itself.
        """,
      valueName: "dir"))
  var inspect: String?

  @Flag(help: "Print JSON Lines.")
  var json = false

  func validate() throws {
    guard minimumRadius >= 0, maximumRadius > minimumRadius, maximumRadius <= 1 else {
      throw ValidationError(
        "The radii are \(minimumRadius) and \(maximumRadius), give 0 to 1, the minimum first.")
    }
    guard trajectoryLength >= 4 else {
      throw ValidationError("--trajectory-length is \(trajectoryLength), give 4 or more.")
    }
    guard spacing >= 0 else { throw ValidationError("--spacing is \(spacing), give 0 or more.") }
  }

  private var parameters: DetectTrajectoriesRequest.Parameters {
    var parameters = DetectTrajectoriesRequest.Parameters()
    parameters.objectMinimumNormalizedRadius = minimumRadius
    parameters.objectMaximumNormalizedRadius = maximumRadius
    parameters.trajectoryLength = trajectoryLength
    parameters.regionOfInterest = region.box
    parameters.frameAnalysisSpacing = spacing
    return parameters
  }

  func run() async throws {
    let call = InputOptions.Call(
      names: videos, kind: .films, json: json, isResumed: resume.resume
    ) { clip throws(Failure) in
      _ = try clip.output(annotate, extension: "mp4")
      if let inspect { _ = try clip.path(inFolder: inspect, extension: "jsonl") }
    }
    try await inputs.readEach(of: call, watch)
  }

  private func watch(_ clip: Input, _ failures: inout FailureLog) async throws(Failure) {
    let annotate = try clip.output(annotate, extension: "mp4")
    let frames = try Frames<VideoFrame>(from: clip.path)
    var recorder = try inspect.map { folder throws(Failure) in
      try MotionRecorder(
        path: try clip.path(inFolder: folder, extension: "jsonl"), video: clip.path,
        size: frames.size)
    }
    var request = DetectTrajectoriesRequest(parameters)
    var film = annotate.map { Film(path: $0, frameRate: frames.frameRate) }
    var drawn: [Int: TrajectoryObservation] = [:]
    var flights = 0
    // From the first time that the camera was lost to the last.
    var lost: ClosedRange<Double>?
    // What was seen of a video that is cut off is reported before that it is.
    let stop = await frames.watch { frame, progress throws(Failure) in
      let paths = try paths(in: frame, with: &request)
      if let motion = request.motion { recorder?.append(motion) }
      if request.isCameraLost {
        lost = lost.map { $0.lowerBound...frame.time } ?? frame.time...frame.time
      }
      for path in paths where path.isFinished {
        progress.clear()
        flights += 1
        try report(path, of: clip)
      }
      guard film != nil else { return }
      drawn = drawn.filter { $0.value.isFinished }  // One that was taken back is not drawn.
      for path in paths { drawn[path.id] = path }
      var picture = frame.image
      Annotator().draw(trajectories: Array(drawn.values), at: frame.time, on: &picture)
      try film?.append(picture)
    }
    for path in request.finish() {
      flights += 1
      try report(path, of: clip)
    }
    if flights == 0, stop == nil, !json, !Interruption.hasCome { try clip.printLine("no flight") }
    if let lost { warn(lost, in: clip) }
    try film?.finish()
    try recorder?.finish()
    if let stop { throw stop }
  }

  /// Says that the camera was lost.
  private func warn(_ times: ClosedRange<Double>, in clip: Input) {
    let (first, last) = (seconds(times.lowerBound), seconds(times.upperBound))
    clip.note(
      "The camera moved too much to be followed \(first == last ? "at \(first)" : "from \(first) to \(last)"): "
        + "what flew then may be missing. Put it on a tripod, or lean it on something.")
  }

  private func seconds(_ time: Double) -> String { "\((time * 100).rounded() / 100) s" }

  private func report(_ path: TrajectoryObservation, of clip: Input) throws(Failure) {
    guard let first = path.points.first, let last = path.points.last else { return }
    if json { return try clip.printLine(JSON(path).text) }
    try clip.printLine(
      "from \(seconds(first.time)) to \(seconds(last.time)): \(path.points.count) points, "
        + "confidence \((path.confidence * 100).rounded() / 100)")
  }

  private func paths(
    in frame: VideoFrame, with request: inout DetectTrajectoriesRequest
  ) throws(Failure) -> [TrajectoryObservation] {
    do throws(VisionError) {
      return try request.perform(on: frame.image, orientation: .up, at: frame.time)
    } catch {
      throw Failure(error)
    }
  }
}
