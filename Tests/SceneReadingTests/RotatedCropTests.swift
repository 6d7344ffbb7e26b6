import SceneReading
import TestScenes
import Testing
import VisionCore

@Suite("Rotated crops")
struct RotatedCropTests {
  /// A picture whose red rises to the right and whose green rises downwards.
  private static let slopes: RGBImage = {
    var pixels: [UInt8] = []
    for y in 0..<40 {
      for x in 0..<60 { pixels += [UInt8(x * 4), UInt8(y * 6), 0] }
    }
    return RGBImage(width: 60, height: 40, pixels: pixels)
  }()

  private func crop(
    _ image: RGBImage, _ region: PoseRegion, orientation: ImageOrientation = .up,
    beyond border: PictureBorder = .replicated, side: Int = 16
  ) -> [UInt8] {
    var output = [UInt8](repeating: 7, count: side * side * 3)
    output.withUnsafeMutableBufferPointer {
      region.draw(image, orientation: orientation, beyond: border, inputSide: side, into: $0)
    }
    return output
  }

  @Test func `a region that stands upright is drawn from its corner, pixel by pixel`() {
    let region = PoseRegion(center: EdgePoint(x: 28, y: 18), side: 16, angle: 0)
    let drawn = crop(Self.slopes, region)
    #expect(Array(drawn.prefix(3)) == [80, 60, 0])  // x 20, y 10
    #expect(Array(drawn.suffix(3)) == [140, 150, 0])  // x 35, y 25
  }

  @Test func `a region turned clockwise shows its own top at the top`() {
    // A quarter turn: the region's up is the picture's right.
    let region = PoseRegion(center: EdgePoint(x: 30, y: 20), side: 16, angle: .pi / 2)
    let drawn = crop(Self.slopes, region)
    let (top, foot) = (drawn[8 * 3], drawn[(15 * 16 + 8) * 3])
    #expect(top == 152 && foot == 92)  // x 38 and 23
  }

  @Test func `beyond the picture it is black, or as its edge`() {
    let region = PoseRegion(center: EdgePoint(x: -100, y: 20), side: 16, angle: 0.3)
    #expect(crop(Self.slopes, region, beyond: .level(0)).allSatisfy { $0 == 0 })
    let edge = crop(Self.slopes, region)
    #expect(edge.indices.filter { $0 % 3 == 0 }.allSatisfy { edge[$0] == 0 })
    #expect(edge.indices.filter { $0 % 3 == 1 }.contains { edge[$0] > 60 })
  }

  @Test(
    "however the picture is stored, the crop is that of the upright one",
    arguments: ImageOrientation.allCases)
  func orientation(_ orientation: ImageOrientation) {
    let region = PoseRegion(center: EdgePoint(x: 33, y: 17), side: 25, angle: -0.7)
    let upright = crop(Self.slopes, region)
    let turned = crop(
      Self.slopes.stored(as: orientation), region, orientation: orientation)
    // Sampling points are rounded to 1/32 pixel, which may fall to either side.
    #expect(zip(upright, turned).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }

  @Test(
    "regions without sense are refused",
    arguments: [
      PoseRegion(center: EdgePoint(x: .nan, y: 0), side: 10, angle: 0),
      PoseRegion(center: EdgePoint(x: 0, y: 0), side: 0, angle: 0),
      PoseRegion(center: EdgePoint(x: 1e9, y: 0), side: 10, angle: 0),
      PoseRegion(center: EdgePoint(x: 0, y: 0), side: 10, angle: .infinity),
    ])
  func refused(_ region: PoseRegion) {
    #expect(!region.isDrawable)
  }
}
