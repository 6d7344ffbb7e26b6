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
}
