public import VisionCore

/// Tells how a person throws, from how the joints move.
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

  /// Where in a window a known release may lie, in samples from its start: in the network's training it
  /// lay from 15 to 49.
  private static let releases = [26.0, 34, 42]

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
    let motion = motion.filled()
    let starts =
      release.map { release in
        Self.releases.map { release - $0 * ThrowStyleWindow.step }
      } ?? ThrowStyleWindow.starts(over: motion)
    var scores: [ThrowStyleScores] = []
    for start in starts {
      let window = ThrowStyleWindow(of: motion, from: start)
      guard !window.isEmpty else { continue }
      scores.append(try await model.scores(of: window))
    }
    let unseen = ThrowStyleObservation(style: .none, confidence: 1)
    guard release != nil else { return ThrowStyleScores.joined(scores)?.observation ?? unseen }
    return scores.isEmpty ? unseen : ThrowStyleScores.mean(scores).throwing
  }
}
