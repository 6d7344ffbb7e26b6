import Testing
import VisionCore

@Suite("Crop and scale")
struct CropAndScaleTests {
  @Test(
    "centre crop takes the largest centred part of the aspect ratio",
    arguments: [
      // A wide picture loses its sides.
      (
        PixelRect(x: 0, y: 0, width: 1920, height: 1080),
        PixelRect(x: 240, y: 0, width: 1440, height: 1080)
      ),
      // A tall one loses top and bottom.
      (
        PixelRect(x: 0, y: 0, width: 600, height: 1000),
        PixelRect(x: 0, y: 275, width: 600, height: 450)
      ),
      // One of the right shape loses nothing.
      (
        PixelRect(x: 0, y: 0, width: 640, height: 480),
        PixelRect(x: 0, y: 0, width: 640, height: 480)
      ),
      // A region keeps its place.
      (
        PixelRect(x: 100, y: 50, width: 80, height: 30),
        PixelRect(x: 120, y: 50, width: 40, height: 30)
      ),
      // A pixel stays a pixel.
      (PixelRect(x: 0, y: 0, width: 1, height: 1), PixelRect(x: 0, y: 0, width: 1, height: 1)),
    ])
  func centerCrop(region: PixelRect, cropped: PixelRect) {
    #expect(CropAndScale.centerCrop.source(in: region, aspectRatio: 4.0 / 3) == cropped)
    #expect(CropAndScale.scaleToFit.source(in: region, aspectRatio: 4.0 / 3) == region)
    #expect(CropAndScale.scaleToFill.source(in: region, aspectRatio: 4.0 / 3) == region)
  }

  @Test(
    "the longer side is drawn at the length asked for",
    arguments: [
      (
        CropAndScale.scaleToFit, PixelSize(width: 1920, height: 1080),
        PixelSize(width: 640, height: 360)
      ),
      (.scaleToFit, PixelSize(width: 1080, height: 1920), PixelSize(width: 360, height: 640)),
      // Stretched to the network's 4:3, whatever the picture's shape.
      (.scaleToFill, PixelSize(width: 1080, height: 1920), PixelSize(width: 640, height: 480)),
      // A line is still a pixel high.
      (.scaleToFit, PixelSize(width: 10_000, height: 1), PixelSize(width: 640, height: 1)),
    ])
  func drawnSize(option: CropAndScale, source: PixelSize, drawn: PixelSize) {
    #expect(option.drawnSize(of: source, longSide: 640, aspectRatio: 4.0 / 3) == drawn)
  }
}

@Suite("Pixels of a normalized box")
struct PixelRectTests {
  private static let image = PixelSize(width: 640, height: 480)

  @Test(
    "are all those it touches",
    arguments: [
      (BoundingBox.unit, PixelRect(x: 0, y: 0, width: 640, height: 480)),
      // Half a pixel in is a pixel touched.
      (
        BoundingBox(x: 0.5 / 640, y: 0, width: 0.5, height: 0.5),
        PixelRect(x: 0, y: 0, width: 321, height: 240)
      ),
      // What lies outside is cut off.
      (
        BoundingBox(x: -1, y: 0.5, width: 1.5, height: 9),
        PixelRect(x: 0, y: 240, width: 320, height: 240)
      ),
      // However small, a box has a pixel.
      (
        BoundingBox(x: 0.5, y: 0.5, width: 1e-9, height: 1e-9),
        PixelRect(x: 320, y: 240, width: 1, height: 1)
      ),
    ])
  func covering(box: BoundingBox, pixels: PixelRect) {
    #expect(PixelRect(covering: box, in: Self.image) == pixels)
  }

  @Test func `of a box made from pixels are those pixels again`() {
    for width in 1...200 {
      let pixels = PixelRect(x: 7, y: 3, width: width, height: width)
      let box = BoundingBox(pixels, in: Self.image)
      #expect(PixelRect(covering: box, in: Self.image) == pixels)
    }
  }

  @Test(
    "do not exist where the box shows nothing",
    arguments: [
      BoundingBox(x: 1.5, y: 0, width: 1, height: 1),
      BoundingBox(x: 0.5, y: 0.5, width: 0, height: 0.2),
      BoundingBox(x: .nan, y: 0, width: 1, height: 1),
    ])
  func nothing(box: BoundingBox) {
    #expect(PixelRect(covering: box, in: Self.image) == nil)
  }
}
