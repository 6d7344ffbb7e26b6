import SpokenNumbers
import VisionCore

/// How often what is said was heard.
struct HearingTally: Hashable {
  private(set) var clips = 0
  /// The number that is said; where none is, none.
  private(set) var right = 0
  /// A number other than the one that is said, or one where none is.
  private(set) var another = 0
  /// No number, where one is said.
  private(set) var none = 0

  mutating func add(_ heard: SpokenNumber?, said: SpokenNumber?) {
    clips += 1
    if heard == said { right += 1 } else if heard == nil { none += 1 } else { another += 1 }
  }

  static func + (one: HearingTally, other: HearingTally) -> HearingTally {
    var sum = one
    sum.clips += other.clips
    sum.right += other.right
    sum.another += other.another
    sum.none += other.none
    return sum
  }
}

/// How the speakers of the sets were heard.
struct HearingTable {
  private struct Row: Hashable {
    let set: String
    let speaker: String
    /// Whether numbers are said.
    let saysNumbers: Bool
  }

  private var tallies: [(row: Row, tally: HearingTally)] = []

  mutating func add(_ heard: SpokenNumber?, for clip: SpeechDataSet.Clip) {
    let row = Row(set: clip.set, speaker: clip.speaker, saysNumbers: clip.number != nil)
    let index =
      tallies.firstIndex { $0.row == row }
      ?? {
        tallies.append((row, HearingTally()))
        return tallies.count - 1
      }()
    tallies[index].tally.add(heard, said: clip.number)
  }

  var isEmpty: Bool { tallies.isEmpty }

  /// A line for each speaker of a set.
  var lines: [JSON] {
    var speakers: [(row: Row, tally: HearingTally)] = []
    for (row, tally) in tallies {
      let index = speakers.firstIndex { $0.row.set == row.set && $0.row.speaker == row.speaker }
      if let index {
        speakers[index].tally = speakers[index].tally + tally
      } else {
        speakers.append((row, tally))
      }
    }
    return speakers.map { JSON.hearing(set: $0.row.set, speaker: $0.row.speaker, $0.tally) }
  }

  /// A row for each speaker and for each set, recordings with a number and without apart.
  var table: TextTable {
    var rows = [["set", "says", "speaker", "clips", "right", "", "another", "", "none", ""]]
    var sets: [(set: String, saysNumbers: Bool)] = []
    for (row, _) in tallies
    where !sets.contains(where: { $0.set == row.set && $0.saysNumbers == row.saysNumbers }) {
      sets.append((row.set, row.saysNumbers))
    }
    for (set, saysNumbers) in sets {
      let own = tallies.filter { $0.row.set == set && $0.row.saysNumbers == saysNumbers }
      let all = own.reduce(HearingTally()) { $0 + $1.tally }
      let says = saysNumbers ? "numbers" : "no number"
      for (row, tally) in own.sorted(by: { $0.row.speaker < $1.row.speaker }) where own.count > 1 {
        rows.append([set, says, row.speaker] + Self.cells(tally))
      }
      rows.append([set, says, own.count > 1 ? "all" : own[0].row.speaker] + Self.cells(all))
    }
    return TextTable(names: 3, rows: rows)
  }

  private static func cells(_ tally: HearingTally) -> [String] {
    ["\(tally.clips)"]
      + [tally.right, tally.another, tally.none].flatMap {
        ["\($0)", TextTable.percent($0, of: tally.clips)]
      }
  }
}
