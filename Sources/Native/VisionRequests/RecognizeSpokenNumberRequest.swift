internal import SpokenNumbers

/// Hears the English numbers that are said in a sound: 0 to 999 as people say them, and digits one by one.
///
/// ```swift
/// var request = RecognizeSpokenNumberRequest(model: try SpokenNumberModel())
/// while let samples = try sound.next() {
///   for number in request.perform(on: samples) where number.isFinished { print(number.text ?? "none") }
/// }
/// ```
///
/// A ``StatefulVisionRequest`` over sound: it listens as long as samples come, and finds for itself where
/// speech begins and ends.
///
/// Unchecked, since Swift does not know that a network with a single owner, used by one call at a time, may
/// change threads.
public struct RecognizeSpokenNumberRequest: ~Copyable, @unchecked Sendable {
  /// Samples a second that the request takes.
  public static let sampleRate = WhisperSpectrogram.rate

  private let network: NumberNetwork
  private var listener = NumberListener()
  /// How many samples have come.
  private var count = 0

  public init(model: SpokenNumberModel) {
    network = model.makeNetwork()
  }

  /// Hears more of the sound.
  ///
  /// - Parameter samples: One channel of ``sampleRate`` samples a second, `-1...1`, as many as there are.
  /// - Returns: What is being said as far as it was heard, a few times a second while somebody speaks, for
  ///   three seconds; and what was said, once for each utterance, whether it was a number or not.
  public mutating func perform(on samples: some Collection<Float>) -> [SpokenNumberObservation] {
    count += samples.count
    return listener.append(samples, scores: network.scores).map { observation($0) }
  }

  /// Ends what is being said: the sound is over.
  ///
  /// - Returns: What was said last, in order; empty where nothing was.
  public mutating func finish() -> [SpokenNumberObservation] {
    listener.finish(scores: network.scores).map { observation($0) }
  }

  /// Whether something was to be heard, but all of it too quiet for speech to be understood.
  public var isTooQuiet: Bool { listener.isTooQuiet }

  private func observation(_ event: NumberListener.Event) -> SpokenNumberObservation {
    switch event {
    case .hearing(let reading, let start):
      let now = Double(count) / Double(Self.sampleRate)
      return SpokenNumberObservation(
        reading: reading, timeRange: start...max(start, now), isFinished: false)
    case .heard(let reading, let start, let end):
      return SpokenNumberObservation(
        reading: reading, timeRange: start...max(start, end), isFinished: true)
    }
  }
}
