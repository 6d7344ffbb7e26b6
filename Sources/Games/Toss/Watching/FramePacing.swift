/// Which frames of a camera are seen where a device is too slow for all of them.
///
/// Frames queue while the one before is seen, or an answer of a network is awaited. How much time the queue spans says how
/// far behind the device is; from step to step more is left out, and less again once the queue has been short for a while.
package struct FramePacing: Sendable {
  /// What is left out.
  package enum Pace: UInt8, CaseIterable, Sendable {
    case nothingLeftOut
    /// Half of the frames in which joints are wanted around a path.
    case fewerPoses
    /// While nobody is in view, frames beyond 15 a second, too.
    case fewerFrames
    /// The queue was full: frames were lost.
    case framesLost
  }

  package private(set) var pace = Pace.nothingLeftOut
  /// The time of the last frame behind which the queue was long, in microseconds, or of the last step back.
  private var late: Int64?
  /// The time of the last frame that was to be seen.
  private var lastSeen: Int64?

  /// From how much time in the queue on each step is taken, in microseconds.
  private static let steps: [(Pace, Int64)] = [(.fewerPoses, 200_000), (.fewerFrames, 350_000)]
  /// A queue that has spanned no more than this for this long has caught up.
  private static let short: Int64 = 100_000
  private static let calm: Int64 = 2_000_000
  /// From frame to frame at 15 a second, less what the times of cameras vary by.
  private static let interval: Int64 = 1_000_000 / 15 - 5_000

  package init() {}

  /// Decides about the first frame of the queue.
  ///
  /// - Parameters:
  ///   - time: When it was taken, in microseconds.
  ///   - newest: When the last frame in the queue was taken.
  ///   - isPlayerInView: Whether somebody was seen in the last look for people.
  /// - Returns: Whether it is to be seen.
  package mutating func wants(
    frameAt time: Int64, newest: Int64, isPlayerInView: Bool
  ) -> Bool {
    let span = newest - time
    for (step, limit) in Self.steps where span >= limit && pace.rawValue < step.rawValue {
      pace = step
    }
    if span > Self.short || late == nil { late = time }
    if let late, time - late >= Self.calm, let less = Pace(rawValue: pace.rawValue &- 1) {
      pace = less
      self.late = time
    }
    if pace.rawValue >= Pace.fewerFrames.rawValue, !isPlayerInView, let lastSeen,
      time - lastSeen < Self.interval
    {
      return false
    }
    lastSeen = time
    return true
  }

  /// A frame was lost, as the queue is full.
  package mutating func lose(frameAt time: Int64) {
    pace = .framesLost
    late = time
  }
}
