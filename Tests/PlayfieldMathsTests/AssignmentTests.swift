import Testing

@testable import PlayfieldMaths

@Suite struct AssignmentTests {
  struct Row: Sendable {
    let reason: String
    let costs: [[Double]]
    var limit = 10.0
    let expected: [Int?]
  }

  static let table = [
    Row(reason: "nothing to pair", costs: [], expected: []),
    Row(reason: "rows without columns stay alone", costs: [[], []], expected: [nil, nil]),
    Row(reason: "one pair", costs: [[1]], expected: [0]),
    Row(
      reason: "greedy would take 1 + 9; the best is 2 + 3",
      costs: [[1, 2], [3, 9]], expected: [1, 0]),
    Row(
      reason: "the textbook example of three workers",
      costs: [[8, 4, 7], [5, 2, 3], [9, 4, 8]], limit: 100, expected: [0, 2, 1]),
    Row(reason: "more columns than rows", costs: [[5, 1, 7]], expected: [1]),
    Row(reason: "more rows than columns", costs: [[5], [1], [7]], expected: [nil, 0, nil]),
    Row(reason: "a pair at the limit is not made", costs: [[10]], expected: [nil]),
    Row(reason: "a forbidden pair is not made", costs: [[.infinity, 1]], expected: [1]),
    Row(reason: "a pair whose cost is no number is not made", costs: [[.nan, 1]], expected: [1]),
    Row(reason: "no number at all", costs: [[.nan, .nan], [.nan, .nan]], expected: [nil, nil]),
    Row(
      reason: "a row goes without where only a forbidden column is left",
      costs: [[1, .infinity], [2, .infinity]], expected: [0, nil]),
    Row(
      reason: "one cheap pair beats two dear ones",
      costs: [[0, 9], [9, .infinity]], limit: 9.5, expected: [0, nil]),
  ]

  @Test("Every row gets its column", arguments: table)
  func pairs(row: Row) {
    let columns = row.costs.first?.count ?? 0
    let pairs = minimumCostAssignment(
      rows: row.costs.count, columns: columns, limit: row.limit
    ) { row.costs[$0][$1] }
    #expect(pairs == row.expected, "\(row.reason)")
  }

  @Test("No permutation is cheaper", arguments: 1...6)
  func agreesWithBruteForce(size: Int) {
    var random = SplitMix64(seed: UInt64(size))
    for _ in 0..<20 {
      let costs = (0..<size).map { _ in
        (0..<size).map { _ in Double.random(in: 0..<1, using: &random) }
      }
      let pairs = minimumCostAssignment(rows: size, columns: size, limit: 2) { costs[$0][$1] }
      let total = pairs.enumerated().reduce(0) { $0 + costs[$1.offset][$1.element!] }
      #expect(abs(total - cheapest(costs, row: 0, taken: [])) < 1e-9)
    }
  }

  private func cheapest(_ costs: [[Double]], row: Int, taken: Set<Int>) -> Double {
    guard row < costs.count else { return 0 }
    return costs.indices.filter { !taken.contains($0) }
      .map { costs[row][$0] + cheapest(costs, row: row + 1, taken: taken.union([$0])) }
      .min()!
  }
}
