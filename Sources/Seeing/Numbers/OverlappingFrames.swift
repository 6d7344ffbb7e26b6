/// Cuts sound that comes in pieces of any length into frames that overlap.
struct OverlappingFrames: Sendable {
  /// Samples of a frame.
  let window: Int
  /// Samples from the beginning of one frame to that of the next.
  let hop: Int
  /// The samples that frames to come are made of.
  private var waiting: [Float]

  /// `silence` is how many samples of silence precede the first one.
  init(window: Int, hop: Int, silence: Int) {
    (self.window, self.hop) = (window, hop)
    waiting = [Float](repeating: 0, count: silence)
  }

  /// Takes more of the sound.
  ///
  /// - Parameter samples: `-1...1`. What lies beyond is cut off, and what is not a number is silence.
  /// - Returns: The frames that are complete with them, each of ``window`` samples.
  mutating func append(_ samples: some Sequence<Float>) -> [ArraySlice<Float>] {
    waiting.append(contentsOf: samples.lazy.map { $0.isFinite ? max(-1, min(1, $0)) : 0 })
    let starts = stride(from: 0, through: waiting.count - window, by: hop)
    let frames = starts.map { waiting[$0..<$0 + window] }
    waiting.removeFirst(frames.count * hop)
    return frames
  }
}
