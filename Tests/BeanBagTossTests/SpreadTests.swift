import Testing

@testable import BeanBagToss

@Suite("Means, spread and chance")
struct SpreadTests {
  @Test func `a sample has its mean and the deviation with n - 1`() throws {
    let spread = try #require(Spread([2, 4, 4, 4, 5, 5, 7, 9, .nan, .infinity]))
    #expect(spread.count == 8 && spread.mean == 5)
    #expect(abs(try #require(spread.standardDeviation) - 2.138_089_935) < 1e-8)
    #expect(Spread([]) == nil && Spread([.nan]) == nil)
    #expect(Spread([3])?.standardDeviation == nil)
  }

  @Test(
    "Student's tails are those of the tables",
    arguments: [
      (2.228_139, 10, 0.05, "the 5 % of ten degrees"), (12.706_2, 1, 0.05, "of one"),
      (3.249_836, 9, 0.01, "the 1 % of nine"), (1.959_964, 1e6, 0.05, "the normal distribution"),
      (0, 5, 1, "no difference"),
    ])
  func student(t: Double, freedom: Double, expected: Double, reason: String) {
    #expect(abs(studentTail(t: t, freedom: freedom) - expected) < 2e-5, "\(reason)")
    #expect(abs(studentTail(t: -t, freedom: freedom) - expected) < 2e-5, "\(reason)")
  }

  @Test func `samples far apart differ by more than chance, alike ones do not`() throws {
    let a = try #require(Spread([40, 41, 42, 41, 40]))
    let b = try #require(Spread([48, 47, 49, 48, 50]))
    // Welch's t is -12.19 with 7.1 degrees of freedom.
    #expect(try #require(a.chanceOfDifference(from: b)) < 1e-5)
    #expect(try #require(a.chanceOfDifference(from: a)) == 1)
    #expect(a.chanceOfDifference(from: try #require(Spread([1]))) == nil)
    #expect(
      try #require(Spread([1, 1])).chanceOfDifference(from: #require(Spread([2, 2]))) == nil)
  }

  @Test(
    "Fisher's test is that of the tables",
    arguments: [
      (3, 4, 1, 4, 0.485_714, "Fisher's tea"), (4, 4, 0, 4, 0.028_571, "all cups right"),
      (8, 8, 0, 8, 0.000_155, "all against none"), (0, 8, 0, 56, 1, "none at all"),
      (5, 8, 5, 8, 1, "the same"),
    ])
  func fisher(a: Int, of: Int, b: Int, ofOther: Int, expected: Double, reason: String) {
    #expect(abs(chanceOfShares((a, of), (b, ofOther)) - expected) < 1e-5, "\(reason)")
  }
}
