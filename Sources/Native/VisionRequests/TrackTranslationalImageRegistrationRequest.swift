internal import COpenCV
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
  private let registration: Registration

  /// - Parameter regionOfInterest: The part of the upright frame that is compared.
  /// - Throws: ``VisionError/imageProcessingFailed(reason:)`` when memory has run out.
  public init(regionOfInterest: BoundingBox = .unit) throws(VisionError) {
    self.regionOfInterest = regionOfInterest
    registration = try Registration()
  }

  /// - Returns: The shift since the last frame; none for the first one, or where
  ///   ``regionOfInterest`` lies outside the frame.
  public mutating func perform(
    on image: RGBImage, orientation: ImageOrientation
  ) throws(VisionError) -> ImageTranslation {
    var shift = ImageTranslation(dx: 0, dy: 0)
    let picture = image.uprightSize(orientation)
    guard let region = PixelRect(covering: regionOfInterest, in: picture) else { return shift }
    let image = image.cropped(to: region, orientation: orientation)
    try callShim { error, capacity in
      image.pixels.withUnsafeBufferPointer { pixels in
        copencv_registration_update(
          registration.handle, pixels.baseAddress, Int32(image.width), Int32(image.height),
          Int32(orientation.rawValue), &shift.dx, &shift.dy, error, capacity)
      }
    }
    // It was measured in widths of the region.
    let share = Double(region.width) / Double(picture.width)
    shift.dx *= share
    shift.dy *= share
    return shift
  }
}

/// The shim's memory of the last frame. Unchecked, since Swift does not know that a pointer with a
/// single owner, used by one call at a time, may change threads. Not private: code of other modules that
/// holds a request destroys this too, and in a release build would miss the symbol.
struct Registration: ~Copyable, @unchecked Sendable {
  let handle: OpaquePointer?

  init() throws(VisionError) {
    var opened: OpaquePointer?
    try callShim { copencv_registration_open(&opened, $0, $1) }
    handle = opened
  }

  deinit { copencv_registration_close(handle) }
}
