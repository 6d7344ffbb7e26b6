internal import SceneReading
public import VisionCore

/// Measures by how much each frame of a video is shifted against the one before it.
///
/// By phase correlation: Kuglin and Hines, "The Phase Correlation Image Alignment Method" (1975).
/// What moves before a camera that stands still is not taken for a shift: one must explain the frame
/// a tenth better than none. A shift below 0.0007 widths of the picture may be reported as 0.
public struct TrackTranslationalImageRegistrationRequest: StatefulVisionRequest, ~Copyable {
  /// The part of the upright frame that is compared.
  public let regionOfInterest: BoundingBox
  private var registration: FrameRegistration

  /// - Parameter regionOfInterest: The part of the upright frame that is compared.
  public init(regionOfInterest: BoundingBox = .unit) {
    self.regionOfInterest = regionOfInterest
    registration = FrameRegistration(region: regionOfInterest)
  }

  /// - Returns: The shift since the last frame; none for the first one, or where
  ///   ``regionOfInterest`` lies outside the frame.
  public mutating func perform(
    on image: RGBImage, orientation: ImageOrientation
  ) throws(VisionError) -> ImageTranslation {
    do throws(FrameRegistration.Failure) {
      return try registration.update(with: image, orientation: orientation)
    } catch {
      throw .frameSizeChanged
    }
  }
}
