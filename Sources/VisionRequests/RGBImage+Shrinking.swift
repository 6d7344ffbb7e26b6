internal import COpenCV
public import VisionCore

extension RGBImage {
  /// The picture made smaller, so that several requests need not each do so.
  ///
  /// - Parameter longSide: The most pixels that its longer side may have, at least 1.
  /// - Returns: The picture with its areas averaged; itself where it is small enough.
  /// - Throws: ``VisionError/imageProcessingFailed(reason:)`` when memory has run out.
  public func shrunk(toLongSide longSide: Int) throws(VisionError) -> RGBImage {
    let longest = max(width, height)
    guard longest > longSide else { return self }
    func side(_ side: Int) -> Int {
      max(1, Int((Double(side) * Double(longSide) / Double(longest)).rounded()))
    }
    let (smallWidth, smallHeight) = (side(width), side(height))
    let count = smallWidth * smallHeight * 3
    var hasDrawn = false
    let small = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      hasDrawn = pixels.withUnsafeBufferPointer {
        copencv_resample(
          $0.baseAddress, Int32(width), Int32(height), Int32(ImageOrientation.up.rawValue),
          copencv_region(x: 0, y: 0, width: Int32(width), height: Int32(height)),
          buffer.baseAddress, Int32(smallWidth), Int32(smallHeight),
          copencv_region(x: 0, y: 0, width: Int32(smallWidth), height: Int32(smallHeight)))
      }
      filled = hasDrawn ? count : 0
    }
    guard hasDrawn else { throw .imageProcessingFailed(reason: "a picture could not be shrunk") }
    return RGBImage(width: smallWidth, height: smallHeight, pixels: small)
  }
}
