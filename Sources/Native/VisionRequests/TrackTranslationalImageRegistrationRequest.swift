internal import SceneReading
public import VisionCore

/// How far a picture has moved, in widths of the upright picture.
public struct ImageTranslation: Hashable, Sendable {
  /// To the right.
  public var dx: Double
  /// Downwards.
  public var dy: Double

  public init(dx: Double, dy: Double) {
    self.dx = dx
    self.dy = dy
  }
}

/// Measures by how much each frame of a video is shifted against the one before it.
///
/// By phase correlation: Kuglin and Hines, "The Phase Correlation Image Alignment Method" (1975).
/// What moves before a camera that stands still is not taken for a shift: one must explain the frame
/// a tenth better than none. A shift below 0.0007 widths of the picture may be reported as 0.
public struct TrackTranslationalImageRegistrationRequest: StatefulVisionRequest, ~Copyable {
  /// The part of the upright frame that is compared.
  public let regionOfInterest: BoundingBox
  private var last: SmoothedPicture?

  /// Frames are compared with this long side at most; a shift is found to a fraction of a pixel.
  private static let longSide = 384

  /// - Parameter regionOfInterest: The part of the upright frame that is compared.
  public init(regionOfInterest: BoundingBox = .unit) {
    self.regionOfInterest = regionOfInterest
  }

  /// - Returns: The shift since the last frame; none for the first one, or where
  ///   ``regionOfInterest`` lies outside the frame.
  public mutating func perform(
    on image: RGBImage, orientation: ImageOrientation
  ) throws(VisionError) -> ImageTranslation {
    let none = ImageTranslation(dx: 0, dy: 0)
    let picture = image.uprightSize(orientation)
    guard let region = PixelRect(covering: regionOfInterest, in: picture) else { return none }
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
      throw .imageProcessingFailed(reason: "the frame has another size than the first one")
    }
    guard !now.standsStill(since: before), let shift = before.shift(to: now) else {
      return none
    }
    let pixels = shift * Double(block) / Double(picture.width)
    return ImageTranslation(dx: pixels.x, dy: pixels.y)
  }
}
