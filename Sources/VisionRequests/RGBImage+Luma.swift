internal import COpenCV
import VisionCore

extension RGBImage {
  /// The brightness of a part of the upright picture, by the weights of BT.601, its areas averaged where
  /// it is made smaller.
  ///
  /// - Parameters:
  ///   - region: Within the upright picture.
  ///   - size: What the part is brought to.
  /// - Returns: A byte a pixel, row by row from the top.
  /// - Throws: ``VisionError/imageProcessingFailed(reason:)`` when memory has run out.
  func luma(
    of region: PixelRect, orientation: ImageOrientation, size: PixelSize
  ) throws(VisionError) -> [UInt8] {
    let count = size.width * size.height * 3
    var hasDrawn = false
    let colors = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      hasDrawn = pixels.withUnsafeBufferPointer {
        copencv_resample(
          $0.baseAddress, Int32(width), Int32(height), Int32(orientation.rawValue),
          copencv_region(
            x: Int32(region.x), y: Int32(region.y), width: Int32(region.width),
            height: Int32(region.height)),
          buffer.baseAddress, Int32(size.width), Int32(size.height),
          copencv_region(x: 0, y: 0, width: Int32(size.width), height: Int32(size.height)))
      }
      filled = hasDrawn ? count : 0
    }
    guard hasDrawn else { throw .imageProcessingFailed(reason: "a picture could not be shrunk") }
    return colors.withUnsafeBufferPointer { colors in
      [UInt8](unsafeUninitializedCapacity: size.width * size.height) { luma, filled in
        for index in 0..<(size.width * size.height) {
          let red = Int(colors[3 * index])
          let green = Int(colors[3 * index + 1])
          let blue = Int(colors[3 * index + 2])
          luma[index] = UInt8((77 * red + 150 * green + 29 * blue + 128) >> 8)
        }
        filled = size.width * size.height
      }
    }
  }
}
