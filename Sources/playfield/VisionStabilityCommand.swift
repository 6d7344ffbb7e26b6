import ArgumentParser
import Foundation
import Media
import SceneReading
import VisionCore
import VisionRequests

struct VisionStabilityCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stability",
    abstract: "Reports whether the camera of a video stands still.",
    discussion: """
      Prints from which frame on the camera stands still: the first of a run of frames over which \
      it moves by less than the threshold, back and forth counted. With --json: {"stableFrom": \
      frame or null, "shift": [[frame, dx, dy], …]}, the shifts against the frame before, in pixels \
      of the upright picture, to the right and downwards.
      """)

  @OptionGroup var quiet: QuietOption

  @Argument(help: ArgumentHelp("Video files and folders of them.", valueName: "video"))
  var videos: [String] = []

  @OptionGroup var inputs: InputOptions

  @OptionGroup var resume: ResumeOption

  @Option(help: "How many frames the movement is summed over.")
  var window = 15

  @Option(
    help: """
      The movement below which the camera stands still, in widths of the picture. A frame's shift below \
      0.0007 may count as 0.
      """)
  var threshold = 0.01

  @Option(
    help: ArgumentHelp(
      "The part of the picture that is compared: x,y,width,height, 0 to 1.", valueName: "box"))
  var region = RegionArgument()

  @Flag(help: "Print JSON Lines.")
  var json = false

  func validate() throws {
    guard window >= 1 else { throw ValidationError("--window is \(window), give 1 or more.") }
    guard threshold > 0 else {
      throw ValidationError("--threshold is \(threshold), give more than 0.")
    }
  }

  func run() async throws {
    let call = InputOptions.Call(
      names: videos, kind: .films, json: json, isResumed: resume.resume)
    try await inputs.readEach(of: call, watch)
  }

  private func watch(_ clip: Input, _ failures: inout FailureLog) async throws(Failure) {
    let frames = try Frames<VideoFrame>(from: clip.path)
    var request = TrackTranslationalImageRegistrationRequest(regionOfInterest: region.box)
    var shifts: [(frame: Int, shift: ImageTranslation)] = []
    let stop = await frames.watch { frame, _ throws(Failure) in
      let shift = try shift(of: frame, with: &request)
      if frame.index > 0 { shifts.append((frame.index, shift)) }
    }
    var stability = CameraStability(window: window, threshold: threshold)
    // A shift leads from the frame before to its own: the window began one frame earlier.
    let still = shifts.first { stability.update(dx: $0.shift.dx, dy: $0.shift.dy) }
    let stableFrom = still.map { $0.frame - window }
    if json {
      try clip.printLine(
        JSON.stability(from: stableFrom, shifts: shifts, width: Double(frames.size.width)).text)
    } else {
      try clip.printLine(
        stableFrom.map { "the camera stands still from frame \($0) on" }
          ?? "the camera never stands still for \(window) frames")
      for line in jumps(in: shifts, width: Double(frames.size.width)) { try clip.printLine(line) }
    }
    if let stop { throw stop }
  }

  /// What is said of single frames that the camera jumped to. Between others it has moved, which the rest of the text says.
  private func jumps(
    in shifts: [(frame: Int, shift: ImageTranslation)], width: Double
  ) -> [String] {
    func length(_ shift: ImageTranslation) -> Double { hypot(shift.dx, shift.dy) }
    return shifts.indices.filter { index in
      let neighbors = [index - 1, index + 1].filter(shifts.indices.contains)
      return length(shifts[index].shift) > threshold
        && neighbors.allSatisfy {
          length(shifts[$0].shift) < Self.restShare * length(shifts[index].shift)
        }
    }.map { index in
      let pixels = Int((length(shifts[index].shift) * width).rounded())
      return "the camera jumped by \(pixels) pixels at frame \(shifts[index].frame)"
    }
  }

  /// Before and after a jump the camera moves by less than this share of it.
  private static let restShare = 0.25

  private func shift(
    of frame: VideoFrame, with request: inout TrackTranslationalImageRegistrationRequest
  ) throws(Failure) -> ImageTranslation {
    do throws(VisionError) {
      return try request.perform(on: frame.image, orientation: .up)
    } catch {
      throw Failure(error)
    }
  }
}
