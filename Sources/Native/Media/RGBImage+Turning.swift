internal import COpenCV
public import VisionCore

extension RGBImage {
  /// The picture turned upright, for one stored in `orientation`.
  public func turnedUpright(from orientation: ImageOrientation) -> RGBImage {
    guard orientation != .up else { return self }
    var result = ShimResult.done
    let turned = [UInt8](unsafeUninitializedCapacity: pixels.count) { buffer, filled in
      result = callShim { error, capacity in
        copencv_image_turn_upright(
          pixels, Int32(width), Int32(height), Int32(orientation.rawValue), buffer.baseAddress,
          error, capacity)
      }
      filled = pixels.count
    }
    precondition(result == .done, "turning a picture fails only without memory: \(result)")
    return orientation.swapsAxes
      ? RGBImage(width: height, height: width, pixels: turned)
      : RGBImage(width: width, height: height, pixels: turned)
  }
}
