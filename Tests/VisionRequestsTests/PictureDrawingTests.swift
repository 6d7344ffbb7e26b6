import COpenCV
import DiceReading
import Testing
import VisionCore

/// A part of a picture, drawn by OpenCV and by our own code.
private func drawings(
  of image: RGBImage, _ orientation: ImageOrientation, _ drawing: Drawing
) -> (openCV: [UInt8], ours: [UInt8])? {
  let input = drawing.inputSize
  var openCV = [UInt8](repeating: 0, count: input.width * input.height * 3)
  let view = drawing.view(of: orientation)
  func region(_ pixels: PixelRect) -> copencv_region {
    copencv_region(
      x: Int32(pixels.x), y: Int32(pixels.y), width: Int32(pixels.width),
      height: Int32(pixels.height))
  }
  let drew = copencv_resample(
    image.pixels, Int32(image.width), Int32(image.height), Int32(view.orientation.rawValue),
    region(view.region), &openCV, Int32(input.width), Int32(input.height), region(drawing.place))
  guard drew else { return nil }

  let rgba = (0..<image.width * image.height).map { index in
    SIMD4(image.pixels[3 * index], image.pixels[3 * index + 1], image.pixels[3 * index + 2], 9)
  }
  var drawn = [SIMD4<UInt8>](repeating: .zero, count: input.width * input.height)
  rgba.withUnsafeBufferPointer { pixels in
    drawn.withUnsafeMutableBufferPointer { output in
      drawing.draw(
        RGBAPixels(
          size: PixelSize(width: image.width, height: image.height), pixels: pixels.baseAddress!),
        orientation: orientation, into: output)
    }
  }
  guard drawn.allSatisfy({ $0.w == 255 }) else { return nil }
  return (openCV, drawn.flatMap { [$0.x, $0.y, $0.z] })
}

@Suite("Drawing a network's input without OpenCV")
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

  @Test(
    "gives OpenCV's pixels",
    arguments: [
      // The size of the picture, its part, and how large that is drawn.
      (size(64, 48), PixelRect(x: 0, y: 0, width: 64, height: 48), size(32, 24)),  // quarters
      (size(96, 48), PixelRect(x: 0, y: 0, width: 96, height: 48), size(32, 16)),  // ninths
      (size(64, 48), PixelRect(x: 0, y: 0, width: 64, height: 48), size(64, 24)),  // one side only
      (size(97, 61), PixelRect(x: 0, y: 0, width: 97, height: 61), size(40, 25)),  // parts
      (size(128, 72), PixelRect(x: 7, y: 3, width: 101, height: 59), size(64, 37)),
      (size(40, 30), PixelRect(x: 0, y: 0, width: 40, height: 30), size(64, 48)),  // growing
      (size(40, 60), PixelRect(x: 5, y: 1, width: 33, height: 57), size(48, 40)),  // one side grows
      (size(31, 17), PixelRect(x: 0, y: 0, width: 31, height: 17), size(31, 17)),  // as it is
      (size(33, 1), PixelRect(x: 0, y: 0, width: 33, height: 1), size(48, 2)),  // one row
    ])
  func pixels(picture: PixelSize, region: PixelRect, drawn: PixelSize) throws {
    for orientation in ImageOrientation.allCases {
      let stored = orientation.uprightSize(of: picture)
      let look = Look(picture: picture, region: region, drawn: drawn)
      let (openCV, ours) = try #require(
        drawings(of: Self.noise(stored.width, stored.height), orientation, look.drawing))
      let differences = zip(openCV, ours).map { abs(Int($0) - Int($1)) }
      #expect(differences.max() == 0, "\(orientation): \(differences.count { $0 > 0 }) differ")
    }
  }

  @Test(
    "gives OpenCV's pixels wherever in the input they go, mirrored too",
    arguments: [
      PixelRect(x: 0, y: 0, width: 64, height: 64), PixelRect(x: 13, y: 0, width: 51, height: 64),
      PixelRect(x: 0, y: 40, width: 30, height: 24), PixelRect(x: 5, y: 7, width: 11, height: 9),
    ], [false, true])
  func places(place: PixelRect, isMirrored: Bool) throws {
    let drawing = Drawing(
      picture: Self.size(90, 70), region: PixelRect(x: 11, y: 6, width: 41, height: 37),
      place: place, inputSize: Self.size(64, 64), isMirrored: isMirrored)
    for orientation in ImageOrientation.allCases {
      let stored = orientation.uprightSize(of: drawing.picture)
      let (openCV, ours) = try #require(
        drawings(of: Self.noise(stored.width, stored.height), orientation, drawing))
      #expect(openCV == ours, "\(orientation)")
    }
  }
}
