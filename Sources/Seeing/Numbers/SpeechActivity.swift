/// When somebody speaks: how loud a sound is beside the noise that goes on all the time.
///
/// It decides when a number is listened for, and when it is over, never what is heard. A value that takes one frame of a
/// ``WhisperSpectrogram`` after another; loudness is the mean of its logarithms to base 10.
struct SpeechActivity: Sendable {
  /// How much louder than the noise speech is: 8 dB over all bands.
  private static let margin: Float = 0.8
  /// By how much the noise may grow in a frame: a fan that is switched on counts as noise after a second
  /// or two, a long word does not.
  private static let growth: Float = 0.01
  /// What noise is taken for at first: a quiet room.
  private static let room: Float = -5.5
  /// What is quieter is as quiet, and hardly a room: 16 bits cannot hold less.
  private static let quiet: Float = -8
  /// So many of the last frames are loud where speech begins: a knock is shorter.
  private static let (onset, window) = (5, 8)

  private var noise = room
  /// Which of the last frames were loud, the newest in the lowest bit.
  private var loud: UInt32 = 0

  /// Whether somebody speaks.
  private(set) var isSpeaking = false
  /// Frames since the last loud one.
  private(set) var silentFrames = 0

  mutating func append(_ frame: [Float]) {
    let level = Self.loudness(of: frame)
    let isLoud = level > noise + Self.margin
    if level >= noise {
      noise = min(level, noise + Self.growth)
    } else {
      // What a microphone sends before it listens says little about the room.
      noise += (level - noise) / (level > Self.quiet ? 8 : 64)
    }
    loud = loud << 1 | (isLoud ? 1 : 0)
    silentFrames = isLoud ? 0 : silentFrames + 1
    if !isSpeaking {
      let recent = loud & (1 << UInt32(Self.window) - 1)
      isSpeaking = recent.nonzeroBitCount >= Self.onset
    }
  }

  /// How loud a frame is.
  static func loudness(of frame: [Float]) -> Float {
    frame.reduce(0) { $0 + max($1, quiet) } / Float(frame.count)
  }

  /// Whether speech that is nowhere louder may be lost in the rounding of its samples: 40 dB below what people send,
  /// and more.
  static func isTooQuiet(_ loudness: Float) -> Bool { !isSilent(loudness) && loudness < -6.5 }

  /// Whether nothing at all is to be heard in a sound that is nowhere louder.
  static func isSilent(_ loudness: Float) -> Bool { loudness <= quiet }

  /// Waits for somebody to speak again.
  mutating func reset() {
    isSpeaking = false
    loud = 0
  }
}
