import Testing

@testable import SpokenNumbers

/// What the network hears at a moment: mostly this, else blank.
private func moment(_ parts: [(NumberPart, Float)], other: Float = 0) -> [Float] {
  var probabilities = [Float](repeating: 0, count: PartScores.classes)
  for (part, probability) in parts { probabilities[Int(part.rawValue)] += probability }
  probabilities[PartScores.otherWord] = other
  probabilities[PartScores.blank] = 1 - probabilities.reduce(0, +)
  return probabilities
}

private let blank = moment([])

@Suite struct NumberReadingTests {
  private func reading(_ moments: [[Float]]) -> NumberReading {
    NumberReading(PartScores(probabilities: moments))
  }

  @Test func `words that are heard clearly are the number`() throws {
    let reading = reading([
      blank, moment([(.twen, 1)]), moment([(.ty, 1)]), moment([(.ty, 1)]), blank,
      moment([(.four, 1)]), blank,
    ])
    #expect(reading.number?.text == "24")
    #expect(reading.confidence == 1)
    #expect(try #require(reading.likely.first).words == [.twenty, .four])
    #expect(reading.probabilityOfNone == 0)
  }

  @Test func `a word that goes on is said once, with a blank between twice`() {
    let two = moment([(.two, 1)])
    #expect(reading([two, two, two]).number?.text == "2")
    #expect(reading([two, blank, two]).number?.text == "22")
  }

  @Test func `silence is no number`() {
    let reading = reading([blank, blank])
    #expect(reading.number == nil)
    #expect(reading.confidence == 1)
    #expect(self.reading([]).number == nil)
  }

  @Test func `two numbers about as likely are both kept`() {
    let reading = reading([moment([(.thir, 1)]), moment([(.teen, 0.5), (.ty, 0.4)]), blank])
    #expect(reading.likely.map(\.number.text) == ["13", "30"])
    #expect(abs(reading.confidence - 0.5) < 1e-6)
    #expect(abs(reading.probabilityOfNone - 0.1) < 1e-6)
  }

  @Test(
    "a number that cannot be meant is asked about, and a teen where its ten can be meant",
    arguments: [
      ([NumberPart.seven], [5, 6, 7], true, ["7"]), ([.seven], [5, 6], false, ["7"]),
      ([.thir, .teen], [13, 14], true, ["13"]), ([.thir, .teen], [13, 30], false, ["13", "30"]),
      ([.thir, .ty], [13, 30], false, ["30", "13"]), ([.thir, .ty], [30, 31], true, ["30"]),
      ([.twen, .ty], [2, 12, 20], true, ["20"]), ([.thir, .teen], [30], false, ["13"]),
      ([.seven], [], false, ["7"]),
    ])
  func possible(
    parts: [NumberPart], possible: [Int], isCertain: Bool, choices: [String]
  ) {
    let reading = reading(parts.map { moment([($0, 1)]) } + [blank])
    #expect(reading.isCertain(among: possible) == isCertain)
    #expect(reading.choices(among: possible).map(\.number.text) == choices)
  }

  @Test func `a number that was said quietly is a number, and none may have been too quiet`() {
    let scores = PartScores(probabilities: [moment([(.seven, 1)]), blank])
    #expect(!NumberReading(scores, isQuiet: true).isTooQuiet)
    #expect(NumberReading(PartScores(probabilities: [blank]), isQuiet: true).isTooQuiet)
    #expect(!NumberReading(PartScores(probabilities: [blank])).isTooQuiet)
    #expect(NumberReading.tooQuiet.isTooQuiet && !NumberReading.nothing.isTooQuiet)
  }

  @Test func `of more than was heard no number is certain`() {
    let scores = PartScores(probabilities: [moment([(.seven, 1)]), blank])
    #expect(NumberReading(scores).isCertain)
    #expect(!NumberReading(scores, isWhole: false).isCertain)
  }

  @Test(
    "a number is certain where it is likely, and no other is",
    arguments: [(Float(0.9), true), (0.51, true), (0.49, false)])
  func isCertain(probability: Float, expected: Bool) {
    // The rest is blank, or the beginning of a word that is none.
    let reading = reading([moment([(.twen, 1)]), moment([(.ty, probability)]), blank])
    #expect(reading.isCertain == expected, "\(reading.candidates)")
  }

  @Test func `two close ones and silence are not certain`() {
    #expect(!reading([moment([(.thir, 1)]), moment([(.teen, 0.75), (.ty, 0.25)])]).likely.isEmpty)
    #expect(!reading([moment([(.thir, 1)]), moment([(.teen, 0.5), (.ty, 0.4)]), blank]).isCertain)
    #expect(!reading([blank, blank]).isCertain)
  }

  @Test func `one that is far less likely is not asked for`() {
    let reading = reading([moment([(.thir, 1)]), moment([(.teen, 0.8), (.ty, 0.2)])])
    #expect(reading.likely.map(\.number.text) == ["13"])
    #expect(reading.candidates.count == 2)
  }

  @Test func `the ways to say a number count together`() {
    // "a hundred" and "one hundred" are each as likely as "four hundred".
    let reading = reading([
      moment([(.a, 0.35), (.one, 0.3), (.four, 0.35)]), moment([(.hundred, 1)]),
    ])
    #expect(reading.number?.text == "100")
    #expect(abs(reading.confidence - 0.65) < 1e-6)
  }

  @Test func `of what sounds alike a number in fewer pieces is likelier`() {
    // What may be an echo of "eight", and a first moment that may be another word.
    let echo = reading([
      moment([(.eight, 0.9)], other: 0.1), blank, moment([(.eight, 0.6)]), blank,
    ])
    #expect(echo.candidates.map(\.number.text) == ["8", "88"])
    let ratio = echo.candidates[0].probability / echo.candidates[1].probability
    #expect(abs(ratio - 4 * 0.4 / 0.6) < 1e-4)
    #expect(abs(echo.probabilityOfNone - 0.1) < 1e-6, "neither likelier nor less likely")
    let long = reading([
      moment([(.two, 1)]), blank, moment([(.two, 0.5)]), blank, moment([(.two, 0.5)]),
    ])
    // 22 is said by either of two moments.
    #expect(long.candidates.map(\.number.text) == ["2", "22", "222"])
    let times = long.candidates[0].probability / long.candidates[2].probability
    #expect(abs(times - 16) < 1e-3)
  }

  @Test func `a number of several pieces that is heard clearly is certain`() {
    let eight = moment([(.eight, 1)])
    let reading = reading([eight, blank, eight])
    #expect(reading.number?.text == "88")
    #expect(reading.confidence == 1)
  }

  @Test func `of two ways to say a number the words of the likelier count`() throws {
    // "two five" is heard better, "twenty five" said more often; nothing follows that.
    let reading = reading([
      moment([(.two, 0.55), (.twen, 0.45)]), blank, moment([(.ty, 0.45)]), moment([(.five, 1)]),
    ])
    let best = try #require(reading.likely.first)
    #expect(best.number.text == "25")
    #expect(best.words == [.twenty, .five])
    #expect(!best.canContinue)
  }

  @Test func `words between the numbers' make it no number`() {
    let reading = reading([moment([], other: 1), blank, moment([(.seven, 1)])])
    #expect(reading.number == nil)
    #expect(reading.confidence == 1)
  }

  @Test func `words that together are no number give none`() {
    let year = [
      moment([(.nine, 1)]), moment([(.teen, 1)]), moment([(.six, 1)]), moment([(.ty, 1)]),
    ]
    #expect(reading(year).number == nil)
    let unfinished = [moment([(.two, 1)]), moment([(.hundred, 1)]), moment([(.and, 1)])]
    #expect(reading(unfinished).number == nil)
  }

  @Test func `grammar decides between what sounds alike`() {
    // After "twenty", "eighty" cannot be said; "eight" can, and no other number is left.
    let reading = reading([
      moment([(.twen, 1)]), moment([(.ty, 1)]), blank, moment([(.eight, 1)]),
      moment([(.ty, 0.6)]),
    ])
    #expect(reading.candidates.map(\.number.text) == ["28"])
    #expect(abs(reading.probabilityOfNone - 0.6) < 1e-6)
  }

  @Test(
    "a stem and an ending are one word",
    arguments: [
      ([.seven, .teen], "17"), ([.seven], "7"), ([.seven, .ty, .seven], "77"),
      ([.one, .seven, .ty], "170"), ([.one, .seven, .ty, .five], "175"),
      ([.two, .hundred, .and, .six, .teen], "216"), ([.two, .hundred, .twen, .ty], "220"),
      ([.four, .four], "44"), ([.four, .four, .ty], "440"), ([.fif, .ty, .nine], "59"),
      ([.thir], nil), ([.thir, .two], nil), ([.teen], nil), ([.two, .teen], nil),
      ([.twelve, .ty], nil), ([.twen, .thir, .ty], nil), ([.twen, .teen], nil),
      ([.one, .two, .thir, .ty], nil), ([.double, .four, .ty], nil),
    ] as [([NumberPart], String?)])
  func parts(_ parts: [NumberPart], number: String?) {
    let moments = parts.flatMap { [moment([($0, 1)]), blank] }
    #expect(reading(moments).number?.text == number)
  }

  @Test func `every word is found again from its parts`() {
    for word in NumberWord.allCases {
      let ways =
        NumberPart.allCases.filter { $0.word == word }.map { [$0] }
        + NumberPart.allCases.flatMap { stem in
          [.teen, .ty].filter { NumberWord(stem: stem, ending: $0) == word }.map { [stem, $0] }
        }
      #expect(ways.count == 1, "\(word)")
    }
  }

  @Test func `no probability is lost`() {
    var state: UInt64 = 5
    var moments: [[Float]] = []
    for _ in 0..<12 {
      var weights = (0..<PartScores.classes).map { _ -> Float in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Float(state >> 40) / Float(1 << 24)
      }
      weights[PartScores.blank] += 60
      let sum = weights.reduce(0, +)
      moments.append(weights.map { $0 / sum })
    }
    let reading = reading(moments)
    let sum = reading.candidates.reduce(0) { $0 + $1.probability }
    #expect(sum > 0 && sum <= 1.0001)
    #expect(reading.candidates.allSatisfy { (0...1).contains($0.probability) })
    #expect(Set(reading.candidates.map(\.number)).count == reading.candidates.count)
  }
}
