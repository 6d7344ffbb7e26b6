import COpenCV
import Testing
import VisionCore

/// Draws a region of a grey-scale image (each value stands for the three channels).
private func resample(
  _ rows: [[UInt8]], _ orientation: ImageOrientation = .up, region: PixelRect,
  input: PixelSize, place: PixelRect
) -> [[UInt8]]? {
  let pixels = rows.joined().flatMap { [$0, $0, $0] }
  var output = [UInt8](repeating: 0, count: input.width * input.height * 3)
  let drew = copencv_resample(
    pixels, Int32(rows[0].count), Int32(rows.count), Int32(orientation.rawValue),
    copencv_region(
      x: Int32(region.x), y: Int32(region.y), width: Int32(region.width),
      height: Int32(region.height)),
    &output, Int32(input.width), Int32(input.height),
    copencv_region(
      x: Int32(place.x), y: Int32(place.y), width: Int32(place.width), height: Int32(place.height)))
  guard drew else { return nil }
  return (0..<input.height).map { row in
    (0..<input.width).map { output[(row * input.width + $0) * 3] }
  }
}

/// The same, into the top left corner.
private func resample(
  _ rows: [[UInt8]], _ orientation: ImageOrientation = .up, region: PixelRect,
  input: PixelSize, drawn: PixelSize
) -> [[UInt8]]? {
  resample(
    rows, orientation, region: region, input: input,
    place: PixelRect(x: 0, y: 0, width: drawn.width, height: drawn.height))
}

@Suite("Drawing a network's input")
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

  @Test(
    "a place outside the input is refused",
    arguments: [
      PixelRect(x: -1, y: 0, width: 2, height: 2), PixelRect(x: 3, y: 0, width: 2, height: 2),
      PixelRect(x: 0, y: 3, width: 1, height: 2),
      PixelRect(x: 2_147_483_000, y: 0, width: 2_000_000_000, height: 1),
    ])
  func outside(place: PixelRect) {
    let whole = PixelRect(x: 0, y: 0, width: 3, height: 2)
    let input = PixelSize(width: 4, height: 4)
    #expect(resample(Self.upright, region: whole, input: input, place: place) == nil)
  }

  @Test(
    "arguments out of range are refused",
    arguments: [
      // A region that leaves the image, on each side, and one of nothing.
      (PixelRect(x: -1, y: 0, width: 2, height: 2), PixelSize(width: 2, height: 2)),
      (PixelRect(x: 0, y: 1, width: 3, height: 2), PixelSize(width: 2, height: 2)),
      (PixelRect(x: 0, y: 0, width: 0, height: 2), PixelSize(width: 2, height: 2)),
      // Numbers whose sum is beyond an int.
      (
        PixelRect(x: 2_147_483_000, y: 0, width: 2_000_000_000, height: 1),
        PixelSize(width: 2, height: 2)
      ),
      // More than the input holds.
      (PixelRect(x: 0, y: 0, width: 3, height: 2), PixelSize(width: 5, height: 2)),
      (PixelRect(x: 0, y: 0, width: 3, height: 2), PixelSize(width: 0, height: 2)),
    ])
  func refused(region: PixelRect, drawn: PixelSize) {
    let input = PixelSize(width: 4, height: 4)
    #expect(resample(Self.upright, region: region, input: input, drawn: drawn) == nil)
  }

  @Test func `drawing takes no more threads than the caller's own`() {
    #expect(copencv_thread_count() == 1)
  }
}
