/// The words of a number so far: the grammar of English numbers from 0 to 999, and of digits one by one,
/// as an automaton.
///
/// Said in full ("seven", "twenty-four", "a hundred and eight", "one hundred eight"), without the hundred
/// ("one seventy five", "two fifty"), and digit by digit ("two four", "one oh eight", "double two", "zero
/// three five one"), as many digits as are said. Phrases that are said in different numbers of such pieces are
/// not equal, even where their digits are.
///
/// ```swift
/// var phrase = NumberPhrase()
/// phrase = phrase.appending(.twenty)!
/// phrase.digits                      // [2, 0]
/// phrase.appending(.four)?.digits    // [2, 4]
/// phrase.appending(.hundred)         // nil
/// ```
public struct NumberPhrase: Hashable, Sendable {
  /// Where in the grammar the last word has led.
  private enum Phase: Hashable {
    case start
    case a
    /// One digit, not 0, of which there may be hundreds.
    case digit
    /// Several digits one by one, or one that is 0.
    case digits
    /// "double" or "triple": the digit is missing.
    case times(UInt8)
    /// Tens, to which ones may be added.
    case tens
    case hundred
    /// "… hundred and": what is below a hundred is missing.
    case and
    /// No word can follow.
    case complete
  }

  private var phase = Phase.start
  /// The digits said so far.
  private var said: [UInt8] = []
  /// In how many pieces it is said: one in "a hundred and eight", two in "one seventy five", three in "one
  /// oh eight"; "double" counts as one.
  private(set) var pieces = 0

  /// Nothing has been said.
  public init() {}

  /// `nil` where no number begins with these words.
  public init?(_ words: some Sequence<NumberWord>) {
    for word in words {
      guard let longer = appending(word) else { return nil }
      self = longer
    }
  }

  /// The number's digits, `0...9`, the first said first; `nil` where words are missing.
  public var digits: [UInt8]? {
    switch phase {
    case .digit, .digits, .tens, .hundred, .complete: said
    case .start, .a, .times, .and: nil
    }
  }

  /// Whether another word may follow.
  public var canContinue: Bool { phase != .complete }

  /// The phrase with one more word; `nil` where no number goes on so.
  public func appending(_ word: NumberWord) -> NumberPhrase? {
    switch (word.role, phase) {
    case (.digit(let digit), .start): beginning(digit == 0 ? .digits : .digit, with: [digit])
    case (.digit(let digit), .digit), (.digit(let digit), .digits):
      beginning(.digits, with: [digit])
    case (.digit(let digit), .times(let count)):
      beginning(.digits, with: [UInt8](repeating: digit, count: Int(count)))
    case (.digit(1...), .tens), (.digit(1...), .hundred), (.digit(1...), .and):
      adding(word.role, .complete)
    case (.teen(let teen), .start), (.teen(let teen), .digit):
      beginning(.complete, with: [teen / 10, teen % 10])
    case (.tens(let tens), .start), (.tens(let tens), .digit):
      beginning(.tens, with: [tens / 10, 0])
    case (.teen, .hundred), (.teen, .and): adding(word.role, .complete)
    case (.tens, .hundred), (.tens, .and): adding(word.role, .tens)
    case (.a, .start): following(.a, [])
    case (.hundred, .start), (.hundred, .a): beginning(.hundred, with: [1, 0, 0])
    case (.hundred, .digit): following(.hundred, said + [0, 0])
    case (.and, .hundred): following(.and, said)
    case (.times(let count), .start), (.times(let count), .digit), (.times(let count), .digits):
      beginning(.times(count), with: [])
    default: nil
    }
  }

  /// One more number is said, of which the first digits are these.
  private func beginning(_ phase: Phase, with digits: [UInt8]) -> NumberPhrase {
    var phrase = following(phase, said + digits)
    phrase.pieces += 1
    return phrase
  }

  private func following(_ phase: Phase, _ digits: [UInt8]) -> NumberPhrase {
    var phrase = self
    (phrase.phase, phrase.said) = (phase, digits)
    return phrase
  }

  /// Puts what is below a hundred, or below ten, in the place of the zeros at the end.
  private func adding(_ role: NumberWord.Role, _ phase: Phase) -> NumberPhrase {
    switch role {
    case .digit(let value): following(phase, said.dropLast() + [value])
    case .teen(let value), .tens(let value):
      following(phase, said.dropLast(2) + [value / 10, value % 10])
    default: self
    }
  }
}
