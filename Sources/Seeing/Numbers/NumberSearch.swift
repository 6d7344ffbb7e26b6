/// Which numbers the network's answer may mean: a search for the parts of words that are likeliest together.
///
/// Prefix search of connectionist temporal classification (Graves, "Supervised Sequence Labelling with
/// Recurrent Neural Networks", 2012, section 7.5), along the grammar: words that lead to the same
/// ``NumberPhrase`` are one, and those that lead to none are given up together. No probability is lost,
/// so that what does not become a number is the probability that none was said. In the end a prior prefers
/// numbers that are said in few pieces.
///
/// A value that takes one moment after another.
struct NumberSearch {
  /// How many phrases are kept.
  private static let width = 32
  /// What is less likely is given up.
  private static let negligible = 1e-7
  /// The prior of a number for each further piece, beside those in fewer. Chosen with the former network,
  /// on the speakers left out of its training, with and without people talking in the background.
  private static let priorOfAnotherPiece = 0.25

  /// Words that may have been said so far.
  private struct Hypothesis {
    /// The words before the last one, as they were said.
    var before = NumberPhrase()
    /// All of them; `nil` while of the last one only a stem has been said that is no word.
    var phrase: NumberPhrase? = NumberPhrase()
    /// The likeliest of the words that lead to the phrase, or to what is before it while that is `nil`.
    var words: [NumberWord] = []
    /// What was said last; the same for all of the words that lead to the phrase.
    var last: NumberPart?
    /// The probability that these were said and the last output was blank.
    var blank = 1.0
    /// The probability that these were said and the last output was the last part.
    var part = 0.0
    var probability: Double { blank + part }

    /// Whether whatever follows, both go on alike.
    func isSame(as other: Hypothesis) -> Bool {
      // What is before matters where the last word may become another by an ending.
      last == other.last && phrase == other.phrase
        && (last?.stem == nil || before == other.before)
    }

    /// What has been said with one more part; `nil` where no number goes on so.
    func appending(_ part: NumberPart) -> Hypothesis? {
      var longer = self
      longer.last = part
      var word = part.word
      if word == nil && part.stem == nil {
        // An ending makes another word of the last one.
        word = last.flatMap { NumberWord(stem: $0, ending: part) }
        guard word != nil else { return nil }
        if phrase != nil { longer.words.removeLast() }
      } else {
        guard let phrase else { return nil }
        longer.before = phrase
      }
      // Where tens can follow, so can what begins with a stem that is no word.
      guard let next = longer.before.appending(word ?? .thirty) else { return nil }
      longer.phrase = word == nil ? nil : next
      if let word { longer.words.append(word) }
      return longer
    }
  }

  private var hypotheses = [Hypothesis()]

  /// - Parameter probabilities: Of the ``PartScores/classes`` at the next moment.
  mutating func append(_ probabilities: [Float]) {
    var next: [Hypothesis] = []
    func add(_ hypothesis: Hypothesis) {
      guard hypothesis.probability > Self.negligible else { return }
      for index in next.indices where next[index].isSame(as: hypothesis) {
        if hypothesis.probability > next[index].probability { next[index].words = hypothesis.words }
        next[index].blank += hypothesis.blank
        next[index].part += hypothesis.part
        return
      }
      next.append(hypothesis)
    }
    for var hypothesis in hypotheses {
      let before = hypothesis
      hypothesis.blank = before.probability * Double(probabilities[PartScores.blank])
      hypothesis.part =
        before.last.map { before.part * Double(probabilities[Int($0.rawValue)]) } ?? 0
      add(hypothesis)
      for part in NumberPart.allCases {
        // Said twice, a part has a blank between.
        let probability =
          (part == before.last ? before.blank : before.probability)
          * Double(probabilities[Int(part.rawValue)])
        guard probability > Self.negligible, var longer = before.appending(part) else {
          continue  // Spares the grammar what would not be kept.
        }
        (longer.blank, longer.part) = (0, probability)
        add(longer)
      }
    }
    next.sort { $0.probability > $1.probability }
    hypotheses = Array(next.prefix(Self.width))
  }

  /// What has been said if nothing follows, the likeliest first.
  ///
  /// Of words that sound alike, those in fewer ``NumberPhrase/pieces`` are likelier; the probability that
  /// some number was said stays the same.
  var candidates: [NumberReading.Candidate] {
    var numbers = hypotheses.compactMap { hypothesis -> SaidNumber? in
      guard let phrase = hypothesis.phrase, let digits = phrase.digits else { return nil }
      return SaidNumber(
        digits: digits, phrase: phrase, words: hypothesis.words, weight: hypothesis.probability)
    }
    let heard = numbers.reduce(0) { $0 + $1.weight }
    let minimumPieces = numbers.map { $0.phrase.pieces }.min() ?? 0
    for index in numbers.indices {
      for _ in minimumPieces..<numbers[index].phrase.pieces {
        numbers[index].weight *= Self.priorOfAnotherPiece
      }
    }
    let weighed = numbers.reduce(0) { $0 + $1.weight }
    numbers.sort { $0.weight > $1.weight }
    var candidates: [NumberReading.Candidate] = []
    for number in numbers {
      let candidate = NumberReading.Candidate(
        number: SpokenNumber(digits: number.digits), words: number.words,
        probability: Float(number.weight * heard / weighed),
        canContinue: number.phrase.canContinue)
      if let index = candidates.firstIndex(where: { $0.number == candidate.number }) {
        // The words that stand there are the likelier ones.
        candidates[index].probability += candidate.probability
      } else {
        candidates.append(candidate)
      }
    }
    candidates.sort { $0.probability > $1.probability }
    return candidates
  }

  /// A number that may have been said, and how likely it is beside the others.
  private struct SaidNumber {
    var digits: [UInt8]
    var phrase: NumberPhrase
    var words: [NumberWord]
    var weight: Double
  }
}
