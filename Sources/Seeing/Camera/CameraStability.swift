/// Decides whether a camera stands still, from how far the picture moves from frame to frame.
///
/// The lengths of the shifts are summed over a window of frames, not the shifts: a shake back and
/// forth does not cancel itself.
public struct CameraStability: Hashable, Sendable {
  /// How many frames the sum is taken over, at least 1.
  public let window: Int
  /// The sum below which the camera stands still, in widths of the picture.
  public let threshold: Double
  private var lengths: [Double] = []

  public init(window: Int = 15, threshold: Double = 0.01) {
    precondition(window > 0, "a window holds a frame")
    self.window = window
    self.threshold = threshold
  }

  /// The sum of the last shifts, in widths of the picture.
  public var summedShift: Double { lengths.reduce(0, +) }

  /// Takes in how far the picture has moved since the last frame.
  ///
  /// - Parameters:
  ///   - dx: To the right, in widths of the picture.
  ///   - dy: Downwards, in widths of the picture, too.
  /// - Returns: Whether the camera has stood still for a whole window.
  public mutating func update(dx: Double, dy: Double) -> Bool {
    lengths.append((dx * dx + dy * dy).squareRoot())
    if lengths.count > window { lengths.removeFirst() }
    return lengths.count == window && summedShift < threshold
  }
}
