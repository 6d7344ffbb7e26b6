/// Hears the parts of numbers' words in an utterance: Whisper's encoder, and the head that was trained
/// on what it makes of people's numbers.
///
/// One thread at a time.
public final class NumberNetwork {
  private let encoder: WhisperEncoder
  private let head: NumberHead

  /// The longest utterance that is heard as a whole, in frames of the spectrogram: five seconds.
  public static let maximumFrames = 500
  /// Frames of silence on both sides of an utterance, as in training.
  private static let margin = 20
  /// Frames of the spectrogram to one output of the head.
  private static let stride = 4

  public init(_ encoder: WhisperEncoder, _ head: NumberHead) {
    self.encoder = encoder
    self.head = head
  }

  /// Listens to an utterance, or to its last ``maximumFrames``.
  ///
  /// - Parameter frames: Of a ``WhisperSpectrogram``.
  /// - Returns: An output for every four frames of ``input(for:)``, and one at the end.
  public func scores(for frames: [[Float]]) -> PartScores {
    head.scores(for: encoder.features(for: Self.input(for: frames)))
  }

  /// The frames as the network takes them: between a fifth of a second of silence, a multiple of four in
  /// all, normalized.
  ///
  /// - Returns: None where none are given.
  public static func input(for frames: [[Float]]) -> [[Float]] {
    let heard = frames.suffix(maximumFrames)
    guard !heard.isEmpty else { return [] }
    let rest = (stride - heard.count % stride) % stride
    return WhisperSpectrogram.normalized(
      silence(margin) + heard + silence(rest) + silence(margin))
  }

  private static func silence(_ frames: Int) -> [[Float]] {
    [[Float]](repeating: WhisperSpectrogram.silence, count: frames)
  }
}
