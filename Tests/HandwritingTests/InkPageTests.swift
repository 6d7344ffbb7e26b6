import Testing
import VisionCore

@testable import Handwriting

/// A page with a reader that takes any ink of one stroke for a 1 and of more for a 4, and counts how
/// often it is asked.
@Suite struct InkPageTests {
  final class Reader {
    var asked = 0

    func read(_ picture: DigitPicture) -> DigitScores {
      asked += 1
      // A ring leaves the middle free.
      return picture.pixels[14 * 28 + 14] > 0.5
        ? DigitScores(1, confidence: 0.9) : DigitScores(0, confidence: 0.8)
    }
  }

  let reader = Reader()

  @Test func `an empty page has no number`() {
    let page = InkPage()
    #expect(page.number == "")
    #expect(page.confidence == 0)
    #expect(page.digits.isEmpty)
  }

  @Test func `a stroke apart begins a digit`() {
    var page = InkPage()
    page.add(.line(x: 0), reader: reader.read)
    #expect(page.number == "1")
    page.add(.ring(100, 160), reader: reader.read)
    #expect(page.number == "10")
    #expect(abs(page.confidence - 0.9 * 0.8) < 1e-6)
  }

  @Test(
    "a digit is certain from its own confidence on",
    arguments: [(Float(0.7), true), (0.69, false), (1, true), (.nan, false)])
  func isCertain(confidence: Float, expected: Bool) {
    var page = InkPage()
    page.add(.line(x: 0), reader: { _ in DigitScores(1, confidence: confidence) })
    #expect(page.digits.map(\.isCertain) == [expected])
  }

  @Test func `digits are read from left to right in whatever order they are written`() {
    var page = InkPage()
    page.add(.ring(100, 160), reader: reader.read)
    page.add(.line(x: 0), reader: reader.read)
    #expect(page.number == "10")
    #expect(page.digits.map(\.strokes) == [[1], [0]])
  }

  @Test func `a stroke over an earlier one joins it, and both are read again`() throws {
    var page = InkPage()
    page.add(.ring(0, 60), reader: reader.read)
    #expect(page.number == "0")
    page.add(.bar(0, 60, y: 50), reader: { _ in DigitScores(8, confidence: 0.95) })
    #expect(page.number == "8")
    #expect(page.digits.map(\.strokes) == [[0, 1]])
    #expect(page.digits[0].boundingBox.height == 100)
  }

  @Test func `undo takes the last stroke back and reads what it was joined to`() {
    var page = InkPage()
    page.add(.ring(0, 60), reader: reader.read)
    let before = page.digits
    page.add(.bar(0, 60, y: 50), reader: { _ in DigitScores(8, confidence: 0.95) })
    page.undo(reader: reader.read)
    #expect(page.digits == before)
    #expect(page.strokes.count == 1)
    page.undo(reader: reader.read)
    #expect(page.number == "")
    page.undo(reader: reader.read)
    #expect(page.strokes.isEmpty)
  }

  @Test func `clear leaves an empty page`() {
    var page = InkPage(strokes: [.line(x: 0), .ring(100, 160)], reader: reader.read)
    page.clear()
    #expect(page.number == "" && page.strokes.isEmpty)
  }

  @Test func `what was read is not read again`() {
    var page = InkPage()
    page.add(.line(x: 0), reader: reader.read)
    #expect(reader.asked == 1)
    page.add(.line(x: 100), reader: reader.read)
    #expect(reader.asked == 3, "the new stroke alone, and both together")
    page.undo(reader: reader.read)
    #expect(reader.asked == 3, "what the first stroke was read as is still known")
  }

  @Test func `a stroke whose number was taken back is read again`() {
    var page = InkPage()
    page.add(.line(x: 0), reader: reader.read)
    page.undo(reader: reader.read)
    page.add(.ring(0, 60), reader: reader.read)
    #expect(page.number == "0")
  }

  @Test("Stroke by stroke is read as all at once", arguments: SampleNumber.all)
  func incremental(sample: SampleNumber) {
    var page = InkPage()
    for stroke in sample.strokes { page.add(stroke, reader: reader.read) }
    #expect(page.digits == InkPage(strokes: sample.strokes, reader: reader.read).digits)
  }

  @Test func `leading zeros stay`() {
    let page = InkPage(strokes: [.ring(0, 60), .line(x: 100)], reader: reader.read)
    #expect(page.number == "01")
  }

  /// Two rings in one stroke, and a line between them.
  private let joinedRings = Stroke(
    points: [Stroke.ring(0, 60), .ring(80, 140)].flatMap(\.points))!

  /// Takes whatever is wider than high for no digit.
  private func readNarrow(_ picture: DigitPicture) -> DigitScores {
    let hasInkOnTheLeft = (0..<28).contains { picture.pixels[$0 * 28 + 5] > 0.5 }
    return DigitScores(0, confidence: hasInkOnTheLeft ? 0 : 0.98)
  }

  @Test func `two digits written without lifting the pen are read, and not quite believed`() {
    let page = InkPage(strokes: [joinedRings], reader: readNarrow)
    #expect(page.number == "00")
    #expect(page.digits.map(\.strokes) == [[0], [0]])
    #expect(page.digits[0].boundingBox.maxX <= page.digits[1].boundingBox.x + 30)
    #expect(page.confidence < 0.7)
  }

  @Test func `a joined stroke is cut once, and what was cut is forgotten with it`() {
    var page = InkPage()
    var asked = 0
    func read(_ picture: DigitPicture) -> DigitScores {
      asked += 1
      return readNarrow(picture)
    }
    page.add(joinedRings, reader: read)
    let before = asked
    page.add(.ring(300, 360), reader: read)
    #expect(asked <= before + 2)
    #expect(page.number == "000")
    page.undo(reader: read)
    page.undo(reader: read)
    page.add(.ring(0, 60), reader: read)
    #expect(page.number == "0")
  }

  @Test func `a stroke that no cut makes digits of stays one, unbelieved`() {
    let page = InkPage(strokes: [joinedRings]) { _ in DigitScores(3, confidence: 0.1) }
    #expect(page.digits.map(\.digit) == [3])
  }
}
