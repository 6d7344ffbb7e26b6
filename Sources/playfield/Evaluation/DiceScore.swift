import PlayfieldMaths
import VisionCore

/// What is truly to be seen in a photo of dice.
struct DiceTruth: Hashable, Sendable {
  /// What is known of the dice.
  enum Dice: Hashable, Sendable {
    /// Value and box of each.
    case boxes([DieObservation])
    /// The values only, in any order.
    case values([DieValue])
  }

  var dice: Dice
  /// Dice that people could not read either: an answer there is neither right nor extra.
  var ignored: [BoundingBox]
  /// Things that are no pip dice, such as a d10: an answer there is an error.
  var distractors: [BoundingBox]

  init(dice: Dice, ignored: [BoundingBox] = [], distractors: [BoundingBox] = []) {
    self.dice = dice
    self.ignored = ignored
    self.distractors = distractors
  }
}

/// How a reader of dice did on photos whose truth is known.
struct DiceScore: Hashable, Sendable {
  private(set) var photos = 0
  /// The dice to be read.
  private(set) var dice = 0
  /// Dice found and read with their value.
  private(set) var right = 0
  /// Dice found and read with another value.
  private(set) var wrong = 0
  /// Dice not found.
  private(set) var missed = 0
  /// Answers where no die is to be read.
  private(set) var extra = 0
  /// Photos with every die right and nothing extra.
  private(set) var photosRight = 0
  /// Things shown that are no pip dice.
  private(set) var distractors = 0
  /// Those of them that were reported as a value; each such answer is ``extra`` as well.
  private(set) var distractorsReported = 0
  /// The dice found, by true value (row) and value read (column), from 1 to 6. Where only values are
  /// known, errors cannot be laid to a die and only the diagonal is counted.
  private(set) var confusion = [[Int]](repeating: [Int](repeating: 0, count: 6), count: 6)

  init() {}

  /// What became of each die and of each answer in one photo.
  struct Verdict: Hashable, Sendable {
    /// The answers that name a die's value, by index.
    var right: [Int] = []
    /// The answers that found a die and misread it.
    var wrong: [Int] = []
    /// The answers where no die is to be read.
    var extra: [Int] = []
    /// The dice without an answer, by index into the truth.
    var missed: [Int] = []

    var isFaultless: Bool { wrong.isEmpty && extra.isEmpty && missed.isEmpty }
  }

  /// Adds a photo.
  ///
  /// An answer can mean a die when its centre lies in the die's box or their IoU is 0.3 or more: what
  /// a box encloses differs from one data set to the next. Answers and dice are paired one to one,
  /// by place alone.
  @discardableResult
  mutating func add(_ answers: [DieObservation], truth: DiceTruth) -> Verdict {
    let verdict: Verdict
    switch truth.dice {
    case .boxes(let dice):
      verdict = judge(answers, boxes: dice, ignored: truth.ignored)
      self.dice += dice.count
    case .values(let values):
      verdict = judge(answers, values: values)
      dice += values.count
    }
    photos += 1
    right += verdict.right.count
    wrong += verdict.wrong.count
    extra += verdict.extra.count
    missed += verdict.missed.count
    if verdict.isFaultless { photosRight += 1 }
    distractors += truth.distractors.count
    distractorsReported += truth.distractors.count { distractor in
      verdict.extra.contains { answers[$0].boundingBox.canMean(distractor) }
    }
    return verdict
  }

  /// Adds a photo that could not be read: its dice are missed, and it is not right even without any.
  mutating func addUnread(truth: DiceTruth) {
    if add([], truth: truth).isFaultless { photosRight -= 1 }
  }

  private mutating func judge(
    _ answers: [DieObservation], boxes dice: [DieObservation], ignored: [BoundingBox]
  ) -> Verdict {
    let partners = minimumCostAssignment(rows: dice.count, columns: answers.count, limit: 10) {
      let (die, answer) = (dice[$0].boundingBox, answers[$1].boundingBox)
      guard answer.canMean(die) else { return .infinity }
      return 1 - die.intersectionOverUnion(answer) + die.center.distance(to: answer.center)
    }
    var verdict = Verdict()
    for (index, partner) in partners.enumerated() {
      guard let partner else {
        verdict.missed.append(index)
        continue
      }
      confusion[dice[index].label.pips - 1][answers[partner].label.pips - 1] += 1
      if answers[partner].label == dice[index].label {
        verdict.right.append(partner)
      } else {
        verdict.wrong.append(partner)
      }
    }
    let paired = Set(partners.compactMap { $0 })
    verdict.extra = answers.indices.filter { index in
      !paired.contains(index) && !ignored.contains { answers[index].boundingBox.canMean($0) }
    }
    return verdict
  }

  private mutating func judge(_ answers: [DieObservation], values: [DieValue]) -> Verdict {
    var unread = Array(values.enumerated())
    var verdict = Verdict()
    var left: [Int] = []
    for (index, answer) in answers.enumerated() {
      if let match = unread.firstIndex(where: { $0.element == answer.label }) {
        unread.remove(at: match)
        verdict.right.append(index)
        confusion[answer.label.pips - 1][answer.label.pips - 1] += 1
      } else {
        left.append(index)
      }
    }
    let wrong = min(left.count, unread.count)
    verdict.wrong = Array(left.prefix(wrong))
    verdict.extra = Array(left.dropFirst(wrong))
    verdict.missed = unread.dropFirst(wrong).map { $0.offset }
    return verdict
  }
}

extension BoundingBox {
  /// Whether an answer with this box can mean the thing in `truth`.
  fileprivate func canMean(_ truth: BoundingBox) -> Bool {
    truth.contains(center) || intersectionOverUnion(truth) >= 0.3
  }
}

extension NormalizedPoint {
  fileprivate func distance(to other: NormalizedPoint) -> Double {
    ((x - other.x) * (x - other.x) + (y - other.y) * (y - other.y)).squareRoot()
  }
}
