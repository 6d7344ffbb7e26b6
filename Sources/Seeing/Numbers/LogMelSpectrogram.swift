internal import PlayfieldMaths

/// What the network sees of a sound: how loud it is in 40 bands, a hundred times a second.
///
/// Frame *k* is made of the samples from 160 *k* on, 512 of them under Hann's window. Its power *P* in
/// each band, triangles on HTK's mel scale from 60 to 7,600 Hz, becomes ln(1 + 10,000 *P*) / 5: digital
/// silence is 0, and a tone of full scale about 4. Young et al., "The HTK Book" (2006), section 5.4.
///
/// A value that takes samples as they come, in pieces of any length.
public struct LogMelSpectrogram: Sendable {
  /// Samples a second.
  public static let rate = 16_000
  /// Numbers of a frame.
  public static let bands = 40
  /// Samples from one frame to the next.
  public static let hop = 160
  /// Samples that a frame is made of.
  public static let window = FourierTransform.size
  private static let sensitivity: Float = 1e4
  private static let scale: Float = 5

  private var transform = FourierTransform()
  private let hann: [Float]
  private let bank = Self.melBands(from: 60, to: 7600)
  private var sound = OverlappingFrames(window: window, hop: hop)

  public init() {
    hann = FourierTransform.turns.map { Float((1 - $0.x) / 2) }
  }

  /// Takes more of the sound.
  ///
  /// - Parameter samples: 16 kHz, `-1...1`. What lies beyond is cut off, and what is not a number is silence.
  /// - Returns: The frames that are complete with them, each of ``bands`` numbers of 0 and more.
  public mutating func append(_ samples: some Sequence<Float>) -> [[Float]] {
    sound.append(samples).map { samples in
      let power = transform.power(of: zip(samples, hann).map { $0 * $1 })
      return bank.map { naturalLogarithm(1 + Self.sensitivity * $0.sum(of: power)) / Self.scale }
    }
  }

  /// The level to which the loudest of an utterance is brought: a mean power of its bands.
  private static let loud: Float = 2
  /// Which of the loudest frames has that level: a knock has fewer.
  private static let loudFrame = 10
  private static let maximumGain: Float = 1000

  /// The frames as if all had been spoken equally loud: what is quiet beside the voice, such as people who
  /// talk behind it, is then quiet for the network, however near the microphone is.
  ///
  /// - Parameter frames: Of an utterance.
  /// - Returns: As many.
  public static func levelled(_ frames: [[Float]]) -> [[Float]] {
    // The loudest levels so far, the loudest first.
    var loudest = [Float](repeating: 0, count: loudFrame)
    for frame in frames {
      var level: Float = 0
      for number in frame { level += power(number) }
      level /= Float(bands)
      for place in 0..<loudFrame where level > loudest[place] {
        (level, loudest[place]) = (loudest[place], level)
      }
    }
    guard !frames.isEmpty else { return [] }
    let level = loudest[min(loudFrame, frames.count) - 1]
    let gain = sensitivity * min(loud / max(level, 1e-9), maximumGain)
    return frames.map { $0.map { naturalLogarithm(1 + gain * power($0)) / scale } }
  }

  /// The power of a band, from its number in a frame.
  private static func power(_ number: Float) -> Float {
    (exponential(scale * number) - 1) / sensitivity
  }

  /// Bands whose middles are equally far apart on HTK's mel scale, each reaching to its neighbours' middles.
  private static func melBands(from lowest: Float, to highest: Float) -> [SpectralBand] {
    func mel(_ hertz: Float) -> Float { 1127 * naturalLogarithm(1 + hertz / 700) }
    let (low, high) = (mel(lowest), mel(highest))
    let edges = (0..<bands + 2).map { index in
      700 * (exponential((low + (high - low) * Float(index) / Float(bands + 1)) / 1127) - 1)
    }
    return (0..<bands).map { band in
      SpectralBand(
        from: edges[band], through: edges[band + 1], to: edges[band + 2],
        spacing: Float(rate) / Float(window), frequencies: window / 2 + 1)
    }
  }
}
