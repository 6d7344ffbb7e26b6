import DiceGame
import Testing

@Suite struct GameModeTests {
  @Test(
    "each mode asks for its number",
    arguments: [
      (GameMode.count, [5], 1),
      (.count, [6, 6, 6], 3),  // how many, not how much
      (.add, [4], 4),
      (.add, [1, 2, 3, 4], 10),
      (.multiply, [5], 5),  // one die is its own product
      (.multiply, [2, 3, 1], 6),
      (.multiply, [Int](repeating: 6, count: 10), 60_466_176),  // the largest; 32 bits hold it
    ])
  func answer(mode: GameMode, values: [Int], expected: Int) {
    #expect(mode.answer(for: values) == expected)
  }
}
