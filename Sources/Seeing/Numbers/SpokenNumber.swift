/// A number that was said, digit by digit, so that zeros at its front stay: "0351".
public struct SpokenNumber: Hashable, Sendable {
  /// `0...9`, the first digit first; not empty.
  public let digits: [UInt8]

  /// `nil` where the words are no number, or not all of one.
  ///
  /// - Parameter words: What was said, such as "a hundred and eight".
  public init?(_ words: some Sequence<NumberWord>) {
    guard let digits = NumberPhrase(words)?.digits else { return nil }
    self.init(digits: digits)
  }

  init(digits: [UInt8]) {
    self.digits = digits
  }

  /// The number as such; exact up to fifteen digits.
  public var value: Double { digits.reduce(0) { 10 * $0 + Double($1) } }

  /// The number in digits.
  public var text: String {
    String(decoding: digits.map { UInt8(ascii: "0") + $0 }, as: UTF8.self)
  }
}
