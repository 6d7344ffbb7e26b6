import PortableInference
import Testing
import VisionCore

@testable import PlayfieldToss

@Suite("The toss's module")
struct TossSessionTests {
  private let outOfTurn = TossFault.outOfTurn.rawValue
  private let badArgument = TossFault.badArgument.rawValue

  @Test func `calls out of turn are refused`() {
    var session = TossSession()
    var calls = [session.see(0, false, 1, 0), session.finish()]
    session.begin(false)
    // No frame was written, no run was asked for, no network was loaded.
    calls.append(session.see(0, false, 1, 0))
    calls.append(answer([0], &session))
    let bytes: [UInt8] = [1, 2, 3]
    calls.append(bytes.withUnsafeBytes { session.runNetwork(0, 1, 1, $0.baseAddress) })
    #expect(calls == [Int32](repeating: outOfTurn, count: 5))
    let (next, input) = (session.next(), session.nextInput)
    #expect(next == -1 && input == nil)
  }

  @Test func `what cannot be is refused`() {
    var session = TossSession()
    session.begin(false)
    let frames = [session.frame(0, 10), session.frame(10, 20_000), session.frame(-1, 10)]
    #expect(frames.allSatisfy { $0 == nil })
    let samples = session.frame(64, 48)
    #expect(samples != nil)
    for (matrix, orientation, time) in [
      (3, 1, 0), (-1, 1, 0), (300, 1, 0), (0, 0, 0), (0, 9, 0), (0, 1, 0.5), (0, 1, .nan),
    ] as [(Int32, Int32, Double)] {
      let status = session.see(matrix, false, orientation, time)
      #expect(status == badArgument, "\(matrix), \(orientation), \(time)")
    }
    var calls = [session.takeAnswer(nil, 3), session.load(5, nil, 0), session.load(0, nil, 3)]
    calls.append(session.runNetwork(0, 0, 1, nil))
    #expect(calls == [Int32](repeating: badArgument, count: 4))
    let bytes: [UInt8] = [1, 2, 3]
    let status = bytes.withUnsafeBufferPointer { session.load(0, $0.baseAddress, 3) }
    #expect(status == TossFault.damagedWeights.rawValue)
  }

  @Test func `the first frame waits for what the network sees of the board`() throws {
    var session = TossSession()
    session.begin(false)
    let memory = session.frame(320, 180)
    let samples = try #require(memory)
    samples.update(repeating: 128, count: 320 * 180 * 3 / 2)
    let status = session.see(0, false, 1, 0)
    let (waits, early) = (session.isWaiting, session.see(0, false, 1, 33_333))
    #expect(status == 0 && waits && early == outOfTurn)
    for (index, size) in [(160, 96), (288, 192), (512, 288)].enumerated() {
      let next = session.next()
      let shown = session.nextSize
      #expect(next == TossNetwork.boards.rawValue && shown.width == size.0)
      #expect(shown.height == size.1)
      if index == 0 {
        let again = session.next()
        #expect(again == -1, "the run is not answered")
        let other = answer([1, 2, 1, 4, 0, 0, 0, 0], &session)
        #expect(other == TossFault.otherNetwork.rawValue)
      }
      // No board is seen in any of the three drawings.
      let (columns, rows) = (size.0 / 8, size.1 / 8)
      let nothing =
        [1, 4, 1, 9, Float(rows), Float(columns)]
        + [Float](repeating: 0, count: 9 * rows * columns)
      let taken = answer(nothing, &session)
      #expect(taken == 0)
    }
    let (stillWaits, again) = (session.isWaiting, session.see(0, false, 1, 0))
    #expect(!stillWaits && again == badArgument, "the time of the frame before")
    let next = session.see(0, false, 1, 33_333)
    #expect(next == 0)
    session.giveUp()
    _ = session.frame(640, 360)
    let larger = session.see(0, false, 1, 66_667)
    #expect(larger == badArgument, "another size")
    let (ended, endedAgain) = (session.finish(), session.finish())
    #expect(ended == 0 && endedAgain == outOfTurn)
  }

  @Test func `answers are read as they were written, and nothing else is`() {
    let answers = [
      NetworkAnswer(shape: [1, 2], values: [0.5, -1]), NetworkAnswer(shape: [0], values: []),
      NetworkAnswer(shape: [3], values: [1, 2, 3]),
    ]
    let numbers = TossAnswer.numbers(of: answers)
    #expect(numbers.withUnsafeBufferPointer { TossAnswer.read($0) } == answers)
    for length in 0..<numbers.count {
      let cut = Array(numbers[..<length])
      #expect(cut.withUnsafeBufferPointer { TossAnswer.read($0) } == nil)
    }
    for damaged in [
      [9], [1, 0], [1, 1, .nan], [1, 2, 1e6, 1e6], [1, 1, -1], numbers + [0],
    ] as [[Float]] {
      #expect(damaged.withUnsafeBufferPointer { TossAnswer.read($0) } == nil, "\(damaged)")
    }
  }

  private func answer(_ numbers: [Float], _ session: inout TossSession) -> Int32 {
    numbers.withUnsafeBufferPointer { session.takeAnswer($0.baseAddress, Int32($0.count)) }
  }
}
