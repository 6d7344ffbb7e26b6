public import Inference
internal import PortableInference
package import SceneReading
package import VisionCore

/// The two networks that find people and their joints, loaded once and shared by requests.
///
/// They are MediaPipe's (Apache-2.0): a detector that finds people in a whole picture, and a network
/// that finds the landmarks of one person in the part that shows it.
public struct BodyPoseModel: Sendable {
  private let detector: InferenceSession
  private let landmarker: InferenceSession

  /// The folder in which `Scripts/setup.sh` leaves the networks.
  private static let folder = ".deps/mediapipe-0.10.21"

  /// Loads the networks.
  ///
  /// - Parameters:
  ///   - folder: Holds `pose_detection.tflite` and `pose_landmark_full.tflite`, or for plain Swift what
  ///     `Scripts/convert-poses.py` makes of them; `nil` takes those that came with the set-up.
  ///   - threads: How many threads one picture may use, at least 1; `nil` leaves it to the engine.
  ///   - engine: What runs the networks.
  /// - Throws: ``VisionError/inference(_:)`` when a file is missing or is no such network.
  public init(
    folder: String? = nil, threads: Int? = nil, engine: Engine = .automatic
  ) throws(VisionError) {
    func path(_ name: String) -> String {
      folder.map { "\($0)/\(name)" } ?? ModelLocation.path(of: name, in: Self.folder)
    }
    do throws(InferenceError) {
      detector = try InferenceSession(
        contentsOf: path("pose_detection.tflite"),
        portable: PortableForm(
          weights: path("pose-detection.safetensors.z"), outputOrder: .placeByPlace,
          describe: PoseDetectionNetwork.describe, answers: PoseDetectionNetwork.answers),
        engine: engine, input: PictureInput(layout: .interleaved, range: -1...1), outputs: 2,
        threads: threads)
      landmarker = try InferenceSession(
        contentsOf: path("pose_landmark_full.tflite"),
        portable: PortableForm(
          weights: path("pose-landmarks.safetensors.z"), outputOrder: .placeByPlace,
          describe: PoseLandmarksNetwork.describe, answers: PoseLandmarksNetwork.answers),
        engine: engine, input: PictureInput(layout: .interleaved, range: 0...1), outputs: 5,
        threads: threads)
    } catch {
      throw .inference(error)
    }
  }

  /// Runs the networks until a picture has been searched.
  ///
  /// - Parameters:
  ///   - search: As it begins; afterwards as it has ended.
  ///   - image: The picture as stored.
  ///   - orientation: How it is to be turned to stand upright.
  ///   - looks: Each look is added to these.
  /// - Throws: ``VisionError`` when a network cannot be run.
  package func run(
    _ search: inout BodySearch, on image: RGBImage, orientation: ImageOrientation,
    noting looks: inout [PoseLook]
  ) async throws(VisionError) {
    while let step = search.nextStep {
      switch step {
      case .people(let square):
        let people = try await people(
          in: square, of: image, orientation: orientation, decoder: search.detector)
        looks.append(PoseLook(region: square, answer: .people(people)))
        search.record(people)
      case .body(let square):
        let body = try await landmarks(in: square, of: image, orientation: orientation)
        looks.append(PoseLook(region: square, answer: .body(body)))
        search.record(body)
      }
    }
  }

  private func people(
    in square: PoseRegion, of image: RGBImage, orientation: ImageOrientation,
    decoder: PoseDetectionDecoder
  ) async throws(VisionError) -> [PoseDetection] {
    let side = PoseDetectionDecoder.inputSide
    return try await detector.answer(PixelSize(width: side, height: side)) {
      input throws(InferenceError) in
      guard square.isDrawable else { throw .inputNotDrawn(width: side, height: side) }
      square.draw(image, orientation: orientation, beyond: .level(0), inputSide: side, into: input)
    } read: { outputs throws(UnexpectedShape) in
      try decoder.detections(boxes: outputs[0], scores: outputs[1])
    }
  }

  func landmarks(
    in square: PoseRegion, of image: RGBImage, orientation: ImageOrientation
  ) async throws(VisionError) -> BodyLandmarks {
    let side = BodyLandmarks.inputSide
    return try await landmarker.answer(PixelSize(width: side, height: side)) {
      input throws(InferenceError) in
      guard square.isDrawable else { throw .inputNotDrawn(width: side, height: side) }
      square.draw(
        image, orientation: orientation, beyond: .replicated, inputSide: side, into: input)
    } read: { outputs throws(UnexpectedShape) in
      try BodyLandmarks(
        values: outputs[0], confidence: outputs[1], heatmap: outputs[3], region: square)
    }
  }
}
