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

  /// What the words heard mean.
  ///
  /// - Parameter scores: Of everything that was said.
  public init(_ scores: PartScores) {
    var search = NumberSearch()
    for probabilities in scores.probabilities { search.append(probabilities) }
    self = search.reading
  }

  init(candidates: [Candidate]) {
    self.candidates = candidates
  }

  /// That of silence: no number was said.
  public static var nothing: NumberReading { NumberReading(candidates: []) }

  /// How likely a second number has to be, beside the likeliest, to be asked for.
  public static let closeCall: Float = 1 / 3

  /// The confidence from which on a number is certain: that of a written digit, until recognition of speech is
  /// measured.
  public static let minimumConfidence: Float = 0.7

  /// Whether a number was said that nobody need ask about again.
  public var isCertain: Bool { likely.count == 1 && confidence >= Self.minimumConfidence }

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
