/// The durations of one piece of work, done many times.
struct Series {
  private var seconds: [Double] = []

  /// What the machine can do when nobody disturbs it.
  var best: Double { seconds.min() ?? .nan }
  var median: Double { seconds.isEmpty ? .nan : seconds.sorted()[seconds.count / 2] }

  /// Does the work once and notes how long it took.
  mutating func time<Result>(_ work: () async throws -> Result) async rethrows -> Result {
    let clock = ContinuousClock()
    let start = clock.now
    let result = try await work()
    seconds.append((clock.now - start) / .seconds(1))
    return result
  }
}
