import Testing

@testable import SpokenNumbers

@Suite struct NumberPhraseTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let words: String
    /// The number, or `nil` where the words are no number.
    let number: String?
    let reason: String

    init(_ words: String, _ number: String?, _ reason: String) {
      (self.words, self.number, self.reason) = (words, number, reason)
    }

    var testDescription: String { "\"\(words)\": \(reason)" }
  }

  static let rows = [
    Row("seven", "7", "a digit"),
    Row("zero", "0", "zero"),
    Row("oh", "0", "zero as it is said among digits"),
    Row("thirteen", "13", "a teen"),
    Row("thirty", "30", "tens"),
    Row("twenty four", "24", "tens and ones"),
    Row("hundred", "100", "without its article, as in haste"),
    Row("a hundred", "100", "with its article"),
    Row("one hundred", "100", "counted"),
    Row("a hundred and eight", "108", "British"),
    Row("one hundred eight", "108", "American"),
    Row("seven hundred and fifteen", "715", "hundreds and a teen"),
    Row("nine hundred ninety nine", "999", "the largest"),
    Row("two hundred forty", "240", "hundreds and tens"),
    Row("one seventy five", "175", "the hundred left out"),
    Row("two fifty", "250", "the hundred left out before tens"),
    Row("nine eleven", "911", "the hundred left out before a teen"),
    Row("two four", "24", "digit by digit"),
    Row("one oh eight", "108", "oh between digits"),
    Row("double two", "22", "a digit said once for two"),
    Row("double oh seven", "007", "zeros at the front stay"),
    Row("one double two", "122", "double after a digit"),
    Row("triple five", "555", "a digit said once for three"),
    Row("zero three five one", "0351", "four digits, a zero first"),
    Row("zero zero four three two", "00432", "five digits"),
    Row("four one two double six oh", "412660", "as many digits as are said"),
    Row("", nil, "nothing"),
    Row("a", nil, "an article alone"),
    Row("and", nil, "a link alone"),
    Row("double", nil, "double of nothing"),
    Row("a seven", nil, "only a hundred has an article"),
    Row("two hundred and", nil, "what is linked is missing"),
    Row("two hundred zero", nil, "nobody adds zero"),
    Row("twenty zero", nil, "nobody adds zero"),
    Row("twenty eleven", nil, "a year"),
    Row("nineteen sixty seven", nil, "a year"),
    Row("twenty hundred", nil, "hundreds are counted in ones"),
    Row("zero hundred", nil, "no hundreds"),
    Row("twenty four six", nil, "tens, then digits"),
    Row("twenty and four", nil, "tens are not linked"),
    Row("hundred hundred", nil, "hundreds of hundreds"),
    Row("a hundred and a hundred", nil, "a sum"),
    Row("double twenty", nil, "digits are doubled, not tens"),
    Row("double double two", nil, "doubled twice"),
    Row("one two hundred", nil, "digits, then a hundred"),
    Row("zero twenty", nil, "a zero before tens"),
    Row("one two thirty", nil, "digits, then tens"),
    Row("seven a", nil, "a word too many"),
  ]

  private static func words(_ text: String) -> [NumberWord] {
    text.split(separator: " ").compactMap { NumberWord($0) }
  }

  @Test("words say a number, or none", arguments: rows)
  func phrases(row: Row) {
    let words = Self.words(row.words)
    #expect(words.count == row.words.split(separator: " ").count)
    #expect(SpokenNumber(words)?.text == row.number)
  }

  /// How a number of 0 to 999 is said in full.
  private static func said(_ number: Int, link: [NumberWord]) -> [NumberWord] {
    func below(_ number: Int) -> [NumberWord] {
      if number < 20 { return [NumberWord(rawValue: UInt8(number))!] }
      let tens = NumberWord(rawValue: UInt8(18 + number / 10))!
      return number % 10 == 0 ? [tens] : [tens, NumberWord(rawValue: UInt8(number % 10))!]
    }
    guard number >= 100 else { return below(number) }
    let hundreds = [NumberWord(rawValue: UInt8(number / 100))!, .hundred]
    return number % 100 == 0 ? hundreds : hundreds + link + below(number % 100)
  }

  @Test func `every number to 999 is understood, linked or not`() {
    for number in 0...999 {
      #expect(SpokenNumber(Self.said(number, link: [.and]))?.text == "\(number)")
      #expect(SpokenNumber(Self.said(number, link: []))?.text == "\(number)")
    }
  }

  @Test func `no word can follow where the number is complete, and some can elsewhere`() {
    var phrases = [NumberPhrase()]
    for _ in 0..<4 {
      phrases = phrases.flatMap { phrase in
        let longer = NumberWord.allCases.compactMap(phrase.appending)
        #expect(longer.isEmpty == !phrase.canContinue)
        return longer
      }
    }
    #expect(phrases.count > 10_000)
  }

  @Test(
    "what is said last waits for more, or not",
    arguments: [
      ("twenty", true), ("twenty four", false), ("thirteen", false), ("one", true),
      ("a hundred and eight", false), ("two four", true),
    ])
  func waiting(text: String, waits: Bool) throws {
    #expect(try #require(NumberPhrase(Self.words(text))).canContinue == waits)
  }

  @Test(
    "a number in full is one piece, each number or double after it another",
    arguments: [
      ("seven", 1), ("twenty four", 1), ("hundred", 1), ("a hundred and eight", 1),
      ("two hundred and fifteen", 1), ("nine hundred ninety nine", 1), ("one seventy five", 2),
      ("nine eleven", 2), ("two four", 2), ("double two", 2), ("triple five", 2),
      ("one oh eight", 3), ("one double two", 3), ("double oh seven", 3), ("five five five", 3),
      ("zero three five one", 4),
    ])
  func pieces(text: String, count: Int) throws {
    #expect(try #require(NumberPhrase(Self.words(text))).pieces == count)
  }

  @Test func `each word is written as it is read`() {
    #expect(NumberWord.allCases.count == 34)
    for word in NumberWord.allCases { #expect(NumberWord(word.text) == word) }
    #expect(NumberWord("dozen") == nil)
  }
}
