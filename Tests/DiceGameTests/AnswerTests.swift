import DiceGame
import Testing

@Suite struct AnswerTests {
  @Test(
    "each source has its own confidence from which on it is judged",
    arguments: [
      (Answer.Source.pen, 0.7, true),
      (.pen, 0.69, false),  // what cannot be read is written again
      (.keys, 0.69, true),  // a key leaves no doubt
      (.keys, 0, true),
      (.voice, 0.5, true),
      (.voice, 0.49, false),
      (.pen, .nan, false),  // no confidence is no reason to judge
    ])
  func isClear(source: Answer.Source, confidence: Float, expected: Bool) {
    #expect(Answer(12, source: source, confidence: confidence).isClear == expected)
  }

  @Test(arguments: Answer.Source.allCases)
  func `an answer without a confidence is beyond doubt`(source: Answer.Source) {
    #expect(Answer(12, source: source).isClear)
  }
}
