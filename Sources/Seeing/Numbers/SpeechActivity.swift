/// When somebody speaks: how loud a sound is beside the noise that goes on all the time.
///
/// A value that takes one frame of a ``LogMelSpectrogram`` after another.
struct SpeechActivity {
  /// How much louder than the noise speech is, in the spectrogram's numbers: about 8 dB over all bands.
  private static let margin: Float = 0.35
  /// By how much the noise may grow in a frame: a fan that is switched on counts as noise after a second
  /// or two, a long word does not.
  private static let growth: Float = 0.004
  /// What noise is taken for at first: a very quiet room.
  private static let quiet: Float = 0.3
  /// So many of the last frames are loud where speech begins: a knock is shorter.
  private static let (onset, window) = (5, 8)

  private var noise = quiet
  /// Which of the last frames were loud, the newest in the lowest bit.
  private var loud: UInt32 = 0

  /// Whether somebody speaks.
  private(set) var isSpeaking = false
  /// Frames since the last loud one, while somebody speaks.
  private(set) var silentFrames = 0

  mutating func append(_ frame: [Float]) {
    let level = frame.reduce(0, +) / Float(frame.count)
    let isLoud = level > noise + Self.margin
    noise = level < noise ? noise + (level - noise) / 8 : min(level, noise + Self.growth)
    loud = loud << 1 | (isLoud ? 1 : 0)
    silentFrames = isLoud ? 0 : silentFrames + 1
    if !isSpeaking {
      let recent = loud & (1 << UInt32(Self.window) - 1)
      isSpeaking = recent.nonzeroBitCount >= Self.onset
    }
  }

  /// Waits for somebody to speak again.
  mutating func reset() {
    isSpeaking = false
    loud = 0
  }
}
