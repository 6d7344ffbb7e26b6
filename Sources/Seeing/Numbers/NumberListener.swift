/// Hears numbers in a sound that goes on: when somebody speaks, which number it is so far, and when it is
/// said.
///
/// When it has been quiet for 0.12 s the network hears what was said. That is the number after a quarter of a
/// second of silence where nothing can follow, as after "twenty-four", and after 0.65 s where it may go on,
/// as after "twenty": people pause inside numbers.
///
/// ```swift
/// var listener = NumberListener()
/// for event in listener.append(samples, scores: network.scores) { … }
/// ```
///
/// A value that takes samples as they come, in pieces of any length, and the network with them.
public struct NumberListener: Sendable {
  public enum Event: Hashable, Sendable {
    /// Somebody speaks, since this second of the sound; this is the number so far.
    case hearing(NumberReading, from: Double)
    /// Somebody has spoken, from and to these seconds of the sound.
    case heard(NumberReading, from: Double, to: Double)
  }

  /// Frames between two passes while somebody speaks, and the length of speech at which these end: a
  /// longer number isn't shown while it is said.
  private static let (interval, lastPass) = (40, 300)
  /// Frames before the beginning of speech that belong to it: quiet consonants.
  private static let lead = 30
  /// Silent frames after which the network hears what was said.
  private static let quietPause = 12
  /// Silent frames after which it is said: where nothing can follow, and where something can.
  private static let (shortPause, longPause) = (25, 65)
  /// Frames after which nobody still says a number.
  private static let longest = 1000

  private var spectrogram = WhisperSpectrogram()
  private var activity = SpeechActivity()
  /// The frames since shortly before somebody began to speak, or the last ones.
  private var frames: [[Float]] = []
  /// What the network heard of them; `nil` once more was said.
  private var reading: NumberReading?
  /// How many frames have come.
  private var count = 0
  private var loudest: Float = WhisperSpectrogram.quietest

  public init() {}

  /// Whether somebody speaks.
  public var isHearing: Bool { activity.isSpeaking }

  /// Whether something was to be heard, but all of it too quiet for speech to be understood.
  public var isTooQuiet: Bool { SpeechActivity.isTooQuiet(loudest) }

  /// The frames of the spectrogram that the network heard last; none at first.
  public private(set) var utterance: [[Float]] = []

  /// Takes more of the sound.
  ///
  /// - Parameters:
  ///   - samples: 16 kHz, `-1...1`.
  ///   - scores: The network, ``NumberNetwork/scores(for:)``.
  /// - Returns: What has happened, in order.
  public mutating func append(
    _ samples: some Sequence<Float>, scores: ([[Float]]) -> PartScores
  ) -> [Event] {
    spectrogram.append(samples).compactMap { append($0, scores) }
  }

  /// The sound has ended.
  ///
  /// - Returns: The last utterance, or two if one ended just before. A short sound in which no speech was detected is
  ///   one utterance, unless it is silent.
  public mutating func finish(scores: ([[Float]]) -> PartScores) -> [Event] {
    // The last samples are the middle of a frame.
    let silence = repeatElement(Float(0), count: WhisperSpectrogram.window / 2)
    let events = append(silence, scores: scores)
    let isUndetected =
      utterance.isEmpty && count == frames.count && !SpeechActivity.isSilent(loudest)
    return events + (isHearing || isUndetected ? [end(scores)] : [])
  }

  private mutating func append(_ frame: [Float], _ scores: ([[Float]]) -> PartScores) -> Event? {
    count += 1
    frames.append(frame)
    let wasHearing = isHearing
    activity.append(frame)
    loudest = max(loudest, SpeechActivity.loudness(of: frame))
    guard isHearing else {
      // A short sound is kept whole: it may have begun with speech that was not detected.
      let isShort = utterance.isEmpty && count <= NumberNetwork.maximumFrames
      if !isShort { frames.removeFirst(max(0, frames.count - Self.lead)) }
      return nil
    }
    if !wasHearing { frames.removeFirst(max(0, frames.count - Self.lead)) }
    let silent = activity.silentFrames
    if silent == 0 { reading = nil }
    if silent >= Self.longPause || frames.count >= Self.longest { return end(scores) }
    if silent == Self.shortPause, let reading, !reading.mayContinue { return end(scores) }
    let isPassDue = frames.count <= Self.lastPass && frames.count.isMultiple(of: Self.interval)
    guard silent == Self.quietPause && !isLong || silent == 0 && isPassDue else {
      return nil
    }
    let soFar = hear(scores)
    if silent == Self.quietPause { reading = soFar }
    return .hearing(soFar, from: start)
  }

  /// Whether more was said than the network hears at once.
  private var isLong: Bool { frames.count > NumberNetwork.maximumFrames }

  private mutating func hear(_ scores: ([[Float]]) -> PartScores) -> NumberReading {
    utterance = frames.suffix(NumberNetwork.maximumFrames)
    let loudness = utterance.map(SpeechActivity.loudness).max() ?? WhisperSpectrogram.quietest
    return NumberReading(
      scores(utterance), isWhole: !isLong, isQuiet: SpeechActivity.isTooQuiet(loudness))
  }

  /// When somebody began to speak, in seconds.
  private var start: Double { Self.seconds(count - frames.count) }

  private static func seconds(_ frames: Int) -> Double {
    Double(frames * WhisperSpectrogram.hop) / Double(WhisperSpectrogram.rate)
  }

  private mutating func end(_ scores: ([[Float]]) -> PartScores) -> Event {
    let silent = isHearing ? activity.silentFrames : 0
    let event = Event.heard(
      reading ?? hear(scores), from: start, to: Self.seconds(count - silent))
    activity.reset()
    reading = nil
    frames = Array(frames.suffix(Self.lead))
    return event
  }
}

extension NumberReading {
  /// Whether more may follow: no number has been said yet, or one that may go on.
  fileprivate var mayContinue: Bool { likely.isEmpty || likely.contains { $0.canContinue } }
}
