/// How a stored image is to be turned to stand upright: the eight orientations of EXIF.
///
/// The name says where the top of the scene lies in the stored pixels, as in Vision's
/// `CGImagePropertyOrientation`; raw values are EXIF's.
public enum ImageOrientation: UInt8, CaseIterable, Hashable, Sendable {
  /// The stored image stands upright.
  case up = 1
  case upMirrored
  /// The stored image is upside down.
  case down
  case downMirrored
  case leftMirrored
  /// The stored image must be turned 90 degrees clockwise to stand upright: a telephone held upright.
  case right
  case rightMirrored
  /// The stored image must be turned 90 degrees counterclockwise to stand upright.
  case left

  /// Whether the upright image is as wide as the stored one is high.
  public var swapsAxes: Bool { rawValue >= ImageOrientation.leftMirrored.rawValue }

  /// The size of an image of size `stored` once it stands upright.
  public func uprightSize(of stored: PixelSize) -> PixelSize {
    swapsAxes ? PixelSize(width: stored.height, height: stored.width) : stored
  }
}
