import Foundation
import Media
import PageInterface
import Testing
import VisionCore

@testable import PlayfieldWeb

@Suite("The module's area for dice")
final class DiceAreaTests {
  private var session = Session()
  private var ticks = 0.0

  /// A clock that advances each time it is read.
  private func clock() -> Double {
    ticks += 1
    return ticks
  }

  private static let project = URL(filePath: #filePath).appending(path: "../../..")
    .standardizedFileURL
  private static func weights(_ name: String = "dice") throws -> [UInt8] {
    [UInt8](try Data(contentsOf: project.appending(path: "Models/\(name).safetensors")))
  }

  private func load(
    _ bytes: [UInt8], by take: ((UnsafePointer<UInt8>?, Int32) -> Int32)? = nil
  ) -> Int32 {
    bytes.withUnsafeBufferPointer { buffer in
      let start = buffer.baseAddress ?? UnsafePointer(bitPattern: 16)
      let count = Int32(buffer.count)
      return take.map { $0(start, count) } ?? session.dice.load(start, count)
    }
  }

  private func loadPortraits(_ bytes: [UInt8]) -> Int32 {
    load(bytes) { self.session.dice.loadPortraits($0, $1) }
  }

  private func loadTops(_ bytes: [UInt8]) -> Int32 {
    load(bytes) { self.session.plane.loadTops($0, $1) }
  }

  private func lie(
    _ orientation: Int32, _ focalShare: Double, _ x: Double, _ y: Double, _ z: Double
  ) -> Int32 {
    session.plane.lie(
      session.frame.picture, orientation, focalShare: focalShare, up: SIMD3(x, y, z),
      by: session.dice.boxes)
  }

  /// The values that the page would show.
  private func read(isLive: Bool) -> [Int] {
    let looks = session.dice.read(session.frame.picture, 1, isLive, clock: clock)
    #expect(looks > 0)
    #expect(session.dice.shownSize.width % 16 == 0 && session.dice.shownSize.height % 16 == 0)
    // The clock has ticked once between each two parts of a look.
    let times = records(session.dice.times(), length: readingTimesRecord.shape.length)
    #expect(times == [[Double(looks), Double(looks), Double(looks)]])
    let dice = records(session.dice.results(), length: sightingRecord.shape.length)
    #expect(dice.count == session.dice.observations.count)
    return dice.map { die in
      let scores = die[6..<12]
      // The best score is the value's, and the confidence.
      #expect(scores.firstIndex(of: scores.max()!)! - 5 == Int(die[0]))
      #expect(scores.max() == die[1])
      return Int(die[0])
    }
  }

  /// Describes our picture of dice, with black to its left and right, stored so that it has to be turned.
  private func showDice(between margin: Int = 0, stored turn: ImageOrientation = .up) throws {
    let image = try ImageReader.read(
      contentsOf: Self.project.appending(path: "Samples/dice.jpg").path
    ).image
    let upright = PixelSize(width: image.width + 2 * margin, height: image.height)
    let size = turn.uprightSize(of: upright)
    let start = session.showBlack(size.width, size.height)
    let bytes = try #require(start)
    for (index, pixel) in zip(0..., stride(from: 0, to: image.pixels.count, by: 3)) {
      let place = turn.storedRegion(
        of: PixelRect(x: margin + index % image.width, y: index / image.width, width: 1, height: 1),
        in: upright)
      let byte = 4 * (place.y * size.width + place.x)
      for channel in 0..<3 { bytes[byte + channel] = image.pixels[pixel + channel] }
      bytes[byte + 3] = 255
    }
  }

  @Test(arguments: [false, true])
  func `our picture of dice is read, still and live`(makesPortraits: Bool) throws {
    #expect(load(try Self.weights()) == 0)
    if makesPortraits {
      #expect(loadPortraits(try Self.weights("dice-portrait")) == 0)
    }
    try showDice()
    #expect(read(isLive: false) == [4, 3, 4, 6, 1, 2, 5])
    for _ in 0..<3 { #expect(read(isLive: true).count == 7) }
  }

  @Test func `damaged and foreign weights are distinguished, and leave the old ones`() throws {
    let whole = try Self.weights()
    #expect(load(whole) == 0)
    #expect(load([]) == WebFault.damagedWeights.rawValue)
    #expect(load(Array(whole.dropLast())) == WebFault.damagedWeights.rawValue)
    let other = Array(whole)
    let name = Array("head.2.bias".utf8)
    let place = try #require(
      (0..<5000).first { Array(other[$0..<$0 + name.count]) == name })
    var renamed = other
    renamed[place] = UInt8(ascii: "x")
    #expect(load(renamed) == WebFault.otherNetwork.rawValue)
    #expect(loadPortraits(whole) == WebFault.otherNetwork.rawValue)
    #expect(session.showBlack(64, 48) != nil)
    #expect(read(isLive: false).isEmpty)
  }

  private var lying: [[Double]] { records(session.plane.lying(), length: lyingRecord.shape.length) }

  @Test func `the table lies as the tops of its dice are seen`() throws {
    #expect(load(try Self.weights()) == 0)
    #expect(loadTops(try Self.weights("dice-tops")) == 0)
    try showDice()
    #expect(read(isLive: true).count == 7)
    // Rendered from 40 degrees above (Training/Dice/Photoreal/picture.py), by a lens that sees 29 degrees across.
    #expect(lie(1, 1.547, 0, 0, 0) == 1)
    let (up, height) = (SIMD3(lying[0][0], lying[0][1], lying[0][2]), lying[0][3])
    #expect(abs(up.length - 1) < 1e-9)
    #expect(abs(asin(-up.z) * 180 / .pi - 40) < 4, "\(up)")
    #expect(abs(up.x) < 0.1)
    #expect(abs(height - 9.3) < 0.5)
    #expect(lie(1, 1.547, 0, -3, -4) == 1)
    #expect(abs(lying[0][1] + 0.6) < 1e-9 && abs(lying[0][2] + 0.8) < 1e-9)
  }

  @Test func `how it lies is unknown without dice, and of no real camera`() throws {
    #expect(load(try Self.weights()) == 0)
    #expect(loadTops(try Self.weights("dice-tops")) == 0)
    #expect(loadTops(try Self.weights()) == WebFault.otherNetwork.rawValue)
    #expect(session.showBlack(64, 48) != nil)
    #expect(read(isLive: true).isEmpty)
    #expect(lie(1, 0.6, 0, 0, 0) == 0)
    #expect(lying.isEmpty)
    for (orientation, focal, up) in [
      (0, 0.6, 0), (1, 0, 0), (1, -5, 0), (1, .infinity, 0), (1, .nan, 0), (1, 0.6, .nan),
    ] as [(Int32, Double, Double)] {
      #expect(lie(orientation, focal, up, 0, 0) == WebFault.badArgument.rawValue)
    }
  }

  @Test(
    "frames of any size are read, or refused",
    arguments: [
      (1, 1, true), (1, 4000, true), (3840, 2160, true), (0, 8, false), (-4, 8, false),
      (20_000, 2, false), (16_000, 16_000, false),
    ] as [(Int, Int, Bool)])
  func sizes(width: Int, height: Int, isRead: Bool) throws {
    #expect(load(try Self.weights()) == 0)
    #expect((session.showBlack(width, height) != nil) == isRead)
    if isRead { #expect(read(isLive: true).isEmpty) }
  }

  @Test func `what the network saw last can be looked at, and read with other thresholds`() throws {
    #expect(load(try Self.weights()) == 0)
    #expect(session.dice.shownPicture == nil)
    #expect(session.dice.inspect(0.2, 0.3) == WebFault.outOfTurn.rawValue, "nothing was seen")
    try showDice()
    #expect(read(isLive: true).count == 7)

    let size = session.dice.shownSize
    let shown = session.dice.shownPicture
    let picture = try #require(shown)
    let pixels = UnsafeRawBufferPointer(start: picture, count: 4 * size.width * size.height)
    #expect(Set(pixels).count > 100, "a photograph")
    #expect(stride(from: 3, to: pixels.count, by: 4).contains { pixels[$0] == 255 })

    let length = sightingRecord.shape.length
    var counts: [(inspected: Int, kept: Int)] = []
    for confidence in [Float(0.01), 0.5] {
      let count = session.dice.inspect(confidence, 0.3)
      let inspected = records(session.dice.inspected(), length: length)
      let kept = records(session.dice.kept(), length: length)
      #expect(inspected.count == Int(count))
      #expect(inspected.allSatisfy { $0[1] >= Double(confidence) })
      #expect(kept.allSatisfy { die in inspected.contains { $0[0] == die[0] } })
      // Boxes are of the picture that is shown.
      #expect(kept.allSatisfy { (0..<1).contains($0[2]) && (0..<1).contains($0[3]) })
      counts.append((inspected.count, kept.count))
    }
    #expect(counts[0].inspected > counts[1].inspected)
    #expect(counts[1].inspected > counts[1].kept, "a die is seen by several cells")
    #expect((1...7).contains(counts[1].kept))
  }

  @Test(arguments: [true, false])
  func `other thresholds count from the next picture on`(isLive: Bool) throws {
    #expect(load(try Self.weights()) == 0)
    try showDice()
    #expect(read(isLive: isLive).count == 7)
    #expect(session.adjust(1, 0.3, 0) == 0)
    #expect(read(isLive: isLive).isEmpty)
    #expect(session.adjust(0.2, 0.3, 0) == 0)
    #expect(read(isLive: isLive).count == 7)
  }

  @Test(
    "boxes are those of the whole picture in each shape, however it is turned",
    arguments: [true, false], [.up, .right, .down] as [ImageOrientation])
  func shapes(isLive: Bool, turn: ImageOrientation) throws {
    #expect(load(try Self.weights()) == 0)
    // Half as wide again as our picture of dice: in a crop are all dice.
    try showDice(between: 320, stored: turn)
    func boxes(shape: Int32) -> [BoundingBox] {
      #expect(session.adjust(0.2, 0.3, shape) == 0)
      for _ in 0..<(isLive ? 3 : 1) {
        let orientation = Int32(turn.rawValue)
        #expect(session.dice.read(session.frame.picture, orientation, isLive, clock: clock) > 0)
      }
      return session.dice.observations.map(\.boundingBox)
    }
    let whole = boxes(shape: 0)
    #expect(whole.count == 7)
    for shape: Int32 in [1, 2] {
      let other = boxes(shape: shape)
      #expect(other.count == 7)
      for box in other {
        #expect(whole.contains { $0.intersectionOverUnion(box) > 0.5 }, "\(shape) \(box)")
      }
    }
  }

  @Test func `what lies still is looked at again with other settings`() throws {
    try showDice()
    _ = session.game.opens(session.frame.picture, at: 0)
    session.game.see([], at: 0)
    let looks = (1...20).map { frame in
      session.game.opens(session.frame.picture, at: 0.01 * Double(frame))
    }
    #expect(looks.last == 0, "nothing moves")
    #expect(session.adjust(0.3, 0.3, 0) == 0)
    #expect(session.game.opens(session.frame.picture, at: 0.21) == 1)
    for (confidence, iou, shape) in [
      (-0.1, 0.3, 0), (0.2, 1.1, 0), (.nan, 0.3, 0), (0.2, .nan, 0), (0.2, 0.3, 3), (0.2, 0.3, -1),
    ]
      as [(Float, Double, Int32)]
    {
      #expect(session.adjust(confidence, iou, shape) == WebFault.badArgument.rawValue)
    }
  }

  @Test func `one look can be drawn and run alone, as often as it takes to see how quick it is`()
    throws
  {
    #expect(load(try Self.weights()) == 0)
    #expect(session.dice.infer() == WebFault.outOfTurn.rawValue, "nothing was drawn")
    try showDice()
    for isLive in [false, true] {
      #expect(session.dice.draw(session.frame.picture, 1, isLive) == 0)
      #expect(session.dice.shownSize.width == 320 && session.dice.shownSize.height == 240)
      #expect(session.dice.infer() == 0)
      #expect(session.dice.inspect(0.2, 0.3) > 0)
      #expect(session.dice.operations > 1e8)
      #expect(session.dice.infer() == 0, "as a benchmark does")
    }
    #expect(session.dice.observations.isEmpty, "nothing was read")
  }

  @Test func `calls out of turn and arguments out of range are faults`() throws {
    #expect(session.showBlack(65, 48) != nil)
    let outOfTurn = WebFault.outOfTurn.rawValue
    #expect(session.dice.read(session.frame.picture, 1, true, clock: clock) == outOfTurn)
    #expect(session.dice.draw(session.frame.picture, 1, true) == outOfTurn)
    #expect(load(try Self.weights()) == 0)
    #expect(session.dice.read(nil, 1, true, clock: clock) == outOfTurn)
    #expect(session.dice.draw(nil, 1, true) == outOfTurn)
    #expect(session.dice.infer() == outOfTurn)
    let badArgument = WebFault.badArgument.rawValue
    for orientation: Int32 in [0, 9, -1, 257] {
      let picture = session.frame.picture
      #expect(session.dice.read(picture, orientation, true, clock: clock) == badArgument)
      #expect(session.dice.draw(picture, orientation, true) == badArgument)
    }
    _ = read(isLive: true)
    for (confidence, iou) in [(Float(-0.1), 0.3), (0.2, 1.1), (.nan, 0.3), (0.2, .nan)] {
      #expect(session.dice.inspect(confidence, iou) == badArgument)
    }
  }

  @Test func `dice lie where the page says, for an instance that reads none`() {
    var session = Session()
    #expect(session.dice.put(1) == WebFault.badArgument.rawValue, "nothing was written")
    #expect(session.dice.boxMemory(-1) == nil && session.dice.boxMemory(1_001) == nil)
    let memory = session.dice.boxMemory(2)
    for index in 0..<8 { memory?[index] = Double(index) / 10 }
    #expect(session.dice.put(3) == WebFault.badArgument.rawValue, "fewer were written")
    #expect(session.dice.put(2) == 0)
    let boxes = session.dice.boxes
    #expect(
      boxes == [
        BoundingBox(x: 0, y: 0.1, width: 0.2, height: 0.3),
        BoundingBox(x: 0.4, y: 0.5, width: 0.6, height: 0.7),
      ])
    memory?[3] = .infinity
    #expect(session.dice.put(2) == WebFault.badArgument.rawValue)
  }
}
