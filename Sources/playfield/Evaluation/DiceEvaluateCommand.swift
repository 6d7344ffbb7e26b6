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

  @OptionGroup var quiet: QuietOption

  @Argument(help: ArgumentHelp("Data sets.", valueName: "dir"))
  var folders: [String]

  @OptionGroup var recognition: RecognitionOptions

  @OptionGroup var framing: FramingOptions

  @Option(help: "The photos to read: train, test or all. (default: test, or all without any)")
  var split: Split?

  @Option(
    help: ArgumentHelp(
      "Write the photos that were not read correctly, truth on the left, answer on the right.",
      valueName: "folder"))
  var errors: String?

  @Flag(help: "Print JSON Lines.")
  var json = false

  /// Average precision asks for the answers that are hardly believed, too.
  private static let minimumConfidence: Float = 0.01

  func run() async throws {
    var failures = FailureLog()
    do throws(Failure) {
      let request = recognition.request(
        try recognition.loadModel(), cropAndScale: framing.cropAndScale.cropAndScale)
      var sets: [DiceDataSet] = []
      for name in folders {
        do throws(Failure) {
          sets.append(try DiceDataSet(folder: name))
        } catch {
          try failures.report(error, of: name, json: json)
        }
      }
      // Where a picture of a failure would destroy a photo is known before any photo is read.
      let marked = try markedCopies(of: sets)
      var table = EvaluationTable(rows: [])
      for (index, set) in sets.enumerated() {
        let evaluation = try await evaluate(
          set, with: request, marked: marked?[index], failures: &failures)
        table.rows.append(evaluation)
        if json { try printLine(JSON.evaluation(evaluation).text) }
      }
      if !json, !table.rows.isEmpty { try printLine(table.description) }
    } catch {
      failures.report(error)
    }
    try failures.exitIfAny()
  }

  /// Where the photos of each set go that are not read correctly, by the photo's path; nil where
  /// they are not wanted.
  private func markedCopies(of sets: [DiceDataSet]) throws(Failure) -> [[String: String]]? {
    guard let errors else { return nil }
    var folder = try OutputFolder(path: errors, sparing: sets.flatMap(\.photos).map(\.path))
    var copies: [[String: String]] = []
    for set in sets {
      var ofSet: [String: String] = [:]
      for photo in Split.choose(split, of: set.photos).photos {
        ofSet[photo.path] = try folder.path(for: photo.path, in: set.name)
      }
      copies.append(ofSet)
    }
    return copies
  }

  private func evaluate(
    _ set: DiceDataSet, with request: RecognizeDiceRequest, marked: [String: String]?,
    failures: inout FailureLog
  ) async throws(Failure) -> Evaluation {
    let (split, photos) = Split.choose(self.split, of: set.photos)
    var evaluation = Evaluation(set: set.name, split: split.rawValue)
    if photos.isEmpty { Logger(label: "playfield").warning("\(set.name) has no \(split) photos") }
    var precision = AveragePrecision<DieValue>()
    var lenient = request
    lenient.confidenceThreshold = Self.minimumConfidence

    var progress = ProgressBar(set.name, total: photos.count)
    defer { progress.clear() }
    for (index, photo) in photos.enumerated() {
      progress.show(index)
      let picture: RGBImage
      let answers: [DieObservation]
      let unsure: [DieObservation]
      do throws(Failure) {
        picture = try upright(photo.path)
        answers = try await dice(in: picture, with: request)
        unsure = photo.truth.hasBoxes ? try await dice(in: picture, with: lenient) : []
      } catch {
        // A set does not get easier by a photo that nobody can open.
        evaluation.score.addUnread(truth: photo.truth)
        precision.add([], of: photo.truth)
        progress.clear()
        try failures.report(error, of: photo.path, json: json)
        continue
      }
      let verdict = evaluation.score.add(answers, truth: photo.truth)
      precision.add(unsure, of: photo.truth)
      if !verdict.isFaultless, let path = marked?[photo.path] {
        do throws(Failure) {
          try Comparison(picture: picture, truth: photo.truth, answers: answers).write(to: path)
        } catch {
          progress.clear()
          failures.report(error)
        }
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

extension DiceTruth {
  /// Whether it is known where the dice lie, and not only which values they show.
  fileprivate var hasBoxes: Bool {
    if case .boxes = dice { true } else { false }
  }
}

extension AveragePrecision<DieValue> {
  /// Adds a photo if it is known where its dice lie.
  fileprivate mutating func add(_ answers: [DieObservation], of truth: DiceTruth) {
    guard case .boxes(let dice) = truth.dice else { return }
    add(answers, truth: dice, ignored: truth.ignored)
  }
}
