internal import COpenCV
public import VisionCore

extension RGBImage {
  /// The picture made smaller, so that several requests need not each do so.
  ///
  /// - Parameter longSide: The most pixels that its longer side may have, at least 1.
  /// - Returns: The picture with its areas averaged; itself where it is small enough.
  /// - Throws: ``VisionError/imageProcessingFailed(reason:)`` when memory has run out.
  public func shrunk(toLongSide longSide: Int) throws(VisionError) -> RGBImage {
    let size = PixelSize(width: width, height: height)
    let small = size.limited(toLongSide: longSide)
    guard small.longSide < max(width, height) else { return self }
    let whole = PixelRect(x: 0, y: 0, width: width, height: height)
    return RGBImage(
      width: small.width, height: small.height,
      pixels: try resampled(whole, orientation: .up, size: small))
  }

  /// The brightness of a part of the upright picture, by the weights of BT.601.
  ///
  /// - Parameters:
  ///   - region: Within the upright picture.
  ///   - orientation: How the picture is to be turned to stand upright.
  ///   - size: What the part is brought to; areas are averaged where it is smaller.
  /// - Returns: A byte a pixel, row by row from the top.
  /// - Throws: ``VisionError/imageProcessingFailed(reason:)`` when memory has run out.
  func luma(
    of region: PixelRect, orientation: ImageOrientation, size: PixelSize
  ) throws(VisionError) -> [UInt8] {
    try resampled(region, orientation: orientation, size: size).withUnsafeBufferPointer { colors in
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

  /// The pixels of a part of the upright picture at another size.
  private func resampled(
    _ region: PixelRect, orientation: ImageOrientation, size: PixelSize
  ) throws(VisionError) -> [UInt8] {
    let count = size.width * size.height * 3
    var hasDrawn = false
    let drawn = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      hasDrawn = pixels.withUnsafeBufferPointer {
        copencv_resample(
          $0.baseAddress, Int32(width), Int32(height), Int32(orientation.rawValue),
          copencv_region(region),
          buffer.baseAddress, Int32(size.width), Int32(size.height),
          copencv_region(x: 0, y: 0, width: Int32(size.width), height: Int32(size.height)))
      }
      filled = hasDrawn ? count : 0
    }
    guard hasDrawn else { throw .imageProcessingFailed(reason: "a picture could not be shrunk") }
    return drawn
  }
}
