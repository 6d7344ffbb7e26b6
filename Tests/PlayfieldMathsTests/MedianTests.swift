import PlayfieldMaths
import Testing

@Test(
  arguments: [
    ([], nil, "none of nothing"),
    ([3], 3, "one is its own"),
    ([2, 1], 2, "of two the upper"),
    ([5, 1, 4, 2, 3], 3, "the middle, not the mean"),
    ([7, 7, 1, 7], 7, "equal ones count each"),
    ([1, 2, 3, 4, 1000], 3, "a stray one moves nothing"),
  ] as [([Int], Int?, String)])
func `the median is the upper middle one`(_ values: [Int], _ median: Int?, _ reason: String) {
  #expect(values.median() == median, "\(reason)")
}

@Test func `the median does not depend on the order of the values`() {
  var random = SplitMix64(seed: 1)
  for count in 1...40 {
    let values = (0..<count).map { _ in Int.random(in: 0..<20, using: &random) }
    #expect(values.median() == values.sorted()[count / 2])
  }
}
