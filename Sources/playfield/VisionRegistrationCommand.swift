import ArgumentParser
import Media
import VisionCore
import VisionRequests

struct VisionRegistrationCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "registration",
    abstract: "Follows a flat surface through a video.",
    discussion: """
      Prints in how many frames the surface was found. With --json, a line for each frame: \
      {"frame", "time", "homography": [9 numbers, row by row] or null}, which maps pixels of the \
      upright reference frame to pixels of this one, pixel centres at whole numbers; null where the \
      surface is lost. Frames before the reference are followed backwards from it, and are kept in \
      memory until it is reached.
      """)

  @OptionGroup var quiet: QuietOption

  @Argument(help: ArgumentHelp("Video files and folders of them.", valueName: "video"))
  var videos: [String] = []

  @OptionGroup var inputs: InputOptions

  @OptionGroup var resume: ResumeOption

  @Option(
    help: ArgumentHelp(
      "The part of the reference frame in which the surface is: x,y,width,height, 0 to 1.",
      valueName: "box"))
  var region = RegionArgument()

  @Option(help: ArgumentHelp("The frame whose pixels are followed, from 0.", valueName: "frame"))
  var reference = 0

  @Flag(help: "Print JSON Lines.")
  var json = false

  func validate() throws {
    guard reference >= 0 else {
      throw ValidationError("--reference is \(reference), give 0 or more.")
    }
  }

  func run() async throws {
    let call = InputOptions.Call(
      names: videos, kind: .films, json: json, isResumed: resume.resume)
    try await inputs.readEach(of: call, watch)
  }

  private func watch(_ clip: Input, _ failures: inout FailureLog) async throws(Failure) {
    let frames = try Frames<VideoFrame>(from: clip.path)
    var request = TrackHomographicImageRegistrationRequest(regionOfInterest: region.box)
    var before: [VideoFrame] = []
    var (count, found) = (0, 0)
    func report(_ frame: VideoFrame, _ homography: ImageHomography?) throws(Failure) {
      count += 1
      if homography != nil { found += 1 }
      if json {
        try clip.printLine(JSON.registration(homography, frame: frame.index, time: frame.time).text)
      }
    }
    let stop = await frames.watch { frame, progress throws(Failure) in
      if frame.index < reference {
        before.append(frame)
        return
      }
      let homography = try homography(to: frame, with: &request)
      if json { progress.clear() }
      if frame.index == reference {
        let earlier = try homographies(to: before, from: request)
        for (frame, homography) in zip(before, earlier) { try report(frame, homography) }
        before = []
      }
      try report(frame, homography)
    }
    if let stop { throw stop }
    // Ctrl-C has come before the reference frame.
    if count == 0, Interruption.hasCome { return }
    guard count > 0 else {
      throw Failure(
        status: .usage,
        sentence: "'\(clip.path)' has \(before.count) frames, and no frame \(reference).")
    }
    if !json { try clip.printLine("the surface was found in \(found) of \(count) frames") }
  }

  /// The frames before the reference, followed backwards from it; in the frames' order.
  private func homographies(
    to frames: [VideoFrame], from reference: TrackHomographicImageRegistrationRequest
  ) throws(Failure) -> [ImageHomography?] {
    var request = reference
    var homographies: [ImageHomography?] = []
    for frame in frames.reversed() {
      homographies.append(try homography(to: frame, with: &request))
    }
    return homographies.reversed()
  }

  private func homography(
    to frame: VideoFrame, with request: inout TrackHomographicImageRegistrationRequest
  ) throws(Failure) -> ImageHomography? {
    do throws(VisionError) {
      return try request.perform(on: frame.image, orientation: .up)
    } catch {
      throw Failure(error)
    }
  }
}
