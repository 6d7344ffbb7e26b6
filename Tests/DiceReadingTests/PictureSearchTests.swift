import Testing
import VisionCore

@testable import DiceReading

private let picture = PixelSize(width: 640, height: 480)

/// A die of `side` pixels round a point of the picture, as the network might report it.
private func sighting(
  _ value: DieValue, _ confidence: Float, side: Double, x: Double = 0.5, y: Double = 0.5
) -> Sighting {
  let (width, height) = (side / Double(picture.width), side / Double(picture.height))
  var scores = SIMD8<Float>(repeating: 0.02)
  scores[value.pips - 1] = confidence
  return Sighting(
    die: DieObservation(
      label: value, confidence: confidence,
      boundingBox: BoundingBox(x: x - width / 2, y: y - height / 2, width: width, height: height)),
    rank: Double(confidence), isCut: false, scores: scores)
}

/// A search of the whole picture.
private func search(makesPortraits: Bool = true, makesViews: Bool = true) -> PictureSearch {
  let whole = PixelRect(x: 0, y: 0, width: picture.width, height: picture.height)
  return PictureSearch(
    Look.thorough(whole, of: picture, cropAndScale: .scaleToFit), confidenceThreshold: 0.2,
    iouThreshold: 0.3, makesPortraits: makesPortraits, makesViews: makesViews)
}

/// An answer of the portrait network: how much likelier than all else something is.
private func answer(_ value: DieValue?, by logit: Float = 6) -> PortraitAnswer {
  var logits = SIMD8<Float>.zero
  logits[value?.pips ?? 0] = logit
  return PortraitAnswer(logits: logits)
}

extension PictureSearch {
  /// Makes all looks at the picture, of which the first sees `first`, then all portraits, in which the
  /// dice network sees `alone` and the portrait network says `answer`; returns what was asked.
  @discardableResult
  fileprivate mutating func run(
    first: [Sighting], alone: [Sighting] = [],
    answer: PortraitAnswer = PortraitAnswer(logits: .zero)
  ) -> [ReadingStep] {
    var made: [ReadingStep] = []
    while let step = nextStep, made.count < 1000 {
      switch step {
      case .look(let look):
        learn(made.isEmpty ? first : look.drawn.width == 96 ? alone : [])
      case .portrait: learn(answer)
      }
      made.append(step)
    }
    return made
  }
}

extension ReadingStep {
  fileprivate var isPortrait: Bool { drawing.inputSize.width <= 96 }
}

@Suite("Searching a picture")
struct PictureSearchTests {
  @Test(
    "looks more closely only while dice are small",
    arguments: [
      // The side of the die in the picture; the looks are 320, 640 and 1280 pixels wide.
      (100.0, [320, 640]), (40.0, [320, 640]), (30.0, [320, 640, 1280]), (15.0, [320, 640, 1280]),
    ])
  func closerLooks(side: Double, widths: [Int]) {
    var search = search(makesPortraits: false)
    var made: [Int] = []
    while case .look(let look) = search.nextStep, made.count < 100 {
      made.append(look.inputSize.width)
      search.learn([sighting(.four, 0.9, side: side)])
    }
    #expect(made == widths)
  }

  @Test("a small doubtful die keeps no closer look from being made, and none brings it about")
  func doubtful() {
    var search = search()
    search.learn([])
    search.learn([sighting(.four, 0.9, side: 100), sighting(.one, 0.12, side: 10, x: 0.2)])
    #expect(search.nextStep?.isPortrait == true)
  }

  @Test(
    "a die that fills the picture, and its pips that were taken for dice: the surer ones stay",
    arguments: [(0.9, 0.3, [DieValue.three]), (0.3, 0.9, [.one, .one, .one])]
      as [(Float, Float, [DieValue])])
  func closeUp(ofDie: Float, ofPips: Float, values: [DieValue]) {
    let whole = PixelRect(x: 0, y: 0, width: picture.width, height: picture.height)
    var search = PictureSearch(
      Look.thorough(whole, of: picture, cropAndScale: .scaleToFit),
      closeUp: .closeUp(of: whole, in: picture), confidenceThreshold: 0.1, iouThreshold: 0.3,
      makesPortraits: true, makesViews: false)
    let pips = [0.3, 0.5, 0.7].map { sighting(.one, ofPips, side: 60, x: $0, y: $0) }
    var count = 0
    while case .look(let look) = search.nextStep, count < 100 {
      count += 1
      // Portraits of pips show little of the picture.
      let isOfDie = look.isCloseUp || look.region.width > picture.width / 2
      let isPortrait = look.inputSize.width == 96
      search.learn(
        isPortrait
          ? (isOfDie ? [sighting(.three, ofDie, side: 400)] : pips)
          : look.isCloseUp ? [sighting(.three, ofDie, side: 400)] : count == 1 ? pips : [])
    }
    #expect(search.dice.map(\.die.label) == values)
  }

  @Test("looks at a die alone together overrule the look that found it")
  func overruled() {
    var search = search(makesViews: false)
    search.run(first: [sighting(.three, 0.3, side: 40)], alone: [sighting(.five, 0.8, side: 40)])
    #expect(search.dice.map(\.die.label) == [.five])
  }

  @Test(
    "the portrait network decides where the dice network is of two minds",
    arguments: [(2, DieValue.five), (9, .five), (0, .three)] as [(Float, DieValue)])
  func secondOpinion(logit: Float, value: DieValue) {
    var search = search()
    search.run(
      first: [sighting(.three, 0.35, side: 40)], alone: [sighting(.three, 0.3, side: 40)],
      answer: answer(.five, by: logit))
    #expect(search.dice.map(\.die.label) == [value])
  }

  @Test("what portraits do not see is no die, and what they see well is one")
  func confirmation() {
    var weave = search(makesViews: false)
    weave.run(first: [sighting(.six, 0.3, side: 40)])
    #expect(weave.dice.isEmpty)

    var faint = search(makesViews: false)
    faint.run(first: [sighting(.six, 0.12, side: 40)], alone: [sighting(.six, 0.9, side: 40)])
    #expect(faint.dice.map(\.die.label) == [.six])
  }

  @Test("the portrait network takes away a doubtful die, and saves one, but not a certain one")
  func existence() {
    for (confidence, belief, count) in [
      (0.25, nil, 0), (0.12, DieValue.two, 1), (0.12, nil, 0), (0.99, nil, 1),
    ] as [(Float, DieValue?, Int)] {
      var search = search()
      let die = sighting(.two, confidence, side: 40)
      search.run(first: [die], alone: [die], answer: answer(belief, by: 5))
      #expect(search.dice.count == count, "\(confidence), \(String(describing: belief))")
    }
  }

  @Test("a page of doubtful prints takes no more looks than a dozen dice")
  func prints() {
    var search = search()
    let prints = (0..<50).map {
      sighting(.six, 0.11 + 0.001 * Float($0), side: 8, x: 0.01 + 0.019 * Double($0))
    }
    let steps = search.run(first: prints + [sighting(.two, 0.9, side: 40, y: 0.2)])
    #expect(steps.filter(\.isPortrait).count == 13 * 16)
  }

  @Test(
    "more dice than sixty are all reported, left to right, and only the surest are looked at alone")
  func heap() {
    let heap = (0..<90).map {
      sighting(.six, 0.51 + 0.005 * Float($0 * 37 % 90), side: 6, x: 0.005 + 0.011 * Double($0))
    }
    var search = search()
    let steps = search.run(first: heap, alone: [], answer: answer(nil))
    #expect(steps.filter(\.isPortrait).count == 60 * 16)
    // The portraits see no dice; the thirty that were least sure stay as they were seen.
    let left = heap.sorted { $0.die.confidence < $1.die.confidence }.prefix(30)
      .map(\.die.boundingBox.center.x).sorted()
    #expect(search.dice.map(\.die.boundingBox.center.x) == left)
  }

  @Test(
    "of a die, its front and print beside it the die is reported; what is like dice, as such",
    arguments: [(33.0, 18.0, [DieValue.six]), (70, 60, [.one, .two, .six])])
  func context(lower: Double, side: Double, values: [DieValue]) {
    let found = [
      sighting(.six, 0.9, side: 60), sighting(.two, 0.6, side: 60, x: 0.49, y: 0.5 + lower / 480),
      sighting(.one, 0.4, side: side, x: 0.2),
    ]
    var search = search(makesViews: false)
    search.run(first: found, alone: found)
    #expect(search.dice.map(\.die.label) == values)
  }

  @Test("a die beside the one in a portrait says nothing about it")
  func neighbour() {
    var search = search()
    search.run(
      first: [sighting(.two, 0.9, side: 40)],
      alone: [sighting(.two, 0.6, side: 40), sighting(.six, 0.95, side: 40, x: 0.57)])
    #expect(search.dice.map(\.die.label) == [.two])
  }

  @Test(
    "a portrait's looks show the die at several sizes, and nothing outside the picture",
    arguments: [0.5, 0.02, 0.99])
  func looks(x: Double) {
    var search = search(makesViews: false)
    let looks = search.run(first: [sighting(.two, 0.9, side: 20, x: x)]).filter(\.isPortrait)
      .map(\.drawing)
    #expect(looks.count == 10)
    for look in looks {
      #expect(look.inputSize == PixelSize(width: 96, height: 96))
      #expect(look.region.x >= 0)
      #expect(look.region.x + look.region.width <= picture.width)
    }
    let sides = looks.map { 20 * 96 / Double($0.region.width) }
    #expect(sides.min()! < 29 && sides.max()! > 57)
  }

  @Test(
    "a portrait's views show the die in the middle at several sizes, and grey beyond the edge",
    arguments: [
      (0.5, 0.5), (0.02, 0.5), (0.99, 0.5), (0.5, 0.01), (0.5, 0.995), (0, 0), (1, 1),
    ])
  func views(x: Double, y: Double) {
    var search = search()
    let views = search.run(first: [sighting(.two, 0.9, side: 20, x: x, y: y)]).map(\.drawing)
      .filter { $0.inputSize == PixelSize(width: 64, height: 64) }
    #expect(views.count == 6)
    for view in views {
      let (region, place, input) = (view.region, view.place, view.inputSize)
      #expect(region.x >= 0 && region.x + region.width <= picture.width)
      #expect(region.y >= 0 && region.y + region.height <= picture.height)
      #expect(place.x >= 0 && place.x + place.width <= input.width)
      #expect(place.y >= 0 && place.y + place.height <= input.height)
      // The die's own middle comes to the input's, a pixel of the picture more or less.
      let scale = Double(place.height) / Double(region.height)
      let middle = Double(place.y) + (y * Double(picture.height) - Double(region.y)) * scale
      #expect(abs(middle - 32) <= scale + 1)
      // Grey is only what lies beyond the edge.
      let isWhole = (0.1...0.9).contains(x) && (0.1...0.9).contains(y)
      #expect((place == PixelRect(x: 0, y: 0, width: 64, height: 64)) == isWhole)
      if isWhole { #expect(region.width == region.height) }
    }
    let sides = views.map { 20 * Double($0.place.height) / Double($0.region.height) }
    #expect(sides.min()! < 30 && sides.max()! > 36)
  }
}
