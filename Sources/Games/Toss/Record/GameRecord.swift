/// A game of bean-bag toss as it is kept: what was watched, and what its players have corrected.
///
/// Its text is JSON, so that any program can read it: ``text``, ``init(reading:)``. Lengths are in metres, speeds in metres
/// per second, angles in degrees, times in seconds, places normalized to the upright picture.
public struct GameRecord: Hashable, Sendable {
  /// The form of the text. A reader refuses others.
  public static let format = 1

  public var session: Session
  /// Whether the game came to its end.
  public var isFinished: Bool
  /// In the order in which they were made. The throws are already as these have left them.
  public var corrections: [TossCorrection]

  public init(session: Session, isFinished: Bool = false, corrections: [TossCorrection] = []) {
    self.session = session
    self.isFinished = isFinished
    self.corrections = corrections
  }
}
