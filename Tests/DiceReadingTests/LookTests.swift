import Testing
import VisionCore

@testable import DiceReading

private func size(_ width: Int, _ height: Int) -> PixelSize {
  PixelSize(width: width, height: height)
}

extension PixelSize {
  fileprivate var whole: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }
}

@Suite("Planning looks")
struct LookPlanTests {
  @Test(
    "a live look costs 320 x 240 pixels, whatever the picture's shape",
    arguments: [
      (size(640, 480), size(320, 240)),
      (size(1920, 1080), size(368, 208)),
      (size(1080, 2224), size(192, 384)),
      (size(1000, 1000), size(272, 272)),
      // A telephone's 48 megapixels, and a thumbnail that must grow.
      (size(8064, 6048), size(320, 240)),
      (size(64, 48), size(320, 240)),
      // Pictures of one row or one pixel are looked at too.
      (size(10_000, 1), size(4800, 16)),
      (size(1, 1), size(272, 272)),
    ])
  func live(picture: PixelSize, input: PixelSize) {
    let look = Look.single(picture.whole, of: picture)
    #expect(look.inputSize == input)
    #expect(look.region == picture.whole)
  }

  @Test(
    "a thorough search stops where the picture has no more to show",
    arguments: [
      (size(4000, 3000), [size(320, 240), size(640, 480), size(1280, 960)]),
      (size(640, 480), [size(320, 240), size(640, 480), size(1280, 960)]),
      (size(480, 639), [size(240, 320), size(481, 640)]),
      (size(320, 240), [size(320, 240), size(640, 480)]),
      (size(100, 50), [size(320, 160)]),
      (size(1, 1), [size(320, 320)]),
    ])
  func thorough(picture: PixelSize, drawn: [PixelSize]) {
    let looks = Look.thorough(picture.whole, of: picture, cropAndScale: .scaleToFit)
    #expect(looks.map(\.drawn) == drawn)
    #expect(looks.map(\.isCoarsest) == drawn.map { $0 == drawn.first })
    #expect(looks.map(\.isFinest) == drawn.map { $0 == drawn.last })
  }

  @Test(
    "crop and scale decides what part is seen, and in which shape",
    arguments: [
      (CropAndScale.scaleToFit, PixelRect(x: 0, y: 0, width: 1080, height: 1920), size(180, 320)),
      (.scaleToFill, PixelRect(x: 0, y: 0, width: 1080, height: 1920), size(320, 240)),
      (.centerCrop, PixelRect(x: 0, y: 555, width: 1080, height: 810), size(320, 240)),
    ])
  func cropAndScale(option: CropAndScale, region: PixelRect, drawn: PixelSize) {
    let picture = size(1080, 1920)
    let look = Look.thorough(picture.whole, of: picture, cropAndScale: option)[0]
    #expect(look.region == region)
    #expect(look.drawn == drawn)
    if option != .scaleToFit {
      #expect(Look.single(picture.whole, of: picture, cropAndScale: option).drawn == drawn)
    }
  }
}

@Suite("A close-up")
struct CloseUpTests {
  @Test(
    "has one input for pictures of all shapes, with grey round what is drawn",
    arguments: [
      (size(800, 800), PixelRect(x: 24, y: 24, width: 80, height: 80)),
      (size(4000, 3000), PixelRect(x: 24, y: 34, width: 80, height: 60)),
      (size(1080, 1920), PixelRect(x: 41, y: 24, width: 45, height: 80)),
      // A picture of one row is looked at too.
      (size(10_000, 1), PixelRect(x: 24, y: 63, width: 80, height: 1)),
    ])
  func place(picture: PixelSize, place: PixelRect) {
    let look = Look.closeUp(of: picture.whole, in: picture)
    #expect(look.inputSize == size(128, 128))
    #expect(look.place == place)
    #expect(look.drawing.place == place)
  }

  @Test func `has boxes of the picture, and none of the grey`() {
    let look = Look.closeUp(of: size(800, 600).whole, in: size(800, 600))
    #expect(
      look.boundingBox(left: 24, top: 34, right: 64, bottom: 64)
        == BoundingBox(x: 0, y: 0, width: 0.5, height: 0.5))
    #expect(look.boundingBox(left: 0, top: 0, right: 128, bottom: 128) == .unit)
    #expect(look.boundingBox(left: 2, top: 40, right: 24, bottom: 60) == nil)
  }

  @Test(
    "is for dice of a third of the long side",
    arguments: [(0.3, false), (0.35, true), (1, true)])
  func large(share: Double, isLarge: Bool) {
    let look = Look.closeUp(of: size(800, 800).whole, in: size(800, 800))
    #expect(look.isLarge(BoundingBox(x: 0, y: 0, width: share, height: share)) == isLarge)
  }
}

@Suite("A look")
struct LookTests {
  /// The right lower quarter of a picture of 1000 x 500, drawn at 250 x 125.
  private static let quarter = Look(
    picture: size(1000, 500), region: PixelRect(x: 500, y: 250, width: 500, height: 250),
    drawn: size(250, 125))

  @Test func `has an input of whole strides`() {
    #expect(Self.quarter.inputSize == size(256, 128))
  }

  @Test(
    "brings boxes to the picture and cuts off what lies outside its region",
    arguments: [
      ((0.0, 0.0, 250.0, 125.0), BoundingBox(x: 0.5, y: 0.5, width: 0.5, height: 0.5)),
      ((25.0, 25.0, 50.0, 50.0), BoundingBox(x: 0.55, y: 0.6, width: 0.05, height: 0.1)),
      // Over the left edge; and into the grey at the right.
      ((-100.0, 25.0, 25.0, 50.0), BoundingBox(x: 0.5, y: 0.6, width: 0.05, height: 0.1)),
      ((225.0, 25.0, 256.0, 50.0), BoundingBox(x: 0.95, y: 0.6, width: 0.05, height: 0.1)),
      // Nothing but grey.
      ((251.0, 25.0, 256.0, 50.0), nil),
    ])
  func boxes(sides: (Double, Double, Double, Double), expected: BoundingBox?) {
    let box = Self.quarter.boundingBox(
      left: sides.0, top: sides.1, right: sides.2, bottom: sides.3)
    guard let expected else {
      #expect(box == nil)
      return
    }
    #expect((box?.intersectionOverUnion(expected) ?? 0) > 0.999)
  }

  @Test func `measures dice in pixels of its input`() {
    let box = BoundingBox(x: 0.55, y: 0.6, width: 0.05, height: 0.1)
    #expect(abs(Self.quarter.side(of: box) - 25) < 1e-9)
  }

  @Test(
    "knows the dice that its edge cuts",
    arguments: [
      (BoundingBox(x: 0.6, y: 0.6, width: 0.1, height: 0.1), false),
      (BoundingBox(x: 0.5, y: 0.6, width: 0.1, height: 0.1), true),
      (BoundingBox(x: 0.6, y: 0.5, width: 0.1, height: 0.1), true),
      // At the picture's own edge there is no more of the die to be seen.
      (BoundingBox(x: 0.9, y: 0.9, width: 0.1, height: 0.1), false),
    ])
  func cuts(box: BoundingBox, cut: Bool) {
    #expect(Self.quarter.cuts(box) == cut)
  }

  @Test(
    "is trusted for dice of a readable size",
    arguments: [
      // Coarsest and finest at once: the only look there is.
      (true, true, 40.0, 1.0), (true, true, 400.0, 1.0), (true, true, 5.0, 0.5),
      // Large dice belong to the coarser look, small ones to the finer.
      (false, true, 144.0, 0.5), (true, false, 10.0, 0.5), (true, false, 0.1, 0.05),
    ])
  func trust(coarsest: Bool, finest: Bool, side: Double, expected: Double) {
    var look = Self.quarter
    look.isCoarsest = coarsest
    look.isFinest = finest
    #expect(look.trust(inSide: side) == expected)
  }
}

@Suite("A mirrored drawing")
struct MirroredDrawingTests {
  @Test("mirrors an image twice into itself", arguments: ImageOrientation.allCases)
  func twice(orientation: ImageOrientation) {
    #expect(orientation.mirrored != orientation)
    #expect(orientation.mirrored.mirrored == orientation)
    #expect(orientation.mirrored.swapsAxes == orientation.swapsAxes)
  }

  @Test func `shows the same part of the picture, and leaves the other side grey`() {
    let drawing = Drawing(
      picture: size(200, 100), region: PixelRect(x: 20, y: 10, width: 100, height: 50),
      place: PixelRect(x: 4, y: 0, width: 50, height: 25), inputSize: size(64, 32))
    let (orientation, region) = drawing.mirrored.view(of: .up)
    #expect(orientation == .upMirrored)
    #expect(region == PixelRect(x: 80, y: 10, width: 100, height: 50))
    #expect(drawing.mirrored.place == PixelRect(x: 10, y: 0, width: 50, height: 25))
    #expect(drawing.mirrored.mirrored == drawing)
  }

  @Test func `of a look brings boxes back to where they are in the picture`() throws {
    var look = Look(
      picture: size(200, 100), region: PixelRect(x: 20, y: 10, width: 100, height: 50),
      drawn: size(100, 50))
    look.isMirrored = true
    // What lies 10 pixels from the left of the mirrored input lies as far from the region's right.
    let box = try #require(look.boundingBox(left: 10, top: 5, right: 30, bottom: 15))
    #expect(abs(box.x - 90.0 / 200) < 1e-9)
    #expect(abs(box.width - 20.0 / 200) < 1e-9)
    #expect(abs(box.y - 15.0 / 100) < 1e-9)
    #expect(look.drawing.view(of: .up).region == PixelRect(x: 80, y: 10, width: 100, height: 50))
    #expect(look.drawing.place == PixelRect(x: 0, y: 0, width: 100, height: 50))
  }
}
