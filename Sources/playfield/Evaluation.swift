import VisionCore

/// How well a data set was read.
struct Evaluation {
  let set: String
  /// The split that was read, or "all".
  let split: String
  var score = DiceScore()
  /// The mean average precision at IoU 0.5; `nil` where no boxes are known.
  var meanAP50: Double?
}

/// Which photos of a set are read.
enum Split: String, CaseIterable, Sendable {
  case train, test, all

  /// The split that is wished for, and its photos; without a wish the test photos, and all where
  /// there are none.
  static func choose(_ wish: Split?, of photos: [DiceDataSet.Photo]) -> (
    split: Split, photos: [DiceDataSet.Photo]
  ) {
    let split = wish ?? (photos.contains { $0.split == "test" } ? .test : .all)
    return (split, split == .all ? photos : photos.filter { $0.split == split.rawValue })
  }
}

/// The evaluations of several sets, side by side for people.
struct EvaluationTable: CustomStringConvertible {
  var rows: [Evaluation]

  private static let header = [
    "set", "split", "photos", "dice", "right", "wrong", "missed", "extra", "photos right",
    "mAP50", "not a pip die",
  ]

  /// Figures stand flush right under their heads. "not a pip die" is the part of such things that
  /// was reported as a value.
  var description: String {
    let lines = [Self.header] + rows.map(cells)
    let widths = Self.header.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      zip(line, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return column < 2 ? cell.0 + padding : padding + cell.0
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  private func cells(_ row: Evaluation) -> [String] {
    let score = row.score
    return [
      row.set, row.split, "\(score.photos)", "\(score.dice)",
      Self.percent(score.right, of: score.dice), Self.percent(score.wrong, of: score.dice),
      Self.percent(score.missed, of: score.dice), Self.percent(score.extra, of: score.dice),
      Self.percent(score.photosRight, of: score.photos),
      row.meanAP50.map { Self.fixed($0, places: 3) } ?? "–",
      Self.percent(score.distractorsReported, of: score.distractors),
    ]
  }

  /// "98.3 %"; a dash where there is nothing to divide by.
  static func percent(_ part: Int, of whole: Int) -> String {
    whole == 0 ? "–" : fixed(Double(part) / Double(whole) * 100, places: 1) + " %"
  }

  /// The number with exactly so many places; 0 or above.
  private static func fixed(_ number: Double, places: Int) -> String {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    let digits = String(Int((number * scale).rounded()))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return "\(padded.dropLast(places)).\(padded.suffix(places))"
  }
}
