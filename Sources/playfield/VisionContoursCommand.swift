import ArgumentParser
import Media
import VisionCore
import VisionRequests

struct VisionContoursCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contours",
    abstract: "Finds the outlines of dark or light things in pictures.",
    discussion: """
      Prints how many outlines there are, and how many of them lie in no other. With --json, a line for \
      each picture: {"file", "contours": [{"points": [[x, y], …], "parent", "aspectRatio"}]}. The parent \
      is the index of the contour directly around it, or null; the aspect ratio is the picture's. \
      Points go from 0 to 1 of the upright picture, from its top left corner.
      """)

  @OptionGroup var quiet: QuietOption

  @OptionGroup var pictures: PictureOptions

  @Flag(help: "Find what is lighter than its surroundings, rather than darker.")
  var lightOnDark = false

  @Option(help: "How faint an outline may be, 0 to 3: at 3 the faintest are found.")
  var contrastAdjustment: Float = 2

  @Option(
    help:
      "The brightness along which outlines run, 0 to 1, or 'auto' for the one that best parts dark and light."
  )
  var contrastPivot = PivotArgument()

  @Option(help: "Look at the picture with this many pixels along its longer side, 64 or more.")
  var maximumImageDimension = 512

  @Option(
    help:
      "Leave out points as long as none is farther from the outline than this, in widths of the picture."
  )
  var epsilon: Double?

  func validate() throws {
    guard (0...3).contains(contrastAdjustment) else {
      throw ValidationError("--contrast-adjustment is \(contrastAdjustment), give 0 to 3.")
    }
    guard maximumImageDimension >= 64 else {
      throw ValidationError(
        "--maximum-image-dimension is \(maximumImageDimension), give 64 or more.")
    }
    if let epsilon, !(epsilon >= 0) {
      throw ValidationError("--epsilon is \(epsilon), give 0 or more.")
    }
  }

  func run() async throws {
    try await pictures.answer(making: { request }) {
      (request, image, orientation, input) throws(Failure) in
      let found = try contours(in: image, orientation: orientation, with: request)
      return PictureOptions.Answer(
        line: pictures.json
          ? JSON.contours(found, file: input.path).text : "\(input.path): \(Self.count(found))",
        mark: { Annotator().draw(contours: found, on: &$0) })
    }
  }

  private var request: DetectContoursRequest {
    var request = DetectContoursRequest()
    request.contrastAdjustment = contrastAdjustment
    request.contrastPivot = contrastPivot.value
    request.detectsDarkOnLight = !lightOnDark
    request.maximumImageDimension = maximumImageDimension
    request.regionOfInterest = pictures.region.box
    return request
  }

  private func contours(
    in image: RGBImage, orientation: ImageOrientation, with request: DetectContoursRequest
  ) throws(Failure) -> ContoursObservation {
    do throws(VisionError) {
      let found = try request.perform(on: image, orientation: orientation)
      return epsilon.map { found.polygonApproximation(epsilon: $0) } ?? found
    } catch {
      throw Failure(error)
    }
  }

  static func count(_ found: ContoursObservation) -> String {
    switch found.contours.count {
    case 0: "no contour"
    case 1: "1 contour"
    default: "\(found.contours.count) contours, \(found.topLevelContours.count) of them in no other"
    }
  }
}

/// A brightness from 0 to 1, or 'auto'.
struct PivotArgument: ExpressibleByArgument {
  /// nil for 'auto'.
  var value: Float? = 0.5

  init() {}

  init?(argument: String) {
    if argument == "auto" {
      value = nil
      return
    }
    guard let number = Float(argument), (0...1).contains(number) else { return nil }
    value = number
  }

  var defaultValueDescription: String { value.map { "\($0)" } ?? "auto" }
}
