import Testing

@testable import VisionCore

@Suite("The cadence of frames")
struct FrameCadenceTests {
  /// Which of these frames are repeats; each is one number, the brightness of all of it.
  private func repeats(_ frames: [Float]) -> [Bool] {
    var cadence = FrameCadence()
    return frames.map { cadence.repeats([$0, $0]) }
  }

  /// Pictures that differ by 2, each shown for as many frames as `lengths` say by turns, with a little noise.
  private func moving(_ pictures: Int, lengths: [Int]) -> [Float] {
    (0..<pictures).flatMap { picture in
      (0..<lengths[picture % lengths.count]).map {
        Float(2 * picture) + ($0.isMultiple(of: 2) ? 0 : 0.01)
      }
    }
  }

  @Test(
    "one frame of each picture counts",
    arguments: [
      ([1], 1, "an ordinary film"), ([2], 0.5, "30 pictures a second stored at 60"),
      ([4], 0.25, "a film slowed four times"),
      ([2, 3], 0.6, "24 pictures a second stored at 60: some count twice"),
      ([1, 1, 1, 2], 1, "24 pictures a second stored at 30: few count twice"),
      ([12], 1, "a slide show"),
    ] as [([Int], Double, String)])
  func cadence(lengths: [Int], share: Double, why: String) {
    let seen = repeats(moving(48, lengths: lengths)).dropFirst(24).map { !$0 }
    #expect(abs(Double(seen.count { $0 }) / Double(seen.count) - share) < 0.05, "\(why)")
  }

  @Test func `at rest as many frames count as while something moved`() {
    let frames = moving(8, lengths: [4]) + [Float](repeating: 14, count: 40)
    let atRest = repeats(frames).suffix(32)
    #expect(atRest.count { !$0 } == 8)
  }

  @Test func `at rest in an ordinary film each frame counts`() {
    let frames =
      moving(20, lengths: [1]) + [Float](repeating: 38, count: 40) + moving(20, lengths: [1])
    #expect(!repeats(frames).contains(true))
  }

  @Test func `a film that returns to its own speed is seen whole again`() {
    let slow = moving(8, lengths: [4])
    #expect(!repeats(slow + moving(8, lengths: [1])).suffix(6).contains(true))
  }

  @Test(
    "A film with fewer than 25 pictures a second that repeats them is slow",
    arguments: [(1, 30, 1), (2, 60, 1), (2, 30, 0.6), (4, 30, 0.3)] as [(Int, Double, Double)])
  func pace(length: Int, frameRate: Double, pace: Double) {
    var cadence = FrameCadence()
    for frame in moving(24, lengths: [length]) { _ = cadence.repeats([frame, frame]) }
    #expect(abs(cadence.pace(frameRate: frameRate) - pace) < 1e-9)
  }

  @Test func `another size begins a new film`() {
    var cadence = FrameCadence()
    for frame in moving(8, lengths: [4]) { _ = cadence.repeats([frame, frame]) }
    let others = (0..<8).map { _ in cadence.repeats([0, 0, 0]) } + [cadence.repeats([])]
    #expect(!others.contains(true))
  }
}
