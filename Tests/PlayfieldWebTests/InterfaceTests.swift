import DiceGame
import Foundation
import Handwriting
import PageInterface
import RaceGame
import SpokenNumbers
import Testing

@testable import PlayfieldWeb

@Suite("What the page and the module agree on")
struct InterfaceTests {
  private static let file = URL(filePath: #filePath)
    .appending(path: "../../../Web/engine/interface.js").standardizedFileURL

  @Test func `the page's side is written from the table as it is now`() throws {
    let text = PageInterface.games.script(from: "PlayfieldWeb/Interface")
    #expect(try String(contentsOf: Self.file, encoding: .utf8) == text)
  }

  @Test func `each record writes as many numbers as its shape has`() {
    struct Nothing {}
    let record = Record<Nothing>(
      "nothing",
      [
        .number("number") { _ in 7 }, .optional("optional") { _ in Int?.none },
        .flag("flag") { _ in true },
        .choice("choice", of: .modes) { _ in 2 }, .box("box") { _ in nil },
        .numbers("numbers", count: 3) { _, index in Double(index) },
      ])
    var list = RecordList()
    list.append(Nothing(), as: record)
    list.append(Nothing(), as: record)
    #expect(list.count == 2)
    let numbers = records(list.share(), length: record.shape.length)
    #expect(numbers.count == 2)
    for one in numbers {
      #expect(one[0] == 7 && one[1].isNaN && one[2] == 1 && one[3] == 2)
      #expect(one[4..<8].allSatisfy { $0.isNaN })
      #expect(Array(one[8...]) == [0, 1, 2])
    }
    list.removeAll()
    #expect(records(list.share(), length: record.shape.length).isEmpty)
  }

  @Test func `what the page reads lies in one place, however much there is of it`() {
    var memory = SharedMemory<UInt8>()
    for count in [0, 1, 16, 17, 100_000, 3] {
      let elements = (0..<count).map { UInt8(truncatingIfNeeded: 7 * $0) }
      let pointer = memory.fill(elements)
      #expect(Array(UnsafeBufferPointer(start: pointer, count: count)) == elements)
    }
    // What fits does not move.
    #expect(memory.fill([1, 2, 3]) == memory.fill([4]))
  }

  @Test func `what is certain to who reads or hears it is clear to who judges it`() {
    #expect(DigitObservation.minimumConfidence == Answer.Source.pen.minimumConfidence)
    #expect(NumberReading.minimumConfidence == Answer.Source.voice.minimumConfidence)
  }

  @Test func `each mode has its index, and the race one behind them`() {
    #expect(Asker(argument: 1) == .mode(.add) && Asker.mode(.multiply).index == 2)
    #expect(Asker(argument: 3) == .race && Asker.race.index == 3)
    for argument: Int32 in [-1, 4, 259] { #expect(Asker(argument: argument) == nil) }
  }

  @Test func `choices stand in the order of their raw values`() {
    #expect(Choices.formats.names.map { "\($0)" } == ["RGBA", "BGRA", "I420", "NV12"])
    #expect(Choices.modes.names.map { "\($0)" } == ["count", "add", "multiply", "race"])
    for choices in PageInterface.games.choices {
      #expect(choices.names.count > 1, "\(choices.name)")
    }
  }
}
