/// How far a picture lies from where it lay when a camera stood still, once it does so again.
///
/// While the camera stands still the steps from frame to frame are noise, whose sum wanders off in a
/// long film. So then only those are kept in which a movement may have begun before it shows.
package struct CameraShift: Sendable {
  private var stability = CameraStability()
  private var steps: [SIMD2<Double>] = []
  package private(set) var isMoving = false

  package init() {}

  /// Takes in how far the picture has moved since the last frame, to the right and down, in widths.
  ///
  /// - Returns: The whole way, in widths, when the camera has come to stand still; else `nil`.
  package mutating func update(_ step: SIMD2<Double>) -> SIMD2<Double>? {
    _ = stability.update(dx: step.x, dy: step.y)
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

  private var sum: SIMD2<Double> { steps.reduce(SIMD2(), +) }
}
