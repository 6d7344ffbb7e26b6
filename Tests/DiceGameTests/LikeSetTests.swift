import DiceGame
import Testing
import VisionCore

@Suite struct LikeSetTests {
  @Test(
    "as many dice or one fewer are suggested, but not too few for the mode",
    arguments: [
      (GameMode.count, 5, 4...5),
      (.count, 1, 1...1),  // there is nothing fewer to count
      (.add, 10, 9...10),
      (.add, 3, 2...3),
      (.add, 2, 2...2),  // one die is nothing to add
      (.add, 1, 2...2),
      (.multiply, 3, 2...3),
      (.multiply, 2, 2...2),
    ])
  func suggestedDice(mode: GameMode, count: Int, expected: ClosedRange<Int>) {
    #expect(mode.suggestedDice(after: count) == expected)
  }

  private static let sets: [[DieValue]] = [
    [.four, .six, .two], [.two, .two], [.one, .one], [.six, .six, .six], [.one, .four], [.five],
    [.one], [.one, .two, .three, .four, .five, .six, .one, .two, .three, .four],
  ]

  @Test(arguments: GameMode.allCases, sets)
  func `a like set is about as hard, and its answer was not the one shown`(
    mode: GameMode, values: [DieValue]
  ) {
    guard values.count <= mode.maximumDice else { return }
    let before = values.map { $0.pips }
    for seed in 0..<200 as Range<UInt64> {
      let set = mode.likeSet(of: values, seed: seed).map { $0.pips }
      #expect(mode.suggestedDice(after: values.count).contains(set.count))
      #expect(set != before)
      if mode != .count { #expect(mode.answer(for: set) != mode.answer(for: before)) }
      guard set.count <= before.count else { continue }
      // With one die fewer it is the set without one of its dice, whichever that was.
      let origins =
        set.count == before.count
        ? [before]
        : before.indices.map { Array(before[..<$0]) + before[($0 + 1)...] }
      #expect(origins.contains { zip(set, $0).allSatisfy { abs($0 - $1) <= 1 } })
    }
  }

  @Test func `the same seed gives the same set, other seeds others`() {
    let values: [DieValue] = [.four, .six, .two]
    let sets = (0..<100 as Range<UInt64>).map { GameMode.add.likeSet(of: values, seed: $0) }
    #expect(sets == (0..<100 as Range<UInt64>).map { GameMode.add.likeSet(of: values, seed: $0) })
    #expect(Set(sets).count > 10)
    #expect(Set(sets.map(\.count)) == [2, 3], "sometimes as many, sometimes one fewer")
  }
}
