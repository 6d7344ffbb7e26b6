/// Which numbers the network's answer may mean: a search for the words that are likeliest together.
///
/// Prefix search of connectionist temporal classification (Graves, "Supervised Sequence Labelling with
/// Recurrent Neural Networks", 2012, section 7.5), along the grammar: words that lead to the same
/// ``NumberPhrase`` are one, and those that lead to none are given up together. No probability is lost,
/// so that what does not become a number is the probability that none was said.
///
/// A value that takes one moment after another.
struct NumberSearch {
  /// How many phrases are kept.
  private static let width = 32
  /// What is less likely is given up.
  private static let negligible = 1e-7

  /// Words that may have been said so far.
  private struct Hypothesis {
    var phrase: NumberPhrase
    /// The likeliest of the words that lead to the phrase; the last one is the same for all.
    var words: [NumberWord]
    /// The probability that these were said and the last output was blank.
    var blank: Double
    /// The probability that these were said and the last output was the last word.
    var word: Double
    var probability: Double { blank + word }
  }

  private var hypotheses = [Hypothesis(phrase: NumberPhrase(), words: [], blank: 1, word: 0)]

  /// - Parameter probabilities: Of the ``WordScores/classes`` at the next moment.
  mutating func append(_ probabilities: [Float]) {
    var next: [Hypothesis] = []
    func add(_ hypothesis: Hypothesis) {
      guard hypothesis.probability > Self.negligible else { return }
      for index in next.indices
      where next[index].words.last == hypothesis.words.last
        && next[index].phrase == hypothesis.phrase
      {
        if hypothesis.probability > next[index].probability { next[index].words = hypothesis.words }
        next[index].blank += hypothesis.blank
        next[index].word += hypothesis.word
        return
      }
      next.append(hypothesis)
    }
    for var hypothesis in hypotheses {
      let before = hypothesis
      let last = before.words.last
      hypothesis.blank = before.probability * Double(probabilities[WordScores.blank])
      hypothesis.word =
        last.map { before.word * Double(probabilities[Int($0.rawValue)]) } ?? 0
      add(hypothesis)
      for word in NumberWord.allCases {
        // Said twice, a word has a blank between.
        let probability =
          (word == last ? before.blank : before.probability)
          * Double(probabilities[Int(word.rawValue)])
        guard probability > Self.negligible, let phrase = before.phrase.appending(word) else {
          continue  // Spares the grammar what would not be kept.
        }
        add(
          Hypothesis(phrase: phrase, words: before.words + [word], blank: 0, word: probability))
      }
    }
    next.sort { $0.probability > $1.probability }
    hypotheses = Array(next.prefix(Self.width))
  }

  /// What has been said if nothing follows.
  var reading: NumberReading {
    var candidates: [NumberReading.Candidate] = []
    for hypothesis in hypotheses {
      guard let digits = hypothesis.phrase.digits else { continue }
      let candidate = NumberReading.Candidate(
        number: SpokenNumber(digits: digits), words: hypothesis.words,
        probability: Float(hypothesis.probability),
        canContinue: hypothesis.phrase.canContinue)
      if let index = candidates.firstIndex(where: { $0.number == candidate.number }) {
        // Sorted by probability: the words that stand there are the likelier ones.
        candidates[index].probability += candidate.probability
      } else {
        candidates.append(candidate)
      }
    }
    candidates.sort { $0.probability > $1.probability }
    return NumberReading(candidates: candidates)
  }
}
