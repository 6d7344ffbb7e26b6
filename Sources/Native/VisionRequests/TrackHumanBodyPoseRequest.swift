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
  private let confidenceThreshold: Float
  private let framesBetweenSearches: Int
  private var regions: [PoseRegion] = []
  private var framesUntilSearch = 0
  /// Whether newcomers were looked for in the last frame.
  package private(set) var hasSearched = false
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
    self.confidenceThreshold = confidenceThreshold
    self.framesBetweenSearches = framesBetweenSearches
  }

  /// Looks for newcomers in the next frame, however short the last search was ago.
  package mutating func searchNextFrame() { framesUntilSearch = 0 }

  /// - Returns: The people, those known longest first.
  public mutating func perform(
    on image: RGBImage, orientation: ImageOrientation
  ) async throws(VisionError) -> [HumanBodyPoseObservation] {
    looks = []
    var searched = regions
    hasSearched = framesUntilSearch <= 0 || regions.isEmpty
    if hasSearched {
      searched += try await model.regions(
        in: regionOfInterest, of: image, orientation: orientation, threshold: confidenceThreshold,
        noting: &looks)
      framesUntilSearch = framesBetweenSearches
    }
    framesUntilSearch -= 1

    var people: [BodyLandmarks] = []
    for (index, region) in searched.enumerated()
    where index < regions.count || !people.contains(where: { $0.fills(region) }) {
      let person = try await model.landmarks(
        in: image, orientation: orientation, region: region, noting: &looks)
      guard let person else {
        if index < regions.count { framesUntilSearch = 0 }
        continue
      }
      people.add(person)
    }
    regions = people.compactMap(\.nextRegion)
    return people.map { $0.observation(in: image.uprightSize(orientation)) }
  }
}
