import Testing
import VisionCore

@testable import Handwriting

@Suite struct StrokeGroupingTests {
  /// Strokes, groups of them that the network takes for digits, and what comes out.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let strokes: [Stroke]
    /// How sure it is of these; of any other group it is hardly sure.
    let confidences: [[Int]: Float]
    let expected: [[Int]]

    init(
      _ reason: String, _ strokes: [Stroke], _ confidences: [[Int]: Float], _ expected: [[Int]]
    ) {
      testDescription = reason
      self.strokes = strokes
      self.confidences = confidences
      self.expected = expected
    }
  }

  static let rows = [
    Row("nothing is written", [], [:], []),
    Row("one stroke", [.ring(0, 60)], [[0]: 1], [[0]]),
    Row(
      "two rings apart are two digits", [.ring(0, 60), .ring(80, 140)], [[0]: 1, [1]: 1],
      [[0], [1]]),
    Row(
      "digits stand from left to right, whatever was written first",
      [.ring(80, 140), .ring(0, 60)], [[0]: 1, [1]: 1], [[1], [0]]),
    Row(
      "the bar of a five, written when the next digit stands",
      [.ring(0, 50), .ring(70, 120), .bar(10, 60)], [[0]: 0.7, [1]: 1, [2]: 0, [0, 2]: 1],
      [[0, 2], [1]]),
    Row(
      "a bar that hangs in the air beside its five",
      [.ring(0, 40), .bar(45, 80)], [[0]: 0.8, [1]: 0, [0, 1]: 0.95], [[0, 1]]),
    Row(
      "the bar across a seven", [.line(x: 20), .bar(0, 40, y: 50)],
      [[0]: 1, [1]: 0, [0, 1]: 1], [[0, 1]]),
    Row(
      "two lines of a four", [.ring(0, 60, height: 60), .line(x: 45)],
      [[0]: 0.6, [1]: 1, [0, 1]: 1], [[0, 1]]),
    Row(
      "a one close to a ring is not its stem", [.line(x: 0), .ring(3, 60)],
      [[0]: 1, [1]: 1, [0, 1]: 0.3], [[0], [1]]),
    Row(
      "a slanted seven reaches over the next digit", [.bar(0, 70), .ring(35, 90)],
      [[0]: 0.9, [1]: 0.9, [0, 1]: 0.1], [[0], [1]]),
    Row(
      "where the network is of two minds the overlap decides: apart",
      [.ring(0, 60), .ring(70, 130)], [[0]: 0.9, [1]: 0.9, [0, 1]: 0.9], [[0], [1]]),
    Row(
      "and joined", [.ring(0, 60), .ring(5, 65)], [[0]: 0.4, [1]: 0.4, [0, 1]: 0.4], [[0, 1]]),
    Row(
      "a tap beside the number is left out", [.ring(0, 60), Stroke([[150, 50]])!],
      [[0]: 1, [1]: 0], [[0]]),
    Row(
      "a tap before it, too", [.ring(0, 60), Stroke([[-90, 50], [-88, 51]])!],
      [[0]: 1, [1]: 0], [[0]]),
    Row("a tap alone is no number", [Stroke([[3, 3]])!], [[0]: 0], []),
    Row(
      "a scribble is one digit that nobody believes", [.bar(0, 100), .ring(0, 100)],
      [:], [[0, 1]]),
  ]

  @Test("Strokes become digits", arguments: rows)
  func grouping(row: Row) {
    let grouping = StrokeGrouping(row.strokes)
    let digits = grouping.digits { row.confidences[grouping.order[$0].sorted()] ?? 0.05 }
    #expect(digits.map { grouping.order[$0].sorted() } == row.expected)
  }

  @Test func `a page full of strokes asks for each group once`() {
    let strokes = (0..<50).map { Stroke.line(x: Double($0) * 30) }
    var asked: [Range<Int>] = []
    let digits = StrokeGrouping(strokes).digits {
      asked.append($0)
      return $0.count == 1 ? 1 : 0
    }
    #expect(digits.count == 50)
    #expect(Set(asked).count == asked.count)
    #expect(asked.count <= 50 * StrokeGrouping.mostStrokes)
  }
}
