import ArgumentParser
import DiceGame
import Media
import VisionCore
import VisionRequests

struct DiceReadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read",
    abstract: "Reads the dice in pictures.",
    discussion: """
      Prints the values from left to right, and their sum. With --json, a line for each picture: \
      {"file", "width", "height", "dice": [{"value", "confidence", "box"}], "sum", "milliseconds"}. \
      A box is [x, y, width, height], from 0 to 1 of the upright picture, from its top left corner.
      """)

  @Argument(help: ArgumentHelp("Pictures: JPEG, PNG, WebP, TIFF and others.", valueName: "file"))
  var files: [String]

  @OptionGroup var recognition: RecognitionOptions

  @Option(
    help: """
      How a picture is brought to the network's shape: scale-to-fit (all of it, with grey borders), \
      scale-to-fill (stretched) or center-crop.
      """)
  var cropAndScale = CropAndScaleArgument.scaleToFit

  @Option(help: ArgumentHelp("Write each picture with its dice marked.", valueName: "folder"))
  var annotate: String?

  @Flag(help: "Print JSON Lines.")
  var json = false

  func run() async throws {
    var failures = FailureLog()
    do throws(Failure) {
      let request = recognition.request(
        try recognition.loadModel(), cropAndScale: cropAndScale.cropAndScale)
      var folder: OutputFolder?
      if let annotate { folder = try OutputFolder(path: annotate) }
      var progress = ProgressBar("Reading", total: files.count)
      for (index, file) in files.enumerated() {
        if files.count > 1 { progress.show(index) }
        let line: String
        do throws(Failure) {
          line = try await read(file, with: request, annotated: folder?.path(for: file))
        } catch {
          progress.clear()
          failures.report(error)
          guard json else { continue }
          line = JSON.failure(file: file, error: error.sentence).text
        }
        progress.clear()
        printLine(line)
      }
    } catch {
      failures.report(error)
    }
    try failures.exitIfAny()
  }

  private func read(
    _ file: String, with request: RecognizeDiceRequest, annotated path: String?
  ) async throws(Failure) -> String {
    let start = ContinuousClock.now
    let decoded: DecodedImage
    do throws(MediaError) {
      decoded = try ImageReader.read(contentsOf: file)
    } catch {
      throw Failure(error)
    }
    let orientation = recognition.orientation?.orientation ?? decoded.orientation
    let roll: Roll
    do throws(VisionError) {
      roll = Roll(dice: try await request.perform(on: decoded.image, orientation: orientation))
    } catch {
      throw Failure(error)
    }
    let milliseconds = (ContinuousClock.now - start) / .milliseconds(1)

    if let path {
      do throws(MediaError) {
        var image = decoded.image.turnedUpright(from: orientation)
        Annotator().draw(dice: roll.dice, caption: roll.equation, on: &image)
        try ImageWriter.write(image, to: path)
      } catch {
        throw Failure(error)
      }
    }
    let size = decoded.uprightSize(orientation)
    guard json else { return "\(file): \(roll.equation)" }
    return JSON.picture(
      file: file, width: size.width, height: size.height, roll: roll, milliseconds: milliseconds
    ).text
  }
}
