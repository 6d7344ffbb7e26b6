internal import COpenCV
public import VisionCore

extension RGBImage {
  /// The picture made smaller, so that several requests need not each do so.
  ///
  /// - Parameter longSide: The most pixels that its longer side may have, at least 1.
  /// - Returns: The picture with its areas averaged; itself where it is small enough.
  /// - Throws: ``VisionError/imageProcessingFailed(reason:)`` when memory has run out.
  public func shrunk(toLongSide longSide: Int) throws(VisionError) -> RGBImage {
    let small = PixelSize(width: width, height: height).limited(toLongSide: longSide)
    guard small.longSide < max(width, height) else { return self }
    let count = small.width * small.height * 3
    var hasDrawn = false
    let drawn = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      hasDrawn = pixels.withUnsafeBufferPointer {
        copencv_resample(
          $0.baseAddress, Int32(width), Int32(height), Int32(ImageOrientation.up.rawValue),
          copencv_region(x: 0, y: 0, width: Int32(width), height: Int32(height)),
          buffer.baseAddress, Int32(small.width), Int32(small.height),
          copencv_region(x: 0, y: 0, width: Int32(small.width), height: Int32(small.height)))
      }
      filled = hasDrawn ? count : 0
    }
    guard hasDrawn else { throw .imageProcessingFailed(reason: "a picture could not be shrunk") }
    return RGBImage(width: small.width, height: small.height, pixels: drawn)
  }
}
