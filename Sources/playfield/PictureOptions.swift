import ArgumentParser
import Media
import VisionCore

/// The pictures that a vision command answers for one by one, and where its answers go.
struct PictureOptions: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Pictures: JPEG, PNG, WebP, TIFF and others; folders of them.", valueName: "file"))
  var files: [String] = []

  @OptionGroup var inputs: InputOptions

  @OptionGroup var resume: ResumeOption

  @Option(
    help: """
      Which side of the scene the stored picture has in its first row: 'right' turns the picture \
      90 degrees clockwise, 'left' 90 degrees counterclockwise. (default: as EXIF says, or up)
      """)
  var orientation: OrientationArgument?

  @Option(
    help: ArgumentHelp(
      "The part of the picture that is looked at: x,y,width,height, 0 to 1.", valueName: "box"))
  var region = RegionArgument()

  @Option(
    help: ArgumentHelp("Write each picture with what was found marked.", valueName: "folder"))
  var annotate: String?

  @Flag(help: "Print JSON Lines.")
  var json = false

  /// What is printed about a picture, and how it is marked.
  struct Answer {
    var line: String
    /// Writes what the answer rests on, so that whoever reads the line finds it.
    var inspect: () throws(Failure) -> Void = {}
    var mark: (inout RGBImage) -> Void
  }

  /// Answers for each picture that can be read; the others are reported, and fail the command in the end.
  ///
  /// - Parameters:
  ///   - makeRequest: What has to be there before any picture is read.
  ///   - check: Refuses an input before any is read.
  ///   - answer: With the picture as stored, and as it is to be turned.
  /// - Throws: The exit status, where a picture failed.
  func answer<Request>(
    making makeRequest: () throws(Failure) -> Request,
    check: @escaping (Input) throws(Failure) -> Void = { _ throws(Failure) in },
    _ answer: (Request, RGBImage, ImageOrientation, Input) async throws(Failure) -> Answer
  ) async throws {
    let call = InputOptions.Call(
      names: files, kind: .pictures, json: json, isResumed: resume.resume
    ) { input throws(Failure) in
      try check(input)
      if let annotate { _ = try input.path(inFolder: annotate, extension: "jpg") }
    }
    try await inputs.readEach(of: call, making: makeRequest) {
      (input, request, failures) throws(Failure) in
      let decoded = try read(input.path)
      let orientation = orientation?.orientation ?? decoded.orientation
      let found = try await answer(request, decoded.image, orientation, input)
      do throws(Failure) {
        try found.inspect()
      } catch {
        failures.report(error, hasLines: true)
      }
      try input.printOnlyLine(found.line)
      guard let annotate else { return }
      // The picture has its line: what fails from here on is reported alone.
      do throws(Failure) {
        let path = try input.path(inFolder: annotate, extension: "jpg")
        var picture = decoded.image.turnedUpright(from: orientation)
        found.mark(&picture)
        try write(picture, to: path)
      } catch {
        failures.report(error, hasLines: true)
      }
    }
  }

  private func read(_ file: String) throws(Failure) -> DecodedImage {
    do throws(MediaError) {
      return try ImageReader.read(contentsOf: file)
    } catch {
      throw Failure(error)
    }
  }

  private func write(_ picture: RGBImage, to path: String) throws(Failure) {
    do throws(MediaError) {
      try ImageWriter.write(picture, to: path)
    } catch {
      throw Failure(error)
    }
  }
}
