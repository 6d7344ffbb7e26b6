import Testing
import VisionCore

@testable import SceneReading

@Suite("A picture's minima and maxima")
struct SurfaceReferenceTests {
  @Test(
    "what is replaced in some rows is looked at again there, as if all were new",
    arguments: [[], [0], [7 * 20 + 3], [19 * 20 + 19, 4 * 20 + 5]] as [[Int]])
  func replacing(pixels: [Int]) {
    let size = PixelSize(width: 20, height: 20)
    func picture(_ factor: Int) -> ColorPlanes {
      ColorPlanes(
        size: size,
        bytes: (0..<3 * 400).map { UInt8(truncatingIfNeeded: $0 * $0 * factor >> 3) })
    }
    var (mask, seen) = (BytePlane(size: size, repeating: 0), picture(7))
    var reference = SurfaceReference(seen)
    for pixel in pixels { mask.bytes[pixel] = 255 }
    reference.replace(with: picture(13), where: mask)
    for pixel in pixels {
      for plane in 0..<3 {
        seen.bytes[plane * 400 + pixel] = picture(13).bytes[plane * 400 + pixel]
      }
    }
    #expect(reference.picture == seen)
    let (frame, all) = (picture(5), BytePlane(size: size, repeating: 255))
    #expect(
      reference.differences(to: frame, above: 20, within: all)
        == SurfaceReference(seen).differences(to: frame, above: 20, within: all))
  }
}
