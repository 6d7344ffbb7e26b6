extension RGBImage {
  /// A part of the picture, stored as the picture is.
  ///
  /// - Parameters:
  ///   - region: Within the upright picture.
  ///   - orientation: How the picture is to be turned to stand upright.
  /// - Returns: The part, to be turned in the same way.
  package func cropped(to region: PixelRect, orientation: ImageOrientation) -> RGBImage {
    let stored = orientation.storedRegion(of: region, in: uprightSize(orientation))
    guard stored.size != PixelSize(width: width, height: height) else { return self }
    var part: [UInt8] = []
    part.reserveCapacity(3 * stored.width * stored.height)
    for y in stored.y..<(stored.y + stored.height) {
      let start = 3 * (y * width + stored.x)
      part += pixels[start..<(start + 3 * stored.width)]
    }
    return RGBImage(width: stored.width, height: stored.height, pixels: part)
  }
}
