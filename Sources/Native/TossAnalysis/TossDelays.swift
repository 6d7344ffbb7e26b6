/// How long after the end of a path, in seconds, those questions are decided that need poses. A camera does not wait for them
/// as a film can: most are known by then, and what is decided is so by the same poses on each machine.
enum TossDelays {
  /// Whether somebody was there who could have thrown it. Less than ``TossGame/pathMemory``, after which the throw has
  /// ended.
  static let thrower = 0.6
  /// How it was thrown.
  static let measurement = 1.0
}
