/// What was said: the numbers that it may have been, and that it was none.
public struct NumberReading: Hashable, Sendable {
  /// A number that may have been said.
  public struct Candidate: Hashable, Sendable {
    public let number: SpokenNumber
    /// The likeliest words for it.
    public let words: [NumberWord]
    /// In `0...1`; numbers that are said in one piece are preferred.
    public internal(set) var probability: Float
    /// Whether the number may be the beginning of a longer one.
    public let canContinue: Bool
  }

  /// The likeliest first. What their probabilities lack to 1 is the probability that no number was said.
  public let candidates: [Candidate]
  /// Whether all that was said was heard, and not only its end.
  public let isWhole: Bool
  /// Whether it was said so quietly that a number may not have been understood.
  private let isQuiet: Bool

  /// What the words heard mean.
  ///
  /// - Parameters:
  ///   - scores: Of what was said.
  ///   - isWhole: Whether that is all of it.
  ///   - isQuiet: Whether it was too quiet to be sure that no number is heard in it.
  public init(_ scores: PartScores, isWhole: Bool = true, isQuiet: Bool = false) {
    var search = NumberSearch()
    for probabilities in scores.probabilities { search.append(probabilities) }
    self.init(candidates: search.candidates, isWhole: isWhole, isQuiet: isQuiet)
  }

  init(candidates: [Candidate], isWhole: Bool = true, isQuiet: Bool = false) {
    self.candidates = candidates
    self.isWhole = isWhole
    self.isQuiet = isQuiet
  }

  /// Whether no number was heard, and one may have been said too quietly.
  public var isTooQuiet: Bool { isQuiet && number == nil }

  /// That of silence: no number was said.
  public static var nothing: NumberReading { NumberReading(candidates: []) }

  /// No number: the sound was too quiet for speech to be recognized.
  public static var tooQuiet: NumberReading { NumberReading(candidates: [], isQuiet: true) }

  /// How likely a second number has to be, relative to the likeliest, to be asked for. Chosen by people who were left
  /// out of training, as the confidence below: `Training/Numbers/choose.py`.
  public static let closeCall: Float = 0.5

  /// The confidence from which on a number is certain.
  public static let minimumConfidence: Float = 0.5

  /// Whether a number was said that nobody need ask about again.
  public var isCertain: Bool {
    isWhole && likely.count == 1 && confidence >= Self.minimumConfidence
  }

  /// Whether the number is certain if only some can be meant: it is one of these, and if it is a teen, its ten is not
  /// one of them, nor the other way round, since these sound alike.
  public func isCertain(among possible: [Int]) -> Bool {
    guard isCertain, let number = number.flatMap({ Int(exactly: $0.value) }) else { return false }
    return possible.contains(number) && !possible.contains { $0 == Self.soundsLike(number) }
  }

  /// The numbers to ask about if only some can be meant: the likeliest, each followed by the teen or the ten that sounds
  /// like it if both are possible.
  public func choices(among possible: [Int]) -> [Candidate] {
    likely.reduce(into: []) { choices, candidate in
      if !choices.contains(where: { $0.number == candidate.number }) { choices.append(candidate) }
      guard let number = Int(exactly: candidate.number.value), possible.contains(number),
        let other = possible.first(where: { $0 == Self.soundsLike(number) }),
        !choices.contains(where: { $0.number.value == Double(other) })
      else { return }
      let heard = candidates.first { $0.number.value == Double(other) }
      choices.append(heard ?? Candidate(other))
    }
  }

  /// The ten that sounds like a teen, or the teen that sounds like a ten; `nil` for other numbers.
  private static func soundsLike(_ number: Int) -> Int? {
    switch number {
    case 13...19: 10 * (number - 10)
    case 30, 40, 50, 60, 70, 80, 90: 10 + number / 10
    default: nil
    }
  }

  /// The number; `nil` where it is likelier that none was said.
  public var number: SpokenNumber? { likely.first?.number }

  /// The probability of ``number``, or, if that is `nil`, that no number was said.
  public var confidence: Float { likely.first?.probability ?? probabilityOfNone }

  /// The numbers between which nobody should decide without asking: the likeliest, and those that are at
  /// least ``closeCall`` times as likely. None where it is likelier that no number was said.
  public var likely: [Candidate] {
    guard let best = candidates.first, probabilityOfNone < 0.5 else { return [] }
    return candidates.filter { $0.probability >= Self.closeCall * best.probability }
  }

  /// That no number was said, or not a whole one.
  public var probabilityOfNone: Float {
    max(0, 1 - candidates.reduce(0) { $0 + $1.probability })
  }
}

extension NumberReading.Candidate {
  /// A number of two digits that was not heard.
  fileprivate init(_ number: Int) {
    let digits = [UInt8(number / 10), UInt8(number % 10)]
    self.init(number: SpokenNumber(digits: digits), words: [], probability: 0, canContinue: false)
  }
}
