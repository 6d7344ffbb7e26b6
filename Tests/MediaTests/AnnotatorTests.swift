import Testing
import VisionCore

@testable import Media

private func die(_ value: DieValue, _ x: Double, _ y: Double, _ side: Double) -> DieObservation {
  DieObservation(
    label: value, confidence: 0.9,
    boundingBox: BoundingBox(x: x, y: y, width: side, height: side))
}

private func grey(_ width: Int, _ height: Int, _ level: UInt8 = 128) -> RGBImage {
  RGBImage(
    width: width, height: height, pixels: [UInt8](repeating: level, count: width * height * 3))
}

@Suite struct AnnotatorTests {
  let dice = [die(.three, 0.1, 0.4, 0.1), die(.five, 0.4, 0.4, 0.1), die(.one, 0.7, 0.4, 0.1)]

  @Test(
    "boxes are drawn on pictures of every size and ground",
    arguments: [
      (64, 64, 128), (640, 480, 0), (640, 480, 255), (1080, 1920, 128), (8000, 400, 128),
    ] as [(Int, Int, UInt8)])
  func sizes(width: Int, height: Int, ground: UInt8) {
    var image = grey(width, height, ground)
    let before = image
    Annotator().draw(dice: dice, caption: "3 + 5 + 1 = 9", on: &image)
    #expect((image.width, image.height) == (width, height))
    // On the left edge of the first box there is a line that differs from the ground …
    let edge = (0..<height).map { image.color(0.1, (Double($0) + 0.5) / Double(height)) }
    #expect(edge.contains { abs($0[0] - Int(ground)) + abs($0[2] - Int(ground)) > 60 })
    // … and within it the die is as it was.
    #expect(image.color(0.15, 0.45) == before.color(0.15, 0.45))
  }

  @Test func `with nothing to say the picture stays as it is`() {
    var image = grey(320, 240)
    Annotator().draw(dice: [], caption: "", on: &image)
    #expect(image == grey(320, 240))
  }

  @Test func `the result keeps off the dice`() {
    var image = grey(320, 240)
    Annotator().draw(dice: [die(.six, 0.4, 0.8, 0.2)], caption: "6", on: &image)
    #expect(image.isNear([128, 128, 128], 0.5, 0.87))
    #expect(!image.isNear([128, 128, 128], 0.49, 0.09))
  }

  @Test(
    "boxes that reach out of the picture, or have no area, do no harm",
    arguments: [
      (BoundingBox(x: -0.5, y: -0.5, width: 2, height: 2), false),
      (BoundingBox(x: 0.95, y: 0.95, width: 0.3, height: 0.3), true),
      (BoundingBox(x: 0.5, y: 0.5, width: 0, height: 0), true),
      (BoundingBox(x: 3, y: 3, width: 0.1, height: 0.1), false),
    ])
  func outside(box: BoundingBox, isSeen: Bool) {
    var image = grey(320, 240)
    let observation = DieObservation(label: .two, confidence: 1, boundingBox: box)
    Annotator().draw(dice: [observation], caption: "", on: &image)
    #expect((image != grey(320, 240)) == isSeen)
    // Nothing runs over the right edge into the left one, where none of these boxes has a line.
    #expect((0..<240).allSatisfy { image.isNear([128, 128, 128], 0, (Double($0) + 0.5) / 240) })
  }

  @Test func `a caption of any length and any letters fits`() {
    let long = (1...48).map(String.init).joined(separator: " + ") + " = 日本 é ✓"
    var image = grey(320, 240)
    Annotator().draw(dice: [], caption: long, on: &image)
    // Something is written, and the margins are free.
    #expect(image != grey(320, 240))
    #expect((0..<240).allSatisfy { image.isNear([128, 128, 128], 0, (Double($0) + 0.5) / 240) })
  }

  // MARK: Boards

  static let board = GameboardObservation(
    confidence: 0.9,
    corners: GameboardObservation.Corners(
      farLeft: NormalizedPoint(x: 0.4, y: 0.3), farRight: NormalizedPoint(x: 0.6, y: 0.3),
      nearRight: NormalizedPoint(x: 0.7, y: 0.7), nearLeft: NormalizedPoint(x: 0.3, y: 0.7)),
    hole: Ellipse(center: NormalizedPoint(x: 0.5, y: 0.4), radii: (0.05, 0.02), angle: 90))

  @Test("a board's edges and its hole's rim are drawn where they are", arguments: [false, true])
  func board(isGame: Bool) {
    var image = grey(400, 300)
    if isGame {
      var toss = TossPicture()
      toss.board = Self.board
      Annotator().draw(toss: toss, at: 0, on: &image)
    } else {
      Annotator().draw(boards: [Self.board], on: &image)
    }
    // A thin line covers no pixel wholly where it slants.
    func has(_ colour: [UInt8], _ x: Double, _ y: Double) -> Bool {
      (-2...2).contains { image.isNear(colour, x + Double($0) / 400, y, tolerance: 80) }
    }
    let yellow: [UInt8] = [255, 200, 46]
    // The middles of the near, right and left edges, and the rim's ends: its longer radius, in widths of
    // the picture, stands upright.
    for (x, y) in [(0.5, 0.7), (0.65, 0.5), (0.35, 0.5), (0.5, 0.4 + 0.05 * 4 / 3), (0.52, 0.4)] {
      let isDrawn = has(yellow, x, y)
      #expect(isDrawn, "\(x), \(y)")
    }
    // The far edge shows which end is which, where boards are looked for.
    let hasFarEdge = has(isGame ? yellow : [86, 190, 255], 0.5, 0.3)
    #expect(hasFarEdge)
    for (x, y) in [(0.5, 0.4), (0.5, 0.6), (0.2, 0.5)] {
      let isBare = image.isNear([128, 128, 128], x, y)
      #expect(isBare, "\(x), \(y)")
    }
  }

  @Test func `figures and score stand at the top, what is waited for at the foot`() {
    var toss = TossPicture()
    (toss.headline, toss.score, toss.status) = ("Throw 1", "12", "The camera moves.")
    toss.lines = ["8.1 m/s"]
    var image = grey(640, 360)
    Annotator().draw(toss: toss, at: 0, on: &image)
    func isDrawn(_ x: Double, _ y: Double) -> Bool { !image.isNear([128, 128, 128], x, y) }
    #expect(isDrawn(0.05, 0.06) && isDrawn(0.96, 0.06) && isDrawn(0.5, 0.94))
    #expect(!isDrawn(0.5, 0.06) && !isDrawn(0.05, 0.5) && !isDrawn(0.05, 0.94))
    var nothing = grey(640, 360)
    Annotator().draw(toss: TossPicture(), at: 0, on: &nothing)
    #expect(nothing == grey(640, 360))
  }

  @Test func `figures stand below the score where they would hide the thrower at the left`() {
    var toss = TossPicture()
    (toss.headline, toss.score, toss.lines) = ("Throw 1", "12", ["8.1 m/s"])
    toss.keptClear = [NormalizedPoint(x: 0.08, y: 0.08), NormalizedPoint(x: 0.5, y: 0.2)]
    var image = grey(640, 360)
    Annotator().draw(toss: toss, at: 0, on: &image)
    func isDrawn(_ x: Double, _ y: Double) -> Bool { !image.isNear([128, 128, 128], x, y) }
    #expect(isDrawn(0.96, 0.06) && isDrawn(0.9, 0.22) && !isDrawn(0.05, 0.06))

    // Hidden there as here, they stay at the left.
    toss.keptClear.append(NormalizedPoint(x: 0.9, y: 0.22))
    image = grey(640, 360)
    Annotator().draw(toss: toss, at: 0, on: &image)
    #expect(isDrawn(0.05, 0.06) && !isDrawn(0.9, 0.22))
  }
}
