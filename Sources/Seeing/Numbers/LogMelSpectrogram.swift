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
  private let filters: [MelFilter]
  /// The samples that frames to come are made of.
  private var waiting: [Float] = []

  public init() {
    hann = FourierTransform.turns.map { Float((1 - $0.x) / 2) }
    filters = MelFilter.bank(bands: Self.bands, from: 60, to: 7600)
  }

  /// Takes more of the sound.
  ///
  /// - Parameter samples: 16 kHz, `-1...1`. What lies beyond is cut off, and what is no number is silence.
  /// - Returns: The frames that are complete with them, each of ``bands`` numbers of 0 and more.
  public mutating func append(_ samples: some Sequence<Float>) -> [[Float]] {
    waiting.append(contentsOf: samples.lazy.map { $0.isFinite ? max(-1, min(1, $0)) : 0 })
    var frames: [[Float]] = []
    var start = 0
    while start + Self.window <= waiting.count {
      frames.append(frame(from: start))
      start += Self.hop
    }
    waiting.removeFirst(start)
    return frames
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

  private mutating func frame(from start: Int) -> [Float] {
    let power = transform.power(of: (0..<Self.window).map { waiting[start + $0] * hann[$0] })
    return filters.map { naturalLogarithm(1 + Self.sensitivity * $0.sum(of: power)) / Self.scale }
  }
}

/// A band: a triangle over the frequencies of a ``FourierTransform``, 1 at its middle.
struct MelFilter {
  /// The first frequency that counts.
  var first: Int
  var weights: [Float]

  func sum(of power: [Float]) -> Float {
    var sum: Float = 0
    for (weight, index) in zip(weights, first...) { sum += weight * power[index] }
    return sum
  }

  /// Bands whose middles are equally far apart on the mel scale, each reaching to its neighbours' middles.
  static func bank(bands: Int, from lowest: Float, to highest: Float) -> [MelFilter] {
    func mel(_ hertz: Float) -> Float { 1127 * naturalLogarithm(1 + hertz / 700) }
    let (low, high) = (mel(lowest), mel(highest))
    let edges = (0..<bands + 2).map { index in
      700 * (exponential((low + (high - low) * Float(index) / Float(bands + 1)) / 1127) - 1)
    }
    let spacing = Float(LogMelSpectrogram.rate) / Float(FourierTransform.size)
    return (0..<bands).map { band in
      let (left, middle, right) = (edges[band], edges[band + 1], edges[band + 2])
      let bins = (0...FourierTransform.size / 2).filter { bin in
        (left..<right).contains(Float(bin) * spacing)
      }
      return MelFilter(
        first: bins.first ?? 0,
        weights: bins.map { bin in
          let hertz = Float(bin) * spacing
          return min((hertz - left) / (middle - left), (right - hertz) / (right - middle))
        })
    }
  }
}
