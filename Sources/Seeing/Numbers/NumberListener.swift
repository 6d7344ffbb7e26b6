/// Hears numbers in a sound that goes on: when somebody speaks, which number it is so far, and when it is
/// said.
///
/// A number is said after a quarter of a second of silence where nothing can follow, as after
/// "twenty-four", and after 0.65 s where it may go on, as after "twenty": people pause inside numbers.
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

  /// Frames between two looks at what has been said so far.
  private static let interval = 16
  /// Frames before the beginning of speech that belong to it: quiet consonants.
  private static let lead = 30
  /// Silent frames after which it is said: where nothing can follow, and where something can.
  private static let (shortPause, longPause) = (25, 65)
  /// Frames after which nobody still says a number.
  private static let longest = 1000

  private var spectrogram = LogMelSpectrogram()
  private var activity = SpeechActivity()
  /// The frames since shortly before somebody began to speak, or the last ones.
  private var frames: [[Float]] = []
  /// The frames of what was said last.
  private var last: [[Float]] = []
  /// How many frames have come.
  private var count = 0

  public init() {}

  /// Whether somebody speaks.
  public var isHearing: Bool { activity.isSpeaking }

  /// The frames of the spectrogram in which somebody speaks, or spoke last; none at first.
  public var utterance: [[Float]] { isHearing ? frames : last }

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
  /// - Returns: What was being said.
  public mutating func finish(scores: ([[Float]]) -> PartScores) -> Event? {
    activity.isSpeaking ? end(NumberReading(scores(frames))) : nil
  }

  private mutating func append(_ frame: [Float], _ scores: ([[Float]]) -> PartScores) -> Event? {
    count += 1
    frames.append(frame)
    activity.append(frame)
    guard activity.isSpeaking else {
      if frames.count > Self.lead { frames.removeFirst() }
      return nil
    }
    let silent = activity.silentFrames
    let isPause = silent == Self.shortPause || silent >= Self.longPause
    let isLong = frames.count >= Self.longest
    guard isPause || isLong || frames.count.isMultiple(of: Self.interval) else { return nil }
    let reading = NumberReading(scores(frames))
    let isSaid = silent >= Self.longPause || isPause && !reading.mayContinue
    return isSaid || isLong ? end(reading) : .hearing(reading, from: start)
  }

  /// When somebody began to speak, in seconds.
  private var start: Double { Self.seconds(count - frames.count) }

  private static func seconds(_ frames: Int) -> Double {
    Double(frames * LogMelSpectrogram.hop) / Double(LogMelSpectrogram.rate)
  }

  private mutating func end(_ reading: NumberReading) -> Event {
    let event = Event.heard(
      reading, from: start, to: Self.seconds(count - activity.silentFrames))
    activity.reset()
    last = frames
    frames = Array(frames.suffix(Self.lead))
    return event
  }
}

extension NumberReading {
  /// Whether more may follow: no number has been said yet, or one that may go on.
  fileprivate var mayContinue: Bool { likely.isEmpty || likely.contains { $0.canContinue } }
}
