import Testing
import VisionCore

/// A part of a picture of three bytes a pixel, drawn, and the same of four bytes a pixel.
private func drawings(
  of image: RGBImage, _ orientation: ImageOrientation, _ drawing: Drawing
) -> (three: [UInt8], four: [UInt8]) {
  let input = drawing.inputSize
  var three = [UInt8](repeating: 0, count: input.width * input.height * 3)
  three.withUnsafeMutableBufferPointer {
    drawing.draw(image, orientation: orientation, into: $0)
  }
  let rgba = (0..<image.width * image.height).map { index in
    SIMD4(image.pixels[3 * index], image.pixels[3 * index + 1], image.pixels[3 * index + 2], 9)
  }
  var four = [SIMD4<UInt8>](repeating: .zero, count: input.width * input.height)
  rgba.withUnsafeBufferPointer { pixels in
    four.withUnsafeMutableBufferPointer { output in
      drawing.draw(
        RGBAPixels(
          size: PixelSize(width: image.width, height: image.height), pixels: pixels.baseAddress!),
        orientation: orientation, into: output)
    }
  }
  return (three, four.allSatisfy { $0.w == 255 } ? four.flatMap { [$0.x, $0.y, $0.z] } : [])
}

/// FNV-1a, of Fowler, Noll and Vo.
private struct Checksum {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(_ bytes: [UInt8]) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }
}

@Suite("Drawing a network's input")
struct PictureDrawingTests {
  /// A picture of noise, in which every pixel counts.
  private static func noise(_ width: Int, _ height: Int) -> RGBImage {
    var state: UInt32 = 1
    let pixels = (0..<width * height * 3).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
    return RGBImage(width: width, height: height, pixels: pixels)
  }

  private static func size(_ width: Int, _ height: Int) -> PixelSize {
    PixelSize(width: width, height: height)
  }

  private static func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
    PixelRect(x: x, y: y, width: width, height: height)
  }

  @Test(
    "gives the pixels of OpenCV 4.6, of which the sums were recorded",
    arguments: [
      // The size of the picture, its part, and how large that is drawn.
      (size(64, 48), rect(0, 0, 64, 48), size(32, 24), 0x8de67d21947c816d, "quarters"),
      (size(96, 48), rect(0, 0, 96, 48), size(32, 16), 0x3f55c3cf10839545, "ninths"),
      (size(64, 48), rect(0, 0, 64, 48), size(64, 24), 0x5880905f2659a4f5, "one side shrinks"),
      (size(97, 61), rect(0, 0, 97, 61), size(40, 25), 0xf70511926f11af95, "parts of pixels"),
      (size(128, 72), rect(7, 3, 101, 59), size(64, 37), 0x313e3b7779934c48, "of a part"),
      (size(40, 30), rect(0, 0, 40, 30), size(64, 48), 0x1a764ae20400a2b5, "both sides grow"),
      (size(40, 60), rect(5, 1, 33, 57), size(48, 40), 0x6dbc826dd70b801e, "one side grows"),
      (size(31, 17), rect(0, 0, 31, 17), size(31, 17), 0xf14a70ea5353e1dd, "as it is"),
      (size(33, 1), rect(0, 0, 33, 1), size(48, 2), 0x8355bdaca23c8285, "one row"),
    ] as [(PixelSize, PixelRect, PixelSize, UInt64, String)])
  func pixels(
    picture: PixelSize, region: PixelRect, drawn: PixelSize, expected: UInt64, why: String
  ) {
    var sum = Checksum()
    for orientation in ImageOrientation.allCases {
      let stored = orientation.uprightSize(of: picture)
      let drawing = Drawing(
        picture: picture, region: region,
        place: Self.rect(0, 0, drawn.width, drawn.height), inputSize: drawn)
      let (three, four) = drawings(
        of: Self.noise(stored.width, stored.height), orientation, drawing)
      #expect(three == four, "\(orientation)")
      sum.add(four)
    }
    #expect(sum.value == expected, "\(why)")
  }

  @Test(
    "wherever in the input they go, mirrored too",
    arguments: [
      (rect(0, 0, 64, 64), false, 0xc1dcdd4f8b905f9a),
      (rect(13, 0, 51, 64), true, 0xf75badd999390a7a),
      (rect(0, 40, 30, 24), false, 0x82ba36f81bce5e74),
      (rect(5, 7, 11, 9), true, 0x46d3f4d913a06252),
    ] as [(PixelRect, Bool, UInt64)])
  func places(place: PixelRect, isMirrored: Bool, expected: UInt64) {
    let drawing = Drawing(
      picture: Self.size(90, 70), region: PixelRect(x: 11, y: 6, width: 41, height: 37),
      place: place, inputSize: Self.size(64, 64), isMirrored: isMirrored)
    var sum = Checksum()
    for orientation in ImageOrientation.allCases {
      let stored = orientation.uprightSize(of: drawing.picture)
      let (three, four) = drawings(
        of: Self.noise(stored.width, stored.height), orientation, drawing)
      #expect(three == four, "\(orientation)")
      sum.add(four)
    }
    #expect(sum.value == expected, "\(sum.value)")
  }
}
