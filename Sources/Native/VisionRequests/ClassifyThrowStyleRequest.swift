public import SceneReading
public import VisionCore

/// Classifies how a person throws, from how the joints move.
///
/// ```swift
/// let request = ClassifyThrowStyleRequest(model: try ThrowStyleModel())
/// let motion = BodyMotion(poses: poses, pictureSize: size)
/// let throwing = try await request.perform(on: motion, releasedAt: 3.2)
/// print(throwing.style, throwing.confidence)
/// ```
///
/// It makes no difference which hand throws, to which side, from where it is filmed, and how many frames
/// a second the film has. Joints may be missing.
public struct ClassifyThrowStyleRequest: Sendable {
  private let model: ThrowStyleModel

  public init(model: ThrowStyleModel) {
    self.model = model
  }

  /// - Parameters:
  ///   - motion: The person, for a second or so before a release and half a second after it; or for
  ///     as long as you like.
  ///   - release: When the hand lets go, in the time of `motion`; then it is a throw, and the question
  ///     is only of which style. `nil` looks for a throw anywhere.
  /// - Returns: The style, `ThrowStyle.none` where nothing is thrown, also where there is no body.
  /// - Throws: ``VisionError`` when the network cannot be run.
  public func perform(
    on motion: BodyMotion, releasedAt release: Double? = nil
  ) async throws(VisionError) -> ThrowStyleObservation {
    try await answer(for: motion, releasedAt: release).style
  }

  /// The same, with what the network was shown for it and what it answered.
  ///
  /// - Parameters:
  ///   - motion: As for ``perform(on:releasedAt:)``.
  ///   - release: As there.
  /// - Returns: The style, and the looks in the order of time; none where there is no body.
  /// - Throws: ``VisionError`` when the network cannot be run.
  package func answer(
    for motion: BodyMotion, releasedAt release: Double? = nil
  ) async throws(VisionError) -> (style: ThrowStyleObservation, looks: [ThrowStyleLook]) {
    var search = ThrowStyleSearch(of: motion, releasedAt: release)
    var looks: [ThrowStyleLook] = []
    try await model.run(&search) { looks.append($0) }
    return (search.style, looks)
  }
}
