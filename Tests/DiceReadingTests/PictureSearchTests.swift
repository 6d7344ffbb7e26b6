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
private func search(makesPortraits: Bool = true) -> PictureSearch {
  let whole = PixelRect(x: 0, y: 0, width: picture.width, height: picture.height)
  return PictureSearch(
    Look.thorough(whole, of: picture, cropAndScale: .scaleToFit), confidenceThreshold: 0.2,
    iouThreshold: 0.3, makesPortraits: makesPortraits)
}

extension PictureSearch {
  /// Makes all looks at the picture, of which the first sees `first`, then all portraits, which see
  /// `alone`; returns the looks that were made.
  @discardableResult
  fileprivate mutating func run(first: [Sighting], alone: [Sighting] = []) -> [Look] {
    var made: [Look] = []
    while let look = nextLook, made.count < 1000 {
      learn(isAtPortraits ? alone : (made.isEmpty ? first : []))
      made.append(look)
    }
    return made
  }
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
    while let look = search.nextLook, made.count < 100 {
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
    #expect(search.isAtPortraits)
  }

  @Test("portraits together overrule the look that found the die")
  func overruled() {
    var search = search()
    search.run(first: [sighting(.three, 0.3, side: 40)], alone: [sighting(.five, 0.8, side: 40)])
    #expect(search.dice.map(\.die.label) == [.five])
  }

  @Test("what portraits do not see is no die, and what they see well is one")
  func confirmation() {
    var weave = search()
    weave.run(first: [sighting(.six, 0.3, side: 40)])
    #expect(weave.dice.isEmpty)

    var faint = search()
    faint.run(first: [sighting(.six, 0.12, side: 40)], alone: [sighting(.six, 0.7, side: 40)])
    #expect(faint.dice.map(\.die.label) == [.six])
  }

  @Test("a page of doubtful prints takes no more looks than a dozen dice")
  func prints() {
    var search = search()
    let prints = (0..<50).map {
      sighting(.six, 0.11 + 0.001 * Float($0), side: 8, x: 0.01 + 0.019 * Double($0))
    }
    let looks = search.run(first: prints + [sighting(.two, 0.9, side: 40, y: 0.2)])
    #expect(looks.filter { $0.region.width < picture.width }.count == 13 * 10)
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
    "a portrait shows the die at several sizes, and nothing outside the picture",
    arguments: [0.5, 0.02, 0.99])
  func portraits(x: Double) {
    var search = search()
    let looks = search.run(first: [sighting(.two, 0.9, side: 20, x: x)]).filter {
      $0.region.width < 100
    }
    #expect(looks.count == 10)
    for look in looks {
      #expect(look.inputSize == PixelSize(width: 96, height: 96))
      #expect(look.region.x >= 0)
      #expect(look.region.x + look.region.width <= picture.width)
    }
    let sides = looks.map { 20 * 96 / Double($0.region.width) }
    #expect(sides.min()! < 29 && sides.max()! > 57)
  }
}
