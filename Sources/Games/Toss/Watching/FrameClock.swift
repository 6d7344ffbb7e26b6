/// The times of a film's frames, in seconds.
struct FrameClock {
  /// How many frames there were.
  private(set) var count = 0
  private(set) var times: (first: Double, last: Double)?
  /// From frame to frame.
  private(set) var gaps: (shortest: Double, longest: Double)?
  /// From frame to frame, as most are.
  private(set) var interval = 1.0 / 30

  /// Takes in the next frame.
  ///
  /// - Returns: How long after the one before it comes; 0 for the first one.
  mutating func advance(to time: Double) -> Double {
    count += 1
    guard let times else {
      self.times = (time, time)
      return 0
    }
    let passed = time - times.last
    gaps = (min(gaps?.shortest ?? passed, passed), max(gaps?.longest ?? passed, passed))
    // A running mean that a pause moves little.
    interval += (min(max(passed, 0.5 * interval), 2 * interval) - interval) * 0.1
    self.times = (times.first, time)
    return passed
  }

  /// Whether frames are missing, or come at times of their own.
  var isUneven: Bool {
    gaps.map { $0.longest > 1.6 * $0.shortest && $0.longest - $0.shortest > 0.005 } ?? false
  }
}
