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
      [{"confidence", "error", "corners": [[x, y], …], "hole": {"center": [x, y], "radii": [a, b], \
      "angle"}}]}. The error is how far a corner may be off, in widths of the picture. Corners are those of the playing surface: far left, far right, near right, near \
      left, far being the hole's end. Points go from 0 to 1 of the upright picture, from its top \
      left corner. The radii of the hole's rim are in widths of the picture; the angle is the first \
      one's, in degrees, clockwise from the right.
      """)

  @OptionGroup var quiet: QuietOption

  @OptionGroup var pictures: PictureOptions

  @Option(help: "The lowest confidence of a board, 0 to 1.")
  var confidenceThreshold = DetectGameboardRequest.forAnyPicture

  @Option(
    help: ArgumentHelp(
      """
      Write for each picture what was taken for a board and why (JSON), and what the second network was \
      shown of it (PNG).
      """, valueName: "dir"))
  var inspect: String?

  @Option(help: "The processor threads that OpenVINO uses. (default: as many as there are cores)")
  var threads: Int?

  @OptionGroup var engine: EngineOption

  func validate() throws {
    guard (0...1).contains(confidenceThreshold) else {
      throw ValidationError("--confidence-threshold is \(confidenceThreshold), give 0 to 1.")
    }
    if let threads, threads < 1 {
      throw ValidationError("--threads is \(threads), give 1 or more.")
    }
  }

  func run() async throws {
    let inspection = inspect.map(Inspection.init)
    func check(_ input: Input) throws(Failure) {
      if let inspect { try input.refuse(folder: inspect) }
    }
    try await pictures.answer(making: makeRequest, check: check) {
      (request, image, orientation, input) throws(Failure) in
      let candidates = try await candidates(in: image, orientation: orientation, with: request)
      let boards = candidates.map(\.observation).filter {
        $0.confidence >= request.confidenceThreshold
      }
      return PictureOptions.Answer(
        line: pictures.json
          ? JSON.boards(boards, file: input.path).text
          : "\(input.path): \(Self.count(boards.count))",
        inspect: { () throws(Failure) in
          guard let inspection else { return }
          let views = try views(of: candidates, in: image, orientation: orientation, with: request)
          try inspection.write(
            .candidates(candidates, file: input.path), views: views, of: input)
        },
        mark: { Annotator().draw(boards: boards, on: &$0) })
    }
  }

  private func makeRequest() throws(Failure) -> DetectGameboardRequest {
    do throws(VisionError) {
      var request = DetectGameboardRequest(
        model: try GameboardModel(threads: threads ?? Worker.threads, engine: engine.engine))
      request.confidenceThreshold = confidenceThreshold
      request.regionOfInterest = pictures.region.box
      return request
    } catch {
      throw Failure(error)
    }
  }

  private func candidates(
    in image: RGBImage, orientation: ImageOrientation, with request: DetectGameboardRequest
  ) async throws(Failure) -> [DetectGameboardRequest.Candidate] {
    do throws(VisionError) {
      return try await request.candidates(in: image, orientation: orientation)
    } catch {
      throw Failure(error)
    }
  }

  private func views(
    of candidates: [DetectGameboardRequest.Candidate], in image: RGBImage,
    orientation: ImageOrientation, with request: DetectGameboardRequest
  ) throws(Failure) -> [RGBImage] {
    do throws(VisionError) {
      return try candidates.map { candidate throws(VisionError) in
        try request.view(of: candidate, in: image, orientation: orientation)
      }
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
