import Handwriting

/// How many numbers were read correctly, where it is known which were meant.
struct NumberTally: Summary {
  /// Below this confidence the game asks again, and counts nothing as wrong.
  static let sure: Float = 0.7

  private struct Count: Codable {
    var numbers = 0
    var right = 0
    var sure = 0
    var sureAndRight = 0
  }

  /// By the number of digits that were meant.
  private var counts: [Int: Count] = [:]

  var isEmpty: Bool { counts.isEmpty }

  mutating func add(_ other: NumberTally) {
    for (length, count) in other.counts {
      counts[length, default: Count()].numbers += count.numbers
      counts[length]?.right += count.right
      counts[length]?.sure += count.sure
      counts[length]?.sureAndRight += count.sureAndRight
    }
  }

  mutating func add(_ page: InkPage, label: String) {
    let isRight = page.number == label
    let isSure = page.confidence >= Self.sure
    counts[label.count, default: Count()].numbers += 1
    counts[label.count]?.right += isRight ? 1 : 0
    counts[label.count]?.sure += isSure ? 1 : 0
    counts[label.count]?.sureAndRight += isSure && isRight ? 1 : 0
  }

  /// "215 of 223 numbers are right (96.4 %)."
  var sentence: String {
    let all = total
    let part = TextTable.percent(all.right, of: all.numbers)
    return "\(all.right) of \(all.numbers) numbers are right (\(part))."
  }

  /// A row for each length of the numbers, and one for all. "asked again" are those below the
  /// confidence that the game wants, "right of the rest" is what a child sees.
  var table: TextTable {
    let header = ["digits", "numbers", "right", "", "asked again", "right of the rest"]
    let rows = counts.sorted { $0.key < $1.key }.map { ("\($0.key)", $0.value) }
    return TextTable(
      names: 1,
      rows: [header]
        + (rows + (rows.count > 1 ? [("all", total)] : [])).map { name, count in
          [
            name, "\(count.numbers)", "\(count.right)",
            TextTable.percent(count.right, of: count.numbers),
            TextTable.percent(count.numbers - count.sure, of: count.numbers),
            TextTable.percent(count.sureAndRight, of: count.sure),
          ]
        })
  }

  private var total: Count {
    counts.values.reduce(into: Count()) { sum, count in
      sum.numbers += count.numbers
      sum.right += count.right
      sum.sure += count.sure
      sum.sureAndRight += count.sureAndRight
    }
  }
}
