import Testing

@testable import BeanBagToss

@Suite("Which frames a slow device leaves out")
struct FramePacingTests {
  private let frame: Int64 = 33_333

  /// Sees frames one after another with a queue of so much time behind each; returns how many were wanted.
  private func see(
    _ pacing: inout FramePacing, from start: Int64 = 0, count: Int, queue: Int64,
    isPlayerInView: Bool = false
  ) -> Int {
    (0..<count).reduce(0) { wanted, index in
      let time = start + Int64(index) * frame
      let isWanted = pacing.wants(
        frameAt: time, newest: time + queue, isPlayerInView: isPlayerInView)
      return wanted + (isWanted ? 1 : 0)
    }
  }

  @Test(
    arguments: [
      (0, .nothingLeftOut), (199_999, .nothingLeftOut), (200_000, .fewerPoses),
      (349_999, .fewerPoses), (350_000, .fewerFrames), (500_000, .fewerFrames),
    ] as [(Int64, FramePacing.Pace)])
  func `how long the queue is decides what is left out`(queue: Int64, pace: FramePacing.Pace) {
    var pacing = FramePacing()
    _ = see(&pacing, count: 1, queue: queue)
    #expect(pacing.pace == pace)
  }

  @Test
  func `every second frame of 30 a second is left out while nobody is in view, and none else`() {
    var pacing = FramePacing()
    #expect(see(&pacing, count: 40, queue: 400_000) == 20)
    #expect(see(&pacing, from: 2_000_000, count: 40, queue: 400_000, isPlayerInView: true) == 40)
    var sparing = FramePacing()
    #expect(see(&sparing, count: 40, queue: 300_000) == 40, "poses alone are spared")
  }

  @Test func `a queue that stays short for two seconds gives back a step, another two the next`() {
    var pacing = FramePacing()
    pacing.lose(frameAt: 0)
    #expect(pacing.pace == .framesLost)
    var changes: [FramePacing.Pace] = []
    for index in 1...200 {
      let before = pacing.pace
      _ = see(&pacing, from: Int64(index) * frame, count: 1, queue: 0)
      if pacing.pace != before { changes.append(pacing.pace) }
    }
    #expect(changes == [.fewerFrames, .fewerPoses, .nothingLeftOut])
  }

  @Test func `a queue that is long now and then gives nothing back`() {
    var pacing = FramePacing()
    _ = see(&pacing, count: 1, queue: 250_000)
    for index in 1...200 {
      _ = see(
        &pacing, from: Int64(index) * frame, count: 1,
        queue: index.isMultiple(of: 50) ? 120_000 : 0)
    }
    #expect(pacing.pace == .fewerPoses)
  }
}
