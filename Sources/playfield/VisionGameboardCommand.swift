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

  @OptionGroup var pictures: PictureOptions

  @Option(help: "The least confidence of a board, 0 to 1.")
  var confidenceThreshold: Float = 0.985

  @Option(help: "The processor threads to use. (default: as many as there are cores)")
  var threads: Int?

  func validate() throws {
    guard (0...1).contains(confidenceThreshold) else {
      throw ValidationError("--confidence-threshold is \(confidenceThreshold), give 0 to 1.")
    }
    if let threads, threads < 1 {
      throw ValidationError("--threads is \(threads), give 1 or more.")
    }
  }

  func run() async throws {
    try await pictures.answer(making: makeRequest) {
      (request, image, orientation, file) throws(Failure) in
      let boards = try await boards(in: image, orientation: orientation, with: request)
      return PictureOptions.Answer(
        line: pictures.json
          ? JSON.boards(boards, file: file).text : "\(file): \(Self.count(boards.count))",
        mark: { Annotator().draw(boards: boards, on: &$0) })
    }
  }

  private func makeRequest() throws(Failure) -> DetectGameboardRequest {
    do throws(VisionError) {
      var request = DetectGameboardRequest(model: try GameboardModel(threads: threads))
      request.confidenceThreshold = confidenceThreshold
      request.regionOfInterest = pictures.region.box
      return request
    } catch {
      throw Failure(error)
    }
  }

  private func boards(
    in image: RGBImage, orientation: ImageOrientation, with request: DetectGameboardRequest
  ) async throws(Failure) -> [GameboardObservation] {
    do throws(VisionError) {
      return try await request.perform(on: image, orientation: orientation)
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
