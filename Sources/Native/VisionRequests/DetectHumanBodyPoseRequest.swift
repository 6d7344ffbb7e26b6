internal import SceneReading
public import VisionCore

/// Finds the people in a picture, and the joints of each.
///
/// ```swift
/// let request = DetectHumanBodyPoseRequest(model: try BodyPoseModel())
/// let people = try await request.perform(on: image, orientation: .up)
/// print(people.first?[.leftWrist].location)
/// ```
///
/// For video, ``TrackHumanBodyPoseRequest`` finds people again where they were, in less time.
public struct DetectHumanBodyPoseRequest: VisionRequest {
  /// The minimum confidence with which the detector must have seen a person, in `0...1`.
  public var confidenceThreshold: Float = 0.3
  /// The part of the upright picture in which people are sought, by the middle of their hips. Joints are
  /// normalized to the whole picture, and may lie outside of the part.
  public var regionOfInterest = BoundingBox.unit

  private let model: BodyPoseModel

  public init(model: BodyPoseModel) {
    self.model = model
  }

  /// - Returns: The people, the one that the detector is surest of first.
  public func perform(
    on image: RGBImage, orientation: ImageOrientation
  ) async throws(VisionError) -> [HumanBodyPoseObservation] {
    try await answer(for: image, orientation: orientation).people
  }

  /// The same, with what the networks were shown for it and what they answered.
  ///
  /// - Parameters:
  ///   - image: The picture as stored.
  ///   - orientation: How it is to be turned to stand upright.
  /// - Returns: The people, as ``perform(on:orientation:)`` gives them, and the looks in their order.
  /// - Throws: ``VisionError`` when a network cannot be run.
  package func answer(
    for image: RGBImage, orientation: ImageOrientation
  ) async throws(VisionError) -> (people: [HumanBodyPoseObservation], looks: [PoseLook]) {
    var looks: [PoseLook] = []
    var search = BodySearch(
      in: image.uprightSize(orientation),
      newcomers: BodySearch.Newcomers(in: regionOfInterest, threshold: confidenceThreshold))
    try await model.run(&search, on: image, orientation: orientation, noting: &looks)
    return (search.people.map { $0.observation(in: search.size) }, looks)
  }
}
