public import Inference
internal import PortableInference
internal import SceneReading
internal import VisionCore

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

  /// Where people are: first those that are seen in the whole picture, then those that only a nearer
  /// look shows, since the detector finds few who are lower than a third of what it looks at; of each
  /// look the surest first.
  ///
  /// - Parameters:
  ///   - box: The part of the upright picture in which the middle of their hips lies.
  ///   - image: The picture as stored.
  ///   - orientation: How it is to be turned to stand upright.
  ///   - threshold: The minimum confidence with which the detector must have seen them.
  ///   - looks: Each look is added to these.
  /// - Returns: The regions, in pixels of the upright picture.
  /// - Throws: ``VisionError`` when the detector cannot be run.
  func regions(
    in box: BoundingBox, of image: RGBImage, orientation: ImageOrientation, threshold: Float,
    noting looks: inout [PoseLook]
  ) async throws(VisionError) -> [PoseRegion] {
    let size = image.uprightSize(orientation)
    guard let part = PixelRect(covering: box, in: size) else { return [] }
    var found: [PoseRegion] = []
    for look in [PoseRegion(around: part)] + PoseRegion.squares(across: part) {
      let people = try await people(
        in: look, of: image, orientation: orientation, threshold: threshold)
      looks.append(PoseLook(region: look, answer: .people(people)))
      found += people.compactMap { PoseRegion($0, in: look) }.filter { region in
        let hips = size.normalized(region.center)
        return (box == .unit || box.contains(hips)) && !found.contains(where: region.isSamePerson)
      }
    }
    return found
  }

  private func people(
    in look: PoseRegion, of image: RGBImage, orientation: ImageOrientation, threshold: Float
  ) async throws(VisionError) -> [PoseDetection] {
    let decoder = PoseDetectionDecoder(threshold: threshold)
    let side = PoseDetectionDecoder.inputSide
    return try await detector.answer(PixelSize(width: side, height: side)) {
      input throws(InferenceError) in
      guard look.isDrawable else { throw .inputNotDrawn(width: side, height: side) }
      look.draw(image, orientation: orientation, beyond: .level(0), inputSide: side, into: input)
    } read: { outputs throws(UnexpectedShape) in
      try decoder.detections(boxes: outputs[0], scores: outputs[1])
    }
  }

  /// The landmarks of the person in a region.
  ///
  /// - Parameters:
  ///   - image: The picture as stored.
  ///   - orientation: How it is to be turned to stand upright.
  ///   - region: Where to look, in pixels of the upright picture.
  ///   - looks: The look is added to these.
  /// - Returns: `nil` where nobody is seen.
  /// - Throws: ``VisionError`` when the network cannot be run.
  func landmarks(
    in image: RGBImage, orientation: ImageOrientation, region: PoseRegion,
    noting looks: inout [PoseLook]
  ) async throws(VisionError) -> BodyLandmarks? {
    let side = BodyLandmarks.inputSide
    let found = try await landmarker.answer(PixelSize(width: side, height: side)) {
      input throws(InferenceError) in
      guard region.isDrawable else { throw .inputNotDrawn(width: side, height: side) }
      region.draw(
        image, orientation: orientation, beyond: .replicated, inputSide: side, into: input)
    } read: { outputs throws(UnexpectedShape) in
      try BodyLandmarks(
        values: outputs[0], confidence: outputs[1], heatmap: outputs[3], region: region)
    }
    looks.append(PoseLook(region: region, answer: .body(found)))
    return found.isPerson ? found : nil
  }
}
