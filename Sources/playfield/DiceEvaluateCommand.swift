import ArgumentParser
import DiceGame
import Logging
import Media
import VisionCore
import VisionRequests

struct DiceEvaluateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "evaluate",
    abstract: "Measures how well dice are read in photos whose truth is known.",
    discussion: """
      A data set is a folder with 'images/' and 'annotations.json' (COCO): categories 1 to 6 are \
      values, 7 dice too unclear to be judged, 8 things that are no pip dice, where an answer is \
      extra. An answer means a die when its centre lies in the die's box or their IoU is 0.3 or \
      more; one to one. The table gives parts of the dice, for "photos right" of the photos, for \
      "not a pip die" of category 8.
      """)

  @Argument(help: ArgumentHelp("Data sets.", valueName: "dir"))
  var folders: [String]

  @OptionGroup var recognition: RecognitionOptions

  @Option(
    help: """
      How a picture is brought to the network's shape: scale-to-fit (all of it, with grey borders), \
      scale-to-fill (stretched) or center-crop.
      """)
  var cropAndScale = CropAndScaleArgument.scaleToFit

  @Option(help: "The photos to read: train, test or all. (default: test, or all without any)")
  var split: Split?

  @Option(
    help: ArgumentHelp(
      "Write the photos that were not read rightly, truth on the left, answer on the right.",
      valueName: "folder"))
  var errors: String?

  @Flag(help: "Print JSON Lines.")
  var json = false

  /// Average precision asks for the answers that are hardly believed, too.
  private static let leastConfidence: Float = 0.01

  func run() async throws {
    var failures = FailureLog()
    do throws(Failure) {
      let request = recognition.request(
        try recognition.loadModel(), cropAndScale: cropAndScale.cropAndScale)
      var folder: OutputFolder?
      if let errors { folder = try OutputFolder(path: errors) }
      var table = EvaluationTable(rows: [])
      for name in folders {
        do throws(Failure) {
          let set = try DiceDataSet(folder: name)
          let evaluation = try await evaluate(
            set, with: request, errors: &folder, failures: &failures)
          table.rows.append(evaluation)
          if json { printLine(JSON.evaluation(evaluation).text) }
        } catch {
          failures.report(error)
          if json { printLine(JSON.failure(file: name, error: error.sentence).text) }
        }
      }
      if !json, !table.rows.isEmpty { printLine(table.description) }
    } catch {
      failures.report(error)
    }
    try failures.exitIfAny()
  }

  private func evaluate(
    _ set: DiceDataSet, with request: RecognizeDiceRequest, errors: inout OutputFolder?,
    failures: inout FailureLog
  ) async throws(Failure) -> Evaluation {
    let (split, photos) = Split.choose(self.split, of: set.photos)
    var evaluation = Evaluation(set: set.name, split: split.rawValue)
    if photos.isEmpty { Logger(label: "playfield").warning("\(set.name) has no \(split) photos") }
    var precision = AveragePrecision<DieValue>()
    var lenient = request
    lenient.confidenceThreshold = Self.leastConfidence

    var progress = ProgressBar(set.name, total: photos.count)
    defer { progress.clear() }
    for (index, photo) in photos.enumerated() {
      progress.show(index)
      do throws(Failure) {
        let picture = try upright(photo.path)
        let answers = try await dice(in: picture, with: request)
        let verdict = evaluation.score.add(answers, truth: photo.truth)
        if case .boxes(let truth) = photo.truth.dice {
          precision.add(
            try await dice(in: picture, with: lenient), truth: truth,
            ignored: photo.truth.ignored)
        }
        if !verdict.isFaultless, let path = errors?.path(for: photo.path, in: set.name) {
          try Comparison(picture: picture, truth: photo.truth, answers: answers).write(to: path)
        }
      } catch {
        progress.clear()
        failures.report(error)
      }
    }
    evaluation.meanAP50 = precision.mean
    return evaluation
  }

  private func upright(_ path: String) throws(Failure) -> RGBImage {
    do throws(MediaError) {
      let decoded = try ImageReader.read(contentsOf: path)
      return decoded.image.turnedUpright(
        from: recognition.orientation?.orientation ?? decoded.orientation)
    } catch {
      throw Failure(error)
    }
  }

  private func dice(
    in picture: RGBImage, with request: RecognizeDiceRequest
  ) async throws(Failure) -> [DieObservation] {
    do throws(VisionError) {
      return try await request.perform(on: picture, orientation: .up)
    } catch {
      throw Failure(error)
    }
  }
}
