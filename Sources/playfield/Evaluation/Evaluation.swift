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

  /// "not a pip die" is the part of such things that was reported as a value.
  var description: String {
    TextTable(names: 2, rows: [Self.header] + rows.map(cells)).description
  }

  private func cells(_ row: Evaluation) -> [String] {
    let score = row.score
    return [
      row.set, row.split, "\(score.photos)", "\(score.dice)",
      TextTable.percent(score.right, of: score.dice),
      TextTable.percent(score.wrong, of: score.dice),
      TextTable.percent(score.missed, of: score.dice),
      TextTable.percent(score.extra, of: score.dice),
      TextTable.percent(score.photosRight, of: score.photos),
      row.meanAP50.map { TextTable.fixed($0, places: 3) } ?? "–",
      TextTable.percent(score.distractorsReported, of: score.distractors),
    ]
  }
}
