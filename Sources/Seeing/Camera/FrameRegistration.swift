package import VisionCore

/// Measures by how much each frame of a video is shifted against the one before it.
///
/// By phase correlation: Kuglin and Hines, "The Phase Correlation Image Alignment Method" (1975).
/// What moves before a camera that stands still is not taken for a shift: one must explain the frame
/// a tenth better than none. A shift below 0.0007 widths of the picture may be reported as 0.
package struct FrameRegistration: Sendable {
  package enum Failure: Error {
    /// The frame has another size than the one before.
    case anotherSize
  }

  private let region: BoundingBox
  private var last: SmoothedPicture?

  /// Frames are compared with this long side at most; a shift is found to a fraction of a pixel.
  private static let longSide = 384

  /// - Parameter region: The part of the upright frame that is compared.
  package init(region: BoundingBox = .unit) { self.region = region }

  /// - Parameters:
  ///   - image: The next frame as stored.
  ///   - orientation: How it is to be turned to stand upright.
  /// - Returns: The shift since the last frame; none for the first one, or where the region lies outside the frame.
  /// - Throws: ``Failure``.
  package mutating func update(
    with image: RGBImage, orientation: ImageOrientation
  ) throws(Failure) -> ImageTranslation {
    let none = ImageTranslation(dx: 0, dy: 0)
    let picture = image.uprightSize(orientation)
    guard let region = PixelRect(covering: region, in: picture) else { return none }
    let part = image.cropped(to: region, orientation: orientation)
    let luma = ColorPlanes(part, orientation: orientation).luma
    // Whole blocks of pixels are averaged in a tenth of the time of others.
    let block = (luma.size.longSide + Self.longSide - 1) / Self.longSide
    guard luma.size.width >= block, luma.size.height >= block else { return none }
    let now = SmoothedPicture(luma, block: block)
    let before = last
    last = now
    guard let before else { return none }
    guard before.size == now.size else {
      throw .anotherSize
    }
    guard !now.standsStill(since: before), let shift = before.shift(to: now) else {
      return none
    }
    let pixels = shift * Double(block) / Double(picture.width)
    return ImageTranslation(dx: pixels.x, dy: pixels.y)
  }
}
