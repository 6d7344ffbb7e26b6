import Foundation
import Media
import Testing
import VisionCore

@testable import PlayfieldWeb

extension ExportsTests {
  @Suite("for dice")
  struct DiceExportsTests {
    private static let project = URL(filePath: #filePath).appending(path: "../../..")
      .standardizedFileURL
    private static func weights(_ name: String = "dice") throws -> [UInt8] {
      [UInt8](try Data(contentsOf: project.appending(path: "Models/\(name).safetensors")))
    }

    private func load(
      _ bytes: [UInt8], by take: (UnsafePointer<UInt8>, Int32) -> Int32 = diceLoad
    ) -> Int32 {
      bytes.withUnsafeBufferPointer { buffer in
        take(buffer.baseAddress ?? UnsafePointer(bitPattern: 16)!, Int32(buffer.count))
      }
    }

    /// The values that the page would show.
    private func read(isLive: Bool) -> [Int] {
      #expect(diceBegin(1, isLive) == 0)
      while diceDraw() == 1 {
        #expect(dicePictureWidth() % 16 == 0 && dicePictureHeight() % 16 == 0)
        #expect(diceInfer() == 0)
        #expect(diceDecode() >= 0)
      }
      let count = diceFinish()
      let dice = records(diceResults(), length: sightingRecord.shape.length)
      #expect(dice.count == max(0, Int(count)))
      return dice.map { die in
        let scores = die[6..<12]
        // The best score is the value's, and the confidence.
        #expect(scores.firstIndex(of: scores.max()!)! - 5 == Int(die[0]))
        #expect(scores.max() == die[1])
        return Int(die[0])
      }
    }

    /// Describes our picture of dice.
    private func showDice() throws {
      let image = try ImageReader.read(
        contentsOf: Self.project.appending(path: "Samples/dice.jpg").path
      ).image
      let bytes = try #require(frame(image.width, image.height))
      for index in 0..<image.width * image.height {
        for channel in 0..<3 { bytes[4 * index + channel] = image.pixels[3 * index + channel] }
        bytes[4 * index + 3] = 255
      }
    }

    @Test(arguments: [false, true])
    func `our picture of dice is read, still and live`(makesPortraits: Bool) throws {
      #expect(load(try Self.weights()) == 0)
      if makesPortraits {
        #expect(load(try Self.weights("dice-portrait"), by: diceLoadPortraits) == 0)
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
      #expect(load(whole, by: diceLoadPortraits) == WebFault.otherNetwork.rawValue)
      #expect(frame(64, 48) != nil)
      #expect(read(isLive: false).isEmpty)
    }

    private var lying: [[Double]] { records(planeLying(), length: lyingRecord.shape.length) }

    @Test func `the table lies as the tops of its dice are seen`() throws {
      #expect(load(try Self.weights()) == 0)
      #expect(load(try Self.weights("dice-tops"), by: planeLoadTops) == 0)
      try showDice()
      #expect(read(isLive: true).count == 7)
      // Rendered from 40 degrees above (Training/Dice/Photoreal/picture.py), by a lens that sees 29 degrees across.
      #expect(planeLie(1, 1.547, 0, 0, 0) == 1)
      let (up, height) = (SIMD3(lying[0][0], lying[0][1], lying[0][2]), lying[0][3])
      #expect(abs(up.length - 1) < 1e-9)
      #expect(abs(asin(-up.z) * 180 / .pi - 40) < 4, "\(up)")
      #expect(abs(up.x) < 0.1)
      #expect(abs(height - 9.3) < 0.5)
      #expect(planeLie(1, 1.547, 0, -3, -4) == 1)
      #expect(abs(lying[0][1] + 0.6) < 1e-9 && abs(lying[0][2] + 0.8) < 1e-9)
    }

    @Test func `how it lies is unknown without dice, and of no real camera`() throws {
      #expect(load(try Self.weights()) == 0)
      #expect(load(try Self.weights("dice-tops"), by: planeLoadTops) == 0)
      #expect(load(try Self.weights(), by: planeLoadTops) == WebFault.otherNetwork.rawValue)
      #expect(frame(64, 48) != nil)
      #expect(read(isLive: true).isEmpty)
      #expect(planeLie(1, 0.6, 0, 0, 0) == 0)
      #expect(lying.isEmpty)
      for (orientation, focal, up) in [
        (0, 0.6, 0), (1, 0, 0), (1, -5, 0), (1, .infinity, 0), (1, .nan, 0), (1, 0.6, .nan),
      ] as [(Int32, Double, Double)] {
        #expect(planeLie(orientation, focal, up, 0, 0) == WebFault.badArgument.rawValue)
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
      #expect((frame(width, height) != nil) == isRead)
      if isRead { #expect(read(isLive: true).isEmpty) }
    }

    @Test func `another picture ends a reading that has begun`() throws {
      #expect(load(try Self.weights()) == 0)
      #expect(frame(64, 48) != nil)
      #expect(diceBegin(1, true) == 0)
      #expect(diceDraw() == 1)
      #expect(frame(4000, 3000) != nil)
      #expect(diceInfer() == WebFault.outOfTurn.rawValue)
      #expect(diceDraw() == 0)
      #expect(diceFinish() == WebFault.outOfTurn.rawValue)
    }

    @Test func `calls out of turn and arguments out of range are faults`() throws {
      #expect(load(try Self.weights()) == 0)
      #expect(frame(65, 48) != nil)
      #expect(diceDraw() == 0)
      #expect(diceInfer() == WebFault.outOfTurn.rawValue)
      #expect(diceDecode() == WebFault.outOfTurn.rawValue)
      #expect(diceFinish() == WebFault.outOfTurn.rawValue)
      for orientation: Int32 in [0, 9, -1, 257] {
        #expect(diceBegin(orientation, true) == WebFault.badArgument.rawValue)
      }
      _ = read(isLive: true)
      for (confidence, iou) in [(Float(-0.1), 0.3), (0.2, 1.1), (.nan, 0.3), (0.2, .nan)] {
        #expect(diceInspect(confidence, iou) == WebFault.badArgument.rawValue)
      }
    }
  }
}
