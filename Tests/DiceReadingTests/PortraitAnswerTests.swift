import Testing
import VisionCore

@testable import DiceReading

@Suite("The portrait network's answer")
struct PortraitAnswerTests {
  @Test func `is the mean over the places`() throws {
    var values = [Float](repeating: 0, count: 7 * 16)
    values[3 * 16 + 5] = 32  // of "3", at one place
    values[15] = -16  // of no pip die, at the last one
    let answer = try PortraitAnswer(Tensor(shape: [1, 7, 4, 4], values: values.span))
    #expect(answer.logits == SIMD8(-1, 0, 0, 2, 0, 0, 0, 0))
  }

  @Test func `has confidences that sum up to 1, however large its logits`() {
    let shares = PortraitAnswer(logits: SIMD8(900, 0, 900, 0, 0, -900, 0, 0)).confidences
    #expect(shares == SIMD8(0.5, 0, 0.5, 0, 0, 0, 0, 0))
  }

  @Test(
    "of another network is refused",
    arguments: [[1, 10, 4, 4], [1, 7, 2, 8], [7, 4, 4], [1, 7, 16, 1]])
  func shape(shape: [Int]) {
    let values = [Float](repeating: 0, count: shape.reduce(1, *))
    #expect(throws: UnexpectedShape(tensor: "values", expected: [1, 7, 4, 4], actual: shape)) {
      try PortraitAnswer(Tensor(shape: shape, values: values.span))
    }
  }
}
