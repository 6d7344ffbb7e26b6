internal import VisionCore

/// The frames of the last moments, for what is known only later to have been worth a look.
struct FrameRing {
  struct Frame {
    var index: Int
    /// In seconds.
    var time: Double
    var image: RGBImage
  }

  /// How long frames are kept, in seconds.
  let span: Double
  /// Of frames that follow each other faster, some are left out.
  let spacing: Double
  private(set) var frames: [Frame] = []

  init(span: Double, spacing: Double) {
    self.span = span
    self.spacing = spacing
  }

  mutating func append(_ frame: Frame) {
    // A thousandth of a second is the rounding of the container's times.
    if let last = frames.last, frame.time - last.time < spacing - 0.001 { return }
    frames.append(frame)
    frames.removeAll { $0.time < frame.time - span }
  }
}
