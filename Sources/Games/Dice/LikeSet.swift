internal import PlayfieldMaths
public import VisionCore

extension GameMode {
  /// The smallest number of dice that the mode makes sense with: one die is nothing to add.
  public var minimumDice: Int { self == .count ? 1 : 2 }

  /// How many dice to roll after an answer had to be shown: as many as the `count` of that roll, or one
  /// fewer, but never fewer than ``minimumDice``.
  public func suggestedDice(after count: Int) -> ClosedRange<Int> {
    max(count - 1, minimumDice)...max(count, minimumDice)
  }

  /// Dice to try after the answer for `values` had to be shown: as many or one fewer, in their order,
  /// each at most one pip away. Beside a die that is alone where there should be two, any other comes.
  ///
  /// - Parameters:
  ///   - values: In the order in which they lie.
  ///   - seed: Another seed, another set; the same seed gives the same.
  /// - Returns: A set with another answer than `values`, or in counting at least with other values.
  public func likeSet(of values: [DieValue], seed: UInt64) -> [DieValue] {
    var random = SplitMix64(seed: seed)
    let shown = values.map { $0.pips }
    let count = Int.random(in: suggestedDice(after: values.count), using: &random)
    var kept = shown
    while kept.count > count { kept.remove(at: Int.random(in: kept.indices, using: &random)) }
    let ranges =
      kept.map { max(1, $0 - 1)...min(6, $0 + 1) }
      + [ClosedRange<Int>](repeating: 1...6, count: count - kept.count)
    var set = ranges.map { Int.random(in: $0, using: &random) }

    let isKnown = self == .count ? set == shown : answer(for: set) == answer(for: shown)
    if isKnown { set[0] += set[0] > ranges[0].lowerBound ? -1 : 1 }
    return set.compactMap { DieValue(rawValue: UInt8($0)) }
  }
}
