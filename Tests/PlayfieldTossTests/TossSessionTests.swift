import BeanBagToss
import Foundation
import PageInterface
import PortableInference
import Testing
import VisionCore

@testable import PlayfieldToss

@Suite("The toss's module")
struct TossSessionTests {
  private let outOfTurn = WebFault.outOfTurn.rawValue
  private let badArgument = WebFault.badArgument.rawValue

  @Test func `calls out of turn are refused`() {
    var session = TossSession()
    var calls = [session.see(0), session.finish(), session.forgetBoard()]
    calls.append(session.writeReport(nil, 0))
    session.begin(false, 0)
    // No frame was written, no run was asked for, no network was loaded.
    calls.append(session.see(0))
    calls.append(answer([0], &session))
    var networks = NetworkRunner()
    let bytes: [UInt8] = [1, 2, 3]
    calls.append(bytes.withUnsafeBytes { networks.run(0, 1, 1, $0.baseAddress) })
    calls.append(session.putBoard())
    #expect(calls == [Int32](repeating: outOfTurn, count: 8))
    let (next, network, input) = (session.next(), session.nextNetwork, session.nextInput)
    #expect(!next && network == nil && input == nil)
    var fresh = TossSession()
    calls = [fresh.correct(1, 0), fresh.withdraw(1)]
    #expect(calls == [outOfTurn, outOfTurn])
  }

  @Test func `what cannot be is refused`() {
    var session = TossSession()
    session.begin(false, 0)
    show(5_000, 40, &session)
    let large = session.see(0)
    #expect(large == badArgument, "a side of more than 4,096 pixels")
    show(64, 48, &session)
    for time in [0.5, .nan, .infinity] {
      let status = session.see(time)
      #expect(status == badArgument, "\(time)")
    }
    let records = ["", "{}", "{\"format\": 2}", "{\"format\": 1}"].map { text in
      Array(text.utf8).withUnsafeBufferPointer { session.proceed($0.baseAddress, Int32($0.count)) }
    }
    #expect(records.allSatisfy { $0 == badArgument })
    let miles = "{\"units\": \"miles\", \"began\": \"\", \"date\": \"\"}"
    let reports = ["", "{}", miles].map { text in
      Array(text.utf8).withUnsafeBufferPointer {
        session.writeReport($0.baseAddress, Int32($0.count))
      }
    }
    #expect(reports.allSatisfy { $0 == badArgument })
    var networks = NetworkRunner()
    var calls = [session.takeAnswer(nil, 3), networks.load(5, nil, 0), networks.load(0, nil, 3)]
    calls += [networks.run(0, 0, 1, nil), session.correct(1, 3), session.correct(1, -1)]
    let corners = session.cornerMemory()
    for index in 0..<8 { corners[index] = index == 3 ? .nan : 0.5 }
    calls.append(session.putBoard())
    #expect(calls == [Int32](repeating: badArgument, count: 7))
    let bytes: [UInt8] = [1, 2, 3]
    let status = bytes.withUnsafeBufferPointer { networks.load(0, $0.baseAddress, 3) }
    #expect(status == WebFault.damagedWeights.rawValue)
  }

  @Test func `the first frame waits for what the network sees of the board`() throws {
    var session = TossSession()
    session.begin(false, 0)
    show(320, 180, &session)
    let status = session.see(0)
    let (waits, early) = (session.isWaiting, session.see(33_333))
    #expect(status == 0 && waits && early == outOfTurn)
    for (index, size) in [(160, 96), (288, 192), (512, 288)].enumerated() {
      let next = session.next()
      let (network, shown) = (session.nextNetwork, session.nextSize)
      #expect(next && network == .boards && shown == PixelSize(width: size.0, height: size.1))
      if index == 0 {
        let again = session.next()
        #expect(!again, "the run is not answered")
        let other = answer([1, 2, 1, 4, 0, 0, 0, 0], &session)
        #expect(other == WebFault.otherNetwork.rawValue)
      }
      // No board is seen in any of the three drawings.
      let (columns, rows) = (size.0 / 8, size.1 / 8)
      let nothing =
        [1, 4, 1, 9, Float(rows), Float(columns)]
        + [Float](repeating: 0, count: 9 * rows * columns)
      let taken = answer(nothing, &session)
      #expect(taken == 0)
    }
    let (stillWaits, again) = (session.isWaiting, session.see(0))
    #expect(!stillWaits && again == badArgument, "the time of the frame before")
    let next = session.see(33_333)
    #expect(next == 0)
    show(640, 360, &session)
    let larger = session.see(66_667)
    #expect(larger == badArgument, "another size")
    let (ended, endedAgain) = (session.finish(), session.finish())
    #expect(ended == 0 && endedAgain == outOfTurn)
  }

  @Test func `what becomes known is listed once, by names that the page has, too`() {
    var session = TossSession()
    session.begin(false, 0)
    session.lose(1_000_000)
    let listed = read(session.takeEvents(), eventRecord.shape)
    let again = read(session.takeEvents(), eventRecord.shape)
    #expect(listed.map { [$0[0], $0[6]] } == [[4, 3]] && again.isEmpty)
    #expect(Choices.events.names.map { "\($0)" }[4] == "paceChanged")
    #expect(Choices.paces.names.map { "\($0)" }[3] == "framesLost")
    let finished = session.finish()
    // Without a frame there is a notice of that, number 0.
    let notices = read(session.takeEvents(), eventRecord.shape)
    #expect(finished == 0 && notices.map { [$0[0], $0[4]] } == [[3, 0]])
    let (throwMade, path) = (
      read(session.throwMade(1), throwRecord.shape), read(session.path(-1), pathPointRecord.shape)
    )
    #expect(throwMade.isEmpty && path.isEmpty)
  }

  @Test func `each notice has its name`() {
    let notices: [(StaticString, TossNotice)] = [
      ("noFrames", .noFrames), ("noBoard", .noBoard), ("noThrow", .noThrow),
      ("uncertainBoard", .uncertainBoard(confidence: 0.5)), ("severalPeople", .severalPeople(2)),
      ("cameraMoved", .cameraMoved(time: 1)), ("anotherView", .anotherView(time: 1)),
      ("boardElsewhere", .boardElsewhere), ("flightUnseen", .flightUnseen(throw: 1)),
      ("notMeasured", .notMeasured(throw: 1)), ("releaseUnseen", .releaseUnseen(throw: 1)),
      ("gameOver", .gameOver(throw: 1)), ("cutInFlight", .cutInFlight(throw: 1)),
      ("unevenFrames", .unevenFrames(shortest: 0.1, longest: 0.2)),
      ("gravityDisagrees", .gravityDisagrees(throw: 1, ratio: 0.5)),
    ]
    let names = Choices.notices.names.map { "\($0)" }
    #expect(names == notices.map { "\($0.0)" })
    #expect(notices.map { Int($0.1.index) } == Array(0..<names.count))
  }

  @Test func `a throw is written with what is not known of it`() {
    let made = Throw(
      number: 2, startFrame: 3, endFrame: 9, releaseFrame: 4, time: 0.25, style: nil,
      releaseAngle: Estimate(value: 41, error: 0.5), outcome: .off, points: 0,
      trajectory: TrajectoryObservation(
        id: 1, points: [], equation: nil, confidence: 1, isFinished: true),
      remarks: [.releaseUnseen, .offTheLine(stand: 5)])
    var list = RecordList()
    let numbers = read(list.share([made], as: throwRecord), throwRecord.shape)
    #expect(numbers.count == 1)
    let one = numbers[0]
    #expect(Array(one[0..<9]) == [2, 3, 9, 4, 0.25, 4, 0, 41, 0.5])
    #expect(one[9..<15].allSatisfy { $0.isNaN })
    #expect(Array(one[15..<20]) == [2, 0, 0, 0, 1] && one[20].isNaN && one[21] == 5)
  }

  @Test func `the page's side is written from the table as it is now`() throws {
    let file = URL(filePath: #filePath)
      .appending(path: "../../../Web/engine/toss/interface.js").standardizedFileURL
    let text = PageInterface.toss.script(from: "PlayfieldToss/Interface")
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
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

  /// Describes a grey frame.
  private func show(_ width: Int32, _ height: Int32, _ session: inout TossSession) {
    let area = width * height
    session.frame.memory(area * 3 / 2)?
      .initializeMemory(as: UInt8.self, repeating: 128, count: Int(area * 3 / 2))
    let status = session.frame.describe(
      FrameDescription(
        format: 2, matrix: 0, isFullRange: false, width: width, height: height, orientation: 1,
        planes: [(0, width), (area, width / 2), (area * 5 / 4, width / 2)]))
    #expect(status == 0)
  }

  private func answer(_ numbers: [Float], _ session: inout TossSession) -> Int32 {
    numbers.withUnsafeBufferPointer { session.takeAnswer($0.baseAddress, Int32($0.count)) }
  }

  /// The records of a list.
  private func read(_ list: UnsafePointer<Double>, _ shape: RecordShape) -> [[Double]] {
    (0..<Int(list[0])).map { record in
      (0..<shape.length).map { list[1 + record * shape.length + $0] }
    }
  }
}
