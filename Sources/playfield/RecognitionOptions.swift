import ArgumentParser
import Inference
import VisionCore
import VisionRequests

/// The options of every command that looks for dice.
struct RecognitionOptions: ParsableArguments {
  @Option(help: "The minimum confidence of a die, 0 to 1.")
  var confidenceThreshold: Float = 0.2

  @Option(help: "The largest overlap (IoU) of two dice, 0 to 1.")
  var iouThreshold = 0.3

  @Option(
    help: """
      Which side of the scene the stored picture has in its first row: 'right' turns the picture \
      90 degrees clockwise, 'left' 90 degrees counterclockwise. (default: as EXIF says, or up)
      """)
  var orientation: OrientationArgument?

  @Option(help: "The processor threads that OpenVINO uses. (default: as many as there are cores)")
  var threads: Int?

  @OptionGroup var engine: EngineOption

  @Option(help: "What OpenVINO computes the network in. (default: f32)")
  var precision: PrecisionArgument?

  @Option(
    help: ArgumentHelp(
      """
      Another network than the one that comes along. 'mine-portrait.onnx' beside 'mine.onnx' looks \
      at each die of a picture alone, too.
      """, valueName: "onnx"))
  var model: String?

  func validate() throws {
    guard (0...1).contains(confidenceThreshold) else {
      throw ValidationError("--confidence-threshold is \(confidenceThreshold), give 0 to 1.")
    }
    guard (0...1).contains(iouThreshold) else {
      throw ValidationError("--iou-threshold is \(iouThreshold), give 0 to 1.")
    }
    if precision != nil, engine.engine == .portable {
      throw ValidationError("--precision is OpenVINO's: plain Swift computes in 16-bit integers.")
    }
    if let threads, threads < 1 {
      throw ValidationError("--threads is \(threads), give 1 or more.")
    }
  }

  func loadModel() throws(Failure) -> DiceModel {
    do throws(VisionError) {
      return try DiceModel(
        path: model, threads: threads ?? Worker.threads,
        precision: precision?.precision ?? .f32,
        // Only OpenVINO computes in what was asked for.
        engine: precision != nil ? .openVINO : engine.engine)
    } catch {
      throw Failure(error)
    }
  }

  /// The request for still pictures.
  func request(_ model: DiceModel, cropAndScale: CropAndScale) -> RecognizeDiceRequest {
    var request = RecognizeDiceRequest(model: model)
    request.confidenceThreshold = confidenceThreshold
    request.iouThreshold = iouThreshold
    request.cropAndScale = cropAndScale
    return request
  }

  /// The request for the frames of one film.
  func trackRequest(_ model: DiceModel, cropAndScale: CropAndScale) -> TrackDiceRequest {
    TrackDiceRequest(
      model: model, confidenceThreshold: confidenceThreshold, iouThreshold: iouThreshold,
      cropAndScale: cropAndScale)
  }
}
