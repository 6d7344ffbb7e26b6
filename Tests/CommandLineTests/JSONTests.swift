import DiceGame
import Testing
import VisionCore

@testable import playfield

@Suite struct JSONTests {
  @Test(
    "Values are written as RFC 8259 has them",
    arguments: [
      (.null, "null"), (.integer(-3), "-3"),
      (["b": .integer(1), "a": .null], #"{"b": 1, "a": null}"#),
      ([], "[]"), ([.integer(1), "x"], #"[1, "x"]"#), ("a \"b\" \\ c", #""a \"b\" \\ c""#),
      ("line\nbreak\ttab\u{1}", #""line\nbreak\ttab\u0001""#), ("Würfel ⚅", #""Würfel ⚅""#),
    ] as [(JSON, String)])
  func text(value: JSON, expected: String) {
    #expect(value.text == expected)
  }

  @Test(
    "Numbers are rounded, and never what JSON cannot write",
    arguments: [
      (0.123456789, 5, "0.12346"), (0.5, 5, "0.5"), (2, 4, "2"), (-0.00001, 4, "0"),
      (1234.56, 1, "1234.6"), (.nan, 4, "null"), (.infinity, 4, "null"), (1e300, 1, "1e+300"),
    ] as [(Double, Int, String)])
  func rounds(value: Double, places: Int, expected: String) {
    #expect(JSON.number(value, places: places).text == expected)
  }

  private let die = DieObservation(
    label: .four, confidence: 0.912345,
    boundingBox: BoundingBox(x: 0.1, y: 0.2, width: 0.0333333333, height: 0.05))

  @Test func `a picture is a line with the keys of the manual, in that order`() {
    let line = JSON.picture(
      file: "a.jpg", width: 640, height: 480, roll: Roll(dice: [die]), milliseconds: 12.3456)
    #expect(
      line.text == """
        {"file": "a.jpg", "width": 640, "height": 480, "dice": [{"value": 4, "confidence": 0.9123, \
        "box": [0.1, 0.2, 0.03333, 0.05]}], "sum": 4, "milliseconds": 12.3}
        """)
  }

  @Test func `a roll is a line with the keys of the manual, in that order`() {
    let line = JSON.roll(2, Roll(dice: [die]), frame: 73, time: 2.43333333)
    #expect(
      line.text == """
        {"roll": 2, "frame": 73, "time": 2.4333, "values": [4], "sum": 4, "dice": [{"value": 4, \
        "confidence": 0.9123, "box": [0.1, 0.2, 0.03333, 0.05]}]}
        """)
  }

  @Test func `an evaluation is a line with the keys of the manual, in that order`() {
    var evaluation = Evaluation(set: "mine", split: "test")
    evaluation.score.add([die], truth: DiceTruth(dice: .values([.four])))
    #expect(
      JSON.evaluation(evaluation).text == """
        {"set": "mine", "photos": 1, "dice": 1, "right": 1, "wrong": 0, "missed": 0, "extra": 0, \
        "photosRight": 1, "mAP50": null, "confusion": [[0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], \
        [0, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]]}
        """)
  }

  @Test(
    "A roll reads like an exercise book",
    arguments: [([], "no dice"), ([4], "4"), ([2, 4, 1], "2 + 4 + 1 = 7")] as [([UInt8], String)])
  func equation(values: [UInt8], expected: String) {
    let dice = values.enumerated().map { index, value in
      DieObservation(
        label: DieValue(rawValue: value)!, confidence: 1,
        boundingBox: BoundingBox(x: Double(index) / 10, y: 0, width: 0.05, height: 0.05))
    }
    #expect(Roll(dice: dice).equation == expected)
  }
}
