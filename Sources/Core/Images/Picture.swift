/// A picture in memory, of which parts can be drawn upright and at any size.
public protocol Picture {
  /// - Parameter orientation: How the picture is to be turned to stand upright.
  /// - Returns: Its size once it does.
  func uprightSize(_ orientation: ImageOrientation) -> PixelSize

  /// A part of the upright picture at another size: areas are averaged where neither side grows,
  /// else it is interpolated between pixels.
  ///
  /// - Parameters:
  ///   - region: Within the upright picture.
  ///   - orientation: How the picture is to be turned to stand upright.
  ///   - size: What the part is brought to.
  /// - Returns: The part, upright.
  func resampled(
    _ region: PixelRect, orientation: ImageOrientation, to size: PixelSize
  ) -> RGBImage
}

extension Picture {
  /// The whole picture, upright, made smaller where it is too large.
  ///
  /// - Parameters:
  ///   - orientation: How it is to be turned to stand upright.
  ///   - longSide: The most pixels that its longer side may have, at least 1.
  /// - Returns: The picture with its areas averaged.
  public func upright(
    _ orientation: ImageOrientation, toLongSide longSide: Int = .max
  ) -> RGBImage {
    let size = uprightSize(orientation)
    return resampled(
      PixelRect(x: 0, y: 0, width: size.width, height: size.height), orientation: orientation,
      to: size.limited(toLongSide: longSide))
  }
}
