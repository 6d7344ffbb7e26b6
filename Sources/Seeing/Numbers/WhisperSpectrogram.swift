internal import PlayfieldMaths

/// What Whisper's encoder sees of a sound: how loud it is in 80 bands, a hundred times a second.
///
/// Frame *k* is made of the 400 samples around sample 160 *k*, under Hann's window; before the
/// first sample it was silent. The power in each band, triangles on Slaney's mel scale up to 8 kHz
/// and of one area, becomes its logarithm to base 10. An utterance's frames are at last raised to 8
/// below its loudest number, plus 4, divided by 4: ``normalized(_:)``. Radford et al., "Robust
/// Speech Recognition via Large-Scale Weak Supervision" (2022), section 2.2; Slaney, "Auditory
/// Toolbox" (1998). `Training/Numbers/spectrogram.py` computes the same.
///
/// A value that takes samples as they come, in pieces of any length.
public struct WhisperSpectrogram: Sendable {
  /// Samples a second.
  public static let rate = 16_000
  /// Numbers of a frame.
  public static let bands = 80
  /// Samples from one frame to the next.
  public static let hop = 160
  /// Samples that a frame is made of.
  public static let window = MixedRadixTransform.size
  /// What no logarithm is below: that of a power of 1e-10.
  static let quietest: Float = -10
  /// A frame of silence.
  static var silence: [Float] { [Float](repeating: quietest, count: bands) }
  /// By how much, in powers of 10, the quietest number that counts is below an utterance's loudest.
  private static let depth: Float = 8

  private var transform = MixedRadixTransform()
  private let hann: [Float]
  private let bank = Self.slaneyBands()
  /// The first frame's middle is the first sample.
  private var sound = OverlappingFrames(window: window, hop: hop, silence: window / 2)

  public init() {
    hann = (0..<Self.window).map { index in
      Float((1 - cosine(of: 2 * .pi * Double(index) / Double(Self.window))) / 2)
    }
  }

  /// Takes more of the sound.
  ///
  /// - Parameter samples: 16 kHz, `-1...1`. What lies beyond is cut off, and what is not a number
  ///   is silence.
  /// - Returns: The frames that are complete with them, each of ``bands`` logarithms of -10 and
  ///   more.
  public mutating func append(_ samples: some Sequence<Float>) -> [[Float]] {
    sound.append(samples).map { samples in
      let power = transform.power(of: zip(samples, hann).map { $0 * $1 })
      return bank.map { band in
        Float(naturalLogarithm(Double(max(band.sum(of: power), 1e-10))) / Self.naturalOfTen)
      }
    }
  }

  /// The frames as the encoder takes them.
  ///
  /// - Parameter frames: Of an utterance.
  /// - Returns: As many, whose numbers lie within 2 of the largest.
  public static func normalized(_ frames: [[Float]]) -> [[Float]] {
    let largest = frames.reduce(quietest) { max($0, $1.max() ?? quietest) }
    return frames.map { $0.map { (max($0, largest - depth) + 4) / 4 } }
  }

  private static let naturalOfTen = naturalLogarithm(10.0)

  // MARK: - Bands

  /// Bands whose middles are equally far apart on Slaney's mel scale from 0 to 8 kHz, each reaching
  /// to its neighbours' middles, and of the area 1 per hertz.
  private static func slaneyBands() -> [SpectralBand] {
    let nyquist = Double(rate) / 2
    let edges = (0..<bands + 2).map { hertz(mel(nyquist) * Double($0) / Double(bands + 1)) }
    return (0..<bands).map { band in
      let (left, right) = (edges[band], edges[band + 2])
      return SpectralBand(
        from: left, through: edges[band + 1], to: right, height: 2 / (right - left),
        spacing: Double(rate) / Double(window), frequencies: window / 2 + 1)
    }
  }

  /// Slaney's scale: linear up to 1 kHz, which is 15, and 27 for each factor of 6.4 beyond.
  private static func mel(_ hertz: Double) -> Double {
    let factors = naturalLogarithm(max(hertz, 1000) / 1000) / naturalLogarithm(6.4)
    return hertz < 1000 ? 3 * hertz / 200 : 15 + 27 * factors
  }

  private static func hertz(_ mel: Double) -> Double {
    mel < 15 ? 200 * mel / 3 : 1000 * exponential((mel - 15) / 27 * naturalLogarithm(6.4))
  }
}
