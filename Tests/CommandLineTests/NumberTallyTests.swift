import Handwriting
import Testing

@testable import playfield

@Suite struct NumberTallyTests {
  /// A page with as many ones, each so sure.
  private func ones(_ count: Int, confidence: Float) -> InkPage {
    let strokes = (0..<count).map { index in
      let x = Double(index) * 50
      return Stroke(points: [InkPoint(x: x, y: 0), InkPoint(x: x, y: 100)])!
    }
    return InkPage(strokes: strokes) { _ in
      DigitScores(probabilities: [0, confidence] + [Float](repeating: 0, count: 8))
    }
  }

  @Test func `right ones, and those that the game would ask for again, are counted by length`() {
    var tally = NumberTally()
    #expect(tally.isEmpty)
    tally.add(ones(1, confidence: 0.9), label: "1")
    tally.add(ones(1, confidence: 0.6), label: "7")
    tally.add(ones(2, confidence: 0.9), label: "11")
    tally.add(ones(2, confidence: 0.8), label: "11")
    tally.add(ones(2, confidence: 0.9), label: "17")
    #expect(tally.sentence == "3 of 5 numbers are right (60.0 %).")
    #expect(
      tally.table.description == """
        digits  numbers  right          asked again  right of the rest
        1             2      1  50.0 %       50.0 %            100.0 %
        2             3      2  66.7 %       33.3 %             50.0 %
        all           5      3  60.0 %       40.0 %             66.7 %
        """)
  }
}
