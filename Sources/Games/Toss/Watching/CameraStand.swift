internal import SceneReading
internal import VisionCore

/// Whether the camera stands still, and how far the picture has moved since the board was seen, or given.
struct CameraStand {
  private var stability = CameraStability()
  /// In widths of the picture.
  private(set) var displacement = SIMD2<Double>.zero
  private(set) var isStill = true
  /// Whether it moved in the frame before, and stands still now.
  private(set) var hasStopped = false

  /// A picture that has moved by less, in its widths, still shows the board where it was.
  private static let maximumDisplacementInPlace = 0.01

  /// Takes in how far the picture has moved since the frame before.
  ///
  /// - Returns: Whether the camera has begun to move.
  mutating func follow(_ shift: ImageTranslation) -> Bool {
    _ = stability.update(dx: shift.dx, dy: shift.dy)
    // Shifts of a camera that stands still are errors of measurement, and their sum would grow.
    let moved = SIMD2(shift.dx, shift.dy)
    if moved.length > stability.threshold / Double(stability.window) {
      displacement += moved
    }
    let wasStill = isStill
    isStill = stability.summedShift < stability.threshold
    hasStopped = !wasStill && isStill
    return wasStill && !isStill
  }

  /// Whether the board is where it was seen last: the camera has not moved since, or has come back.
  var isBoardInPlace: Bool { displacement.length < Self.maximumDisplacementInPlace }

  /// Takes note that the board was seen when the picture had moved so far.
  mutating func boardWasSeen(at displacement: SIMD2<Double>) { self.displacement -= displacement }
}
