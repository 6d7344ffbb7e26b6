import ArgumentParser
import Media
import VisionCore
import VisionRequests

struct VisionGameboardCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gameboard",
    abstract: "Finds the boards of the bean-bag toss (cornhole) in pictures.",
    discussion: """
      Prints how many boards there are. With --json, a line for each picture: {"file", "boards": \
      [{"confidence", "corners": [[x, y], …], "hole": {"center": [x, y], "radii": [a, b], \
      "angle"}}]}. Corners are those of the playing surface: far left, far right, near right, near \
      left, far being the hole's end. Points go from 0 to 1 of the upright picture, from its top \
      left corner. The radii of the hole's rim are in widths of the picture; the angle is the first \
      one's, in degrees, clockwise from the right.
      """)

  @Argument(help: ArgumentHelp("Pictures: JPEG, PNG, WebP, TIFF and others.", valueName: "file"))
  var files: [String]

  @Option(help: "The least confidence of a board, 0 to 1.")
  var confidenceThreshold: Float = 0.985

  @Option(
    help: """
      Which side of the scene the stored picture has in its first row: 'right' turns the picture \
      90 degrees clockwise, 'left' 90 degrees counterclockwise. (default: as EXIF says, or up)
      """)
  var orientation: OrientationArgument?

  @Option(help: "The processor threads to use. (default: as many as there are cores)")
  var threads: Int?

  @Option(help: ArgumentHelp("Write each picture with its boards marked.", valueName: "folder"))
  var annotate: String?

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
    var failures = FailureLog()
    do throws(Failure) {
      var folder: OutputFolder?
      if let annotate { folder = try OutputFolder(path: annotate, sparing: files) }
      var request = DetectGameboardRequest(model: try loadModel())
      request.confidenceThreshold = confidenceThreshold
      var progress = ProgressBar("Looking", total: files.count)
      for (index, file) in files.enumerated() {
        if files.count > 1 { progress.show(index) }
        do throws(Failure) {
          let (picture, boards) = try await look(at: file, with: request)
          progress.clear()
          try printLine(
            json
              ? JSON.boards(boards, file: file).text : "\(file): \(Self.count(boards.count))")
          guard let path = try folder?.path(for: file) else { continue }
          try write(picture, boards, to: path)
        } catch {
          progress.clear()
          failures.report(error)
          if json { try printLine(JSON.failure(file: file, error: error.sentence).text) }
        }
      }
    } catch {
      failures.report(error)
    }
    try failures.exitIfAny()
  }

  private func loadModel() throws(Failure) -> GameboardModel {
    do throws(VisionError) {
      return try GameboardModel(threads: threads)
    } catch {
      throw Failure(error)
    }
  }

  private typealias Picture = (image: RGBImage, orientation: ImageOrientation)

  private func look(
    at file: String, with request: DetectGameboardRequest
  ) async throws(Failure) -> (Picture, [GameboardObservation]) {
    let decoded: DecodedImage
    do throws(MediaError) {
      decoded = try ImageReader.read(contentsOf: file)
    } catch {
      throw Failure(error)
    }
    let orientation = orientation?.orientation ?? decoded.orientation
    do throws(VisionError) {
      return (
        (decoded.image, orientation),
        try await request.perform(on: decoded.image, orientation: orientation)
      )
    } catch {
      throw Failure(error)
    }
  }

  private func write(
    _ picture: Picture, _ boards: [GameboardObservation], to path: String
  ) throws(Failure) {
    do throws(MediaError) {
      var image = picture.image.turnedUpright(from: picture.orientation)
      Annotator().draw(boards: boards, on: &image)
      try ImageWriter.write(image, to: path)
    } catch {
      throw Failure(error)
    }
  }

  static func count(_ boards: Int) -> String {
    switch boards {
    case 0: "no board"
    case 1: "1 board"
    default: "\(boards) boards"
    }
  }
}
