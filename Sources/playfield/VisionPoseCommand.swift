import ArgumentParser
import Media
import VisionCore
import VisionRequests

struct VisionPoseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pose",
    abstract: "Finds people and their joints in pictures and videos.",
    discussion: """
      Prints how many people there are. With --json, a line for each picture, or each frame of a \
      video: {"file", "frame"?, "people": [{"confidence", "box": [x, y, width, height], \
      "joints": {"leftWrist": [x, y, confidence], …}}]}. Joints are Vision's 19, left and right the \
      person's own; boxes and points go from 0 to 1 of the upright picture, from its top left corner.
      """)

  @OptionGroup var quiet: QuietOption

  @Argument(help: ArgumentHelp("Pictures and videos, and folders of them.", valueName: "file"))
  var files: [String] = []

  @OptionGroup var inputs: InputOptions

  @OptionGroup var resume: ResumeOption

  @Option(help: "The minimum confidence with which the detector must have seen a person, 0 to 1.")
  var confidenceThreshold: Float = 0.3

  @Option(
    help: ArgumentHelp(
      "The part of the picture in which people are sought, by their hips: x,y,width,height, 0 to 1.",
      valueName: "box"))
  var region = RegionArgument()

  @Option(help: "The processor threads that OpenVINO uses. (default: as many as there are cores)")
  var threads: Int?

  @OptionGroup var engine: EngineOption

  @Option(help: ArgumentHelp("Write each input with the joints marked.", valueName: "folder"))
  var annotate: String?

  @Option(
    help: ArgumentHelp(
      """
      Write for each picture, and each frame of a video, what the networks answered (JSON), and the squares \
      that they were shown (PNG).
      """,
      discussion: """
        A file holds {"file", "frame"?, "looks": [{"network": "detector"|"landmarks", "square": {"center", \
        "side", "angle"}, …}, …]}, in the order of the squares from left to right. The side is in widths of \
        the picture, the angle in degrees, clockwise. The detector's "people" lie from 0 to 1 of the square; \
        of the 39 "landmarks", [x, y, confidence] in the picture, joints are made where "isPerson".
        """,
      valueName: "dir"))
  var inspect: String?

  @Flag(help: "Print JSON Lines.")
  var json = false

  func validate() throws {
    guard (0...1).contains(confidenceThreshold) else {
      throw ValidationError("--confidence-threshold is \(confidenceThreshold), give 0 to 1.")
    }
    if let threads, threads < 1 {
      throw ValidationError("--threads is \(threads), give 1 or more.")
    }
  }

  func run() async throws {
    let call = InputOptions.Call(
      names: files, kind: .picturesAndFilms, json: json, isResumed: resume.resume
    ) { input throws(Failure) in
      if let inspect { try input.refuse(folder: inspect) }
      if let annotate {
        _ = try input.path(
          inFolder: annotate, extension: VideoReader.isVideo(input.path) ? "mp4" : "jpg")
      }
    }
    var inspection = inspect.map(Inspection.init)
    try await inputs.readEach(of: call, making: loadModel) {
      (input, model, failures) throws(Failure) in
      Interruption.catchFirst()
      try await look(at: input, with: model, inspection: &inspection, &failures)
    }
  }

  private func loadModel() throws(Failure) -> BodyPoseModel {
    do throws(VisionError) {
      return try BodyPoseModel(threads: threads ?? Worker.threads, engine: engine.engine)
    } catch {
      throw Failure(error)
    }
  }

  private func look(
    at input: Input, with model: BodyPoseModel, inspection: inout Inspection?,
    _ failures: inout FailureLog
  ) async throws(Failure) {
    let file = input.path
    let decoded: DecodedImage
    do throws(MediaError) {
      decoded = try ImageReader.read(contentsOf: file)
    } catch .notAnImage {
      throw Failure(
        status: .unreadable,
        sentence: """
          '\(file)' holds neither a picture nor a video. Name a picture, such as JPEG or PNG, or a film, such \
          as MP4.
          """)
    } catch .videoInsteadOfImage where file == "-" {
      throw Failure(
        status: .unreadable,
        sentence: "A film cannot be read from standard input here. Save it, and name the file.")
    } catch .videoInsteadOfImage {
      return try await watch(input, with: model, inspection: &inspection, &failures)
    } catch {
      throw Failure(error)
    }
    var request = DetectHumanBodyPoseRequest(model: model)
    request.confidenceThreshold = confidenceThreshold
    request.regionOfInterest = region.box
    let (people, looks): ([HumanBodyPoseObservation], [PoseLook])
    do throws(VisionError) {
      (people, looks) = try await request.answer(
        for: decoded.image, orientation: decoded.orientation)
    } catch {
      throw Failure(error)
    }
    // Before the line, so that whoever reads it finds them; it is printed all the same.
    inspect(
      looks, of: decoded.image, orientation: decoded.orientation, input: input, frame: nil,
      by: &inspection, &failures)
    try input.printOnlyLine(
      json
        ? JSON.poses(people, file: file, frame: nil).text : "\(file): \(Self.count(people.count))")
    guard let annotate else { return }
    do throws(Failure) {
      var picture = decoded.image.turnedUpright(from: decoded.orientation)
      Annotator().draw(people: people, on: &picture)
      try write(picture, to: input.path(inFolder: annotate, extension: "jpg"))
    } catch {
      failures.report(error, hasLines: true)
    }
  }

  private func write(_ picture: RGBImage, to path: String) throws(Failure) {
    do throws(MediaError) {
      try ImageWriter.write(picture, to: path)
    } catch {
      throw Failure(error)
    }
  }

  private func watch(
    _ input: Input, with model: BodyPoseModel, inspection: inout Inspection?,
    _ failures: inout FailureLog
  ) async throws(Failure) {
    let file = input.path
    let frames = Frames<VideoFrame>(try openVideo(file))
    var request = TrackHumanBodyPoseRequest(
      model: model, confidenceThreshold: confidenceThreshold, regionOfInterest: region.box)
    var film: Film?
    if let annotate {
      let path = try input.path(inFolder: annotate, extension: "mp4")
      film = Film(path: path, frameRate: frames.frameRate)
    }
    var most = 0
    // The film gets its end also where the video is cut off.
    let stop = await frames.watch { frame, progress throws(Failure) in
      let people = try await people(in: frame, with: &request)
      most = max(most, people.count)
      inspect(
        request.looks, of: frame.image, orientation: .up, input: input, frame: frame.index,
        by: &inspection, &failures)
      if json { try printLine(JSON.poses(people, file: file, frame: frame.index).text) }
      guard film != nil else { return }
      var picture = frame.image
      Annotator().draw(people: people, on: &picture)
      try film?.append(picture)
    }
    try film?.finish()
    if let stop { throw stop }
    guard !json else { return }
    try printLine("\(file): " + (most == 0 ? "nobody" : "at most \(Self.count(most)) at a time"))
  }

  /// Writes what the networks were shown. Where that fails it is reported once, and nothing more is written:
  /// the answers go on.
  private func inspect(
    _ looks: [PoseLook], of image: RGBImage, orientation: ImageOrientation, input: Input,
    frame: Int?, by inspection: inout Inspection?, _ failures: inout FailureLog
  ) {
    do throws(Failure) {
      try inspection?.write(
        looks, of: image, orientation: orientation, input: input, frame: frame)
    } catch {
      inspection = nil
      failures.report(error, hasLines: true)
    }
  }

  private func people(
    in frame: VideoFrame, with request: inout TrackHumanBodyPoseRequest
  ) async throws(Failure) -> [HumanBodyPoseObservation] {
    do throws(VisionError) {
      return try await request.perform(on: frame.image, orientation: .up)
    } catch {
      throw Failure(error)
    }
  }

  static func count(_ people: Int) -> String {
    switch people {
    case 0: "nobody"
    case 1: "1 person"
    default: "\(people) people"
    }
  }
}

extension Inspection {
  /// What the pose networks were shown of a picture, or of a frame of a film.
  fileprivate func write(
    _ looks: [PoseLook], of image: RGBImage, orientation: ImageOrientation, input: Input,
    frame: Int?
  ) throws(Failure) {
    let views: [RGBImage]
    do throws(VisionError) {
      views = try looks.map { look throws(VisionError) in
        try look.view(of: image, orientation: orientation)
      }
    } catch {
      throw Failure(error)
    }
    try write(
      .looks(
        looks, file: input.path, frame: frame,
        size: orientation.uprightSize(of: PixelSize(width: image.width, height: image.height))),
      views: views, of: input, frame: frame)
  }
}
