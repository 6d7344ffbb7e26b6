import VisionCore
import VisionRequests

/// How far a picture lies from where it lay when a camera stood still, once it does so again.
///
/// While the camera stands still the steps from frame to frame are noise, whose sum wanders off in a
/// long film. So then only those are kept in which a movement may have begun before it shows.
struct CameraShift {
  private var stability = CameraStability()
  private var steps: [ImageTranslation] = []
  private(set) var isMoving = false

  /// Takes in how far the picture has moved since the last frame, in widths.
  ///
  /// - Returns: The whole way, in widths, when the camera has come to stand still; else `nil`.
  mutating func update(_ step: ImageTranslation) -> ImageTranslation? {
    _ = stability.update(dx: step.dx, dy: step.dy)
    let wasMoving = isMoving
    isMoving = stability.summedShift >= stability.threshold
    steps.append(step)
    if isMoving {
      // One sum of a long movement is enough.
      steps = [sum]
      return nil
    }
    if wasMoving {
      defer { steps = [] }
      return sum
    }
    if steps.count > stability.window { steps.removeFirst() }
    return nil
  }

  private var sum: ImageTranslation {
    ImageTranslation(
      dx: steps.reduce(0) { $0 + $1.dx }, dy: steps.reduce(0) { $0 + $1.dy })
  }
}
