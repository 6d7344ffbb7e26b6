internal import COpenCV
public import VisionCore

extension RGBImage {
  /// The picture made smaller, so that neither side is longer than `limit` pixels; a smaller one is
  /// left as it is. Areas are averaged, so that fine patterns do not flicker.
  public func scaled(toFit limit: Int) -> RGBImage {
    precondition(limit > 0, "a picture has at least one pixel")
    guard max(width, height) > limit else { return self }
    let scale = Double(limit) / Double(max(width, height))
    let (newWidth, newHeight) = (
      max(1, Int((Double(width) * scale).rounded())),
      max(1, Int((Double(height) * scale).rounded()))
    )
    var isDone = false
    let count = newWidth * newHeight * 3
    let scaled = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      isDone = copencv_resample(
        pixels, Int32(width), Int32(height), Int32(ImageOrientation.up.rawValue),
        copencv_region(x: 0, y: 0, width: Int32(width), height: Int32(height)),
        buffer.baseAddress, Int32(newWidth), Int32(newHeight), Int32(newWidth), Int32(newHeight))
      filled = count
    }
    precondition(isDone, "scaling a picture fails only without memory")
    return RGBImage(width: newWidth, height: newHeight, pixels: scaled)
  }
}
