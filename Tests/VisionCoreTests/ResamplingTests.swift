import Testing
import VisionCore

/// Draws a region of a grey-scale image (each value stands for the three channels).
private func resample(
  _ rows: [[UInt8]], _ orientation: ImageOrientation = .up, region: PixelRect,
  input: PixelSize, place: PixelRect
) -> [[UInt8]] {
  let pixels = rows.joined().flatMap { [$0, $0, $0] }
  let image = RGBImage(width: rows[0].count, height: rows.count, pixels: pixels)
  var output = [UInt8](repeating: 0, count: input.width * input.height * 3)
  let drawing = Drawing(
    picture: orientation.uprightSize(of: PixelSize(width: image.width, height: image.height)),
    region: region, place: place, inputSize: input)
  output.withUnsafeMutableBufferPointer {
    drawing.draw(image, orientation: orientation, into: $0)
  }
  return (0..<input.height).map { row in
    (0..<input.width).map { output[(row * input.width + $0) * 3] }
  }
}

/// The same, into the top left corner.
private func resample(
  _ rows: [[UInt8]], _ orientation: ImageOrientation = .up, region: PixelRect,
  input: PixelSize, drawn: PixelSize
) -> [[UInt8]] {
  resample(
    rows, orientation, region: region, input: input,
    place: PixelRect(x: 0, y: 0, width: drawn.width, height: drawn.height))
}

@Suite("Drawing a network's input from a picture")
struct ResampleTests {
  /// The upright image of the orientation test.
  private static let upright: [[UInt8]] = [[10, 20, 30], [40, 50, 60]]

  @Test(
    "the upright image comes out of each stored form",
    arguments: [
      (ImageOrientation.up, [[10, 20, 30], [40, 50, 60]]),
      (.upMirrored, [[30, 20, 10], [60, 50, 40]]),
      (.down, [[60, 50, 40], [30, 20, 10]]),
      (.downMirrored, [[40, 50, 60], [10, 20, 30]]),
      (.leftMirrored, [[10, 40], [20, 50], [30, 60]]),
      (.right, [[30, 60], [20, 50], [10, 40]]),
      (.rightMirrored, [[60, 30], [50, 20], [40, 10]]),
      (.left, [[40, 10], [50, 20], [60, 30]]),
    ] as [(ImageOrientation, [[UInt8]])])
  func orientation(_ orientation: ImageOrientation, stored: [[UInt8]]) {
    let size = PixelSize(width: 3, height: 2)
    let whole = PixelRect(x: 0, y: 0, width: 3, height: 2)
    #expect(
      resample(stored, orientation, region: whole, input: size, drawn: size) == Self.upright)
    // A region is one of the upright image, wherever it lies in the stored one.
    let corner = PixelRect(x: 1, y: 1, width: 2, height: 1)
    let small = PixelSize(width: 2, height: 1)
    #expect(
      resample(stored, orientation, region: corner, input: small, drawn: small) == [[50, 60]])
  }

  @Test func `shrinking averages areas`() {
    let image: [[UInt8]] = [[0, 100, 10, 10], [100, 200, 10, 10]]
    let drawn = PixelSize(width: 2, height: 1)
    let whole = PixelRect(x: 0, y: 0, width: 4, height: 2)
    #expect(resample(image, region: whole, input: drawn, drawn: drawn) == [[100, 10]])
  }

  @Test func `growing interpolates linearly`() {
    let drawn = PixelSize(width: 4, height: 1)
    let whole = PixelRect(x: 0, y: 0, width: 2, height: 1)
    #expect(
      resample([[0, 100]], region: whole, input: drawn, drawn: drawn) == [[0, 25, 75, 100]])
  }

  @Test func `what is not drawn is grey`() {
    let whole = PixelRect(x: 0, y: 0, width: 1, height: 1)
    #expect(
      resample(
        [[7]], region: whole, input: PixelSize(width: 3, height: 2),
        drawn: PixelSize(width: 2, height: 1)) == [[7, 7, 114], [114, 114, 114]])
    #expect(
      resample(
        [[7]], region: whole, input: PixelSize(width: 3, height: 2),
        place: PixelRect(x: 1, y: 1, width: 2, height: 1)) == [[114, 114, 114], [114, 7, 7]])
  }

  @Test func `a place outside the input ends the process instead of writing there`() async {
    await #expect(processExitsWith: .failure) {
      let size = PixelSize(width: 4, height: 4)
      _ = resample(
        [[7]], region: PixelRect(x: 0, y: 0, width: 1, height: 1), input: size,
        place: PixelRect(x: 2_147_483_000, y: 0, width: 2_000_000_000, height: 1))
    }
  }

  @Test func `a region outside the picture ends the process instead of reading there`() async {
    await #expect(processExitsWith: .failure) {
      let size = PixelSize(width: 2, height: 2)
      _ = resample(
        [[7, 7]], region: PixelRect(x: 0, y: 1, width: 2, height: 1), input: size, drawn: size)
    }
  }
}
