/// How a picture is brought to the shape that a network was made for, as Vision's
/// `imageCropAndScaleOption`.
public enum CropAndScale: String, CaseIterable, Hashable, Sendable {
  /// The whole picture at its own aspect ratio; the rest of the input is grey (a letterbox).
  case scaleToFit
  /// The whole picture, stretched to the network's aspect ratio.
  case scaleToFill
  /// The largest centred part of the picture that has the network's aspect ratio.
  case centerCrop
}

extension CropAndScale {
  /// The part of a picture that is looked at, in pixels.
  ///
  /// - Parameters:
  ///   - region: A part of the picture, at least one pixel.
  ///   - aspectRatio: The network's width divided by its height, above 0.
  /// - Returns: `region`, or for ``centerCrop`` the largest centred part of it with `aspectRatio`,
  ///   rounded to whole pixels.
  public func source(in region: PixelRect, aspectRatio: Double) -> PixelRect {
    guard self == .centerCrop else { return region }
    let width = min(Double(region.width), Double(region.height) * aspectRatio)
    let cropped = PixelSize(
      width: max(1, Int(width.rounded())), height: max(1, Int((width / aspectRatio).rounded())))
    return PixelRect(
      x: region.x + (region.width - cropped.width) / 2,
      y: region.y + (region.height - cropped.height) / 2,
      width: min(cropped.width, region.width), height: min(cropped.height, region.height))
  }

  /// The size at which a source is drawn so that its longer side measures `longSide`.
  ///
  /// - Parameters:
  ///   - source: The part of the picture that is looked at.
  ///   - longSide: In pixels, at least 1.
  ///   - aspectRatio: The network's width divided by its height: what ``scaleToFill`` stretches to.
  /// - Returns: A size of at least one pixel, of the source's own aspect ratio except for
  ///   ``scaleToFill``.
  public func drawnSize(of source: PixelSize, longSide: Int, aspectRatio: Double) -> PixelSize {
    let ratio = self == .scaleToFill ? aspectRatio : Double(source.width) / Double(source.height)
    let side = Double(longSide)
    return ratio >= 1
      ? PixelSize(width: longSide, height: max(1, Int((side / ratio).rounded())))
      : PixelSize(width: max(1, Int((side * ratio).rounded())), height: longSide)
  }
}
