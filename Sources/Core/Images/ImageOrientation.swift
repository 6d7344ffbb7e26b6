/// How a stored image is to be turned to stand upright: the eight orientations of EXIF.
///
/// The name says which side of the scene the first stored row shows, as in Vision's
/// `CGImagePropertyOrientation`: `right` has the scene's right side in its row 0. Raw values are
/// EXIF's.
public enum ImageOrientation: UInt8, CaseIterable, Hashable, Sendable {
  /// The stored image stands upright.
  case up = 1
  case upMirrored
  /// The stored image is upside down.
  case down
  case downMirrored
  case leftMirrored
  /// The stored image must be turned 90 degrees clockwise to stand upright: its first row is the
  /// scene's right side, its first column the scene's top. A telephone held upright stores this.
  case right
  case rightMirrored
  /// The stored image must be turned 90 degrees counterclockwise to stand upright: its first row is
  /// the scene's left side.
  case left

  /// Whether the upright image is as wide as the stored one is high.
  public var swapsAxes: Bool { rawValue >= ImageOrientation.leftMirrored.rawValue }

  /// The orientation that shows the same image mirrored, its left side on the right.
  public var mirrored: ImageOrientation {
    switch self {
    case .up: .upMirrored
    case .upMirrored: .up
    case .down: .downMirrored
    case .downMirrored: .down
    case .leftMirrored: .right
    case .right: .leftMirrored
    case .rightMirrored: .left
    case .left: .rightMirrored
    }
  }

  /// The orientation of an image that is to be turned clockwise by quarters, and then mirrored.
  public init(quarterTurns: Int, isMirrored: Bool) {
    let turned: [ImageOrientation] = [.up, .right, .down, .left]
    let orientation = turned[quarterTurns & 3]
    self = isMirrored ? orientation.mirrored : orientation
  }

  /// How many quarters an image of this orientation is to be turned clockwise before it is mirrored,
  /// if it is.
  private var turns: (quarters: Int, isMirrored: Bool) {
    switch self {
    case .up: (0, false)
    case .right: (1, false)
    case .down: (2, false)
    case .left: (3, false)
    case .upMirrored: (0, true)
    case .leftMirrored: (1, true)
    case .downMirrored: (2, true)
    case .rightMirrored: (3, true)
    }
  }

  /// The orientation that does to an image what this one does, and then what `next` does.
  public func followed(by next: ImageOrientation) -> ImageOrientation {
    let (first, second) = (turns, next.turns)
    // A mirrored image turns the other way.
    let quarters = first.isMirrored ? -second.quarters : second.quarters
    return ImageOrientation(
      quarterTurns: first.quarters + quarters, isMirrored: first.isMirrored != second.isMirrored)
  }

  /// The size of an image of size `stored` once it stands upright.
  public func uprightSize(of stored: PixelSize) -> PixelSize {
    swapsAxes ? PixelSize(width: stored.height, height: stored.width) : stored
  }

  /// Where a part of the upright image lies in the stored one.
  ///
  /// - Parameters:
  ///   - region: Of the upright image.
  ///   - upright: The upright image's size.
  /// - Returns: The part in pixels of the stored image.
  package func storedRegion(of region: PixelRect, in upright: PixelSize) -> PixelRect {
    var (region, size) = (region, upright)
    let turns = turns
    if turns.isMirrored { region.x = size.width - region.x - region.width }
    for _ in 0..<turns.quarters {
      region = PixelRect(
        x: region.y, y: size.width - region.x - region.width, width: region.height,
        height: region.width)
      size = PixelSize(width: size.height, height: size.width)
    }
    return region
  }

  /// From pixels of the upright image to those of the stored one; the centres of pixels have whole numbers.
  ///
  /// - Parameter upright: The upright image's size.
  /// - Returns: An affine map.
  package func toStored(from upright: PixelSize) -> Matrix3 {
    let (right, bottom) = (Double(upright.width - 1), Double(upright.height - 1))
    let (across, acrossMirrored) = (SIMD3(1.0, 0, 0), SIMD3(-1, 0, right))
    let (down, downMirrored) = (SIMD3(0.0, 1, 0), SIMD3(0, -1, bottom))
    let (x, y) =
      switch self {
      case .up: (across, down)
      case .upMirrored: (acrossMirrored, down)
      case .down: (acrossMirrored, downMirrored)
      case .downMirrored: (across, downMirrored)
      case .leftMirrored: (down, across)
      case .right: (down, acrossMirrored)
      case .rightMirrored: (downMirrored, acrossMirrored)
      case .left: (downMirrored, across)
      }
    return Matrix3(x, y, SIMD3(0, 0, 1))
  }
}
