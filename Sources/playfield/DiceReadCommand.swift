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

  @OptionGroup var quiet: QuietOption

  @Argument(
    help: ArgumentHelp(
      "Pictures: JPEG, PNG, WebP, TIFF and others; folders of them.", valueName: "file"))
  var files: [String] = []

  @OptionGroup var inputs: InputOptions

  @OptionGroup var resume: ResumeOption

  @OptionGroup var recognition: RecognitionOptions

  @OptionGroup var framing: FramingOptions

  @Option(help: ArgumentHelp("Write each picture with its dice marked.", valueName: "folder"))
  var annotate: String?

  @Flag(help: "Print JSON Lines.")
  var json = false

  func run() async throws {
    let call = InputOptions.Call(
      names: files, kind: .pictures, json: json, isResumed: resume.resume
    ) { input throws(Failure) in
      // Where a marked copy would destroy a picture is known before anything is read.
      if let annotate { _ = try input.path(inFolder: annotate, extension: "jpg") }
    }
    func makeRequest() throws(Failure) -> RecognizeDiceRequest {
      recognition.request(
        try recognition.loadModel(), cropAndScale: framing.cropAndScale.cropAndScale)
    }
    try await inputs.readEach(of: call, making: makeRequest) {
      (input, request, failures) throws(Failure) in
      let reading = try await read(input.path, with: request)
      try input.printOnlyLine(line(for: reading, of: input.path))
      guard let annotate else { return }
      do throws(Failure) {
        try reading.writeMarked(to: input.path(inFolder: annotate, extension: "jpg"))
      } catch {
        failures.report(error, hasLines: true)
      }
    }
  }

  /// What was read in a picture.
  private struct Reading {
    let picture: DecodedImage
    let orientation: ImageOrientation
    let roll: Roll
    let milliseconds: Double

    func writeMarked(to path: String) throws(Failure) {
      do throws(MediaError) {
        var image = picture.image.turnedUpright(from: orientation)
        Annotator().draw(dice: roll.dice, caption: roll.equation, on: &image)
        try ImageWriter.write(image, to: path)
      } catch {
        throw Failure(error)
      }
    }
  }

  private func read(
    _ file: String, with request: RecognizeDiceRequest
  ) async throws(Failure) -> Reading {
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
    return Reading(
      picture: decoded, orientation: orientation, roll: roll,
      milliseconds: (ContinuousClock.now - start) / .milliseconds(1))
  }

  private func line(for reading: Reading, of file: String) -> String {
    let size = reading.picture.uprightSize(reading.orientation)
    guard json else { return "\(file): \(reading.roll.equation)" }
    return JSON.picture(
      file: file, width: size.width, height: size.height, roll: reading.roll,
      milliseconds: reading.milliseconds
    ).text
  }
}
