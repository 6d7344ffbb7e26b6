internal import SceneReading
public import VisionCore

/// Finds the people in the frames of a video, and the joints of each.
///
/// A person is looked for where the joints of the last frame were. The detector, which looks at the
/// whole frame and at squares of it, runs while nobody is known, after somebody was lost, and else now
/// and then, to find who has come into the picture.
public struct TrackHumanBodyPoseRequest: StatefulVisionRequest {
  /// The part of the upright frame in which newcomers are sought, by the middle of their hips. Who has
  /// been found is followed out of it.
  public let regionOfInterest: BoundingBox
  private let model: BodyPoseModel
  private var tracker: BodyTracker
  /// What the networks were shown of the last frame, and what they answered.
  package private(set) var looks: [PoseLook] = []

  /// - Parameters:
  ///   - model: The networks.
  ///   - confidenceThreshold: The minimum confidence with which the detector must have seen a person,
  ///     in `0...1`.
  ///   - framesBetweenSearches: After so many frames newcomers are looked for, at least 1.
  ///   - regionOfInterest: The part of the upright frame in which newcomers are sought.
  public init(
    model: BodyPoseModel, confidenceThreshold: Float = 0.3, framesBetweenSearches: Int = 15,
    regionOfInterest: BoundingBox = .unit
  ) {
    self.model = model
    self.regionOfInterest = regionOfInterest
    tracker = BodyTracker(
      newcomers: BodySearch.Newcomers(in: regionOfInterest, threshold: confidenceThreshold),
      framesBetweenSearches: framesBetweenSearches)
  }

  /// - Returns: The people, those known longest first.
  public mutating func perform(
    on image: RGBImage, orientation: ImageOrientation
  ) async throws(VisionError) -> [HumanBodyPoseObservation] {
    looks = []
    var search = tracker.begin(in: image.uprightSize(orientation))
    try await model.run(&search, on: image, orientation: orientation, noting: &looks)
    return tracker.end(search)
  }
}
