internal import PlaneTracking
public import VisionCore

/// Where the places of one frame are in another: a projective map of pixels, as two pictures of one
/// plane are related.
public struct ImageHomography: Hashable, Sendable {
  /// The nine numbers of the matrix, row by row. They map pixels of the upright reference frame to
  /// pixels of the upright frame, both as in `PixelPoint`: centres have whole numbers.
  public let matrix: [Double]

  init(_ matrix: Matrix3) {
    let rows = matrix.rows
    let scale = 1 / rows.2.z
    self.matrix = [rows.0, rows.1, rows.2].flatMap { [$0.x * scale, $0.y * scale, $0.z * scale] }
  }

  /// Where a pixel of the reference frame is; `nil` for one beyond the plane's horizon.
  public func location(of pixel: PixelPoint) -> PixelPoint? {
    func row(_ first: Int) -> Double {
      matrix[first] * pixel.x + matrix[first + 1] * pixel.y + matrix[first + 2]
    }
    let height = row(6)
    guard height > 0 else { return nil }
    return PixelPoint(x: row(0) / height, y: row(3) / height)
  }
}

/// Follows a flat surface, such as a table, through the frames of a video.
///
/// The first frame is the reference. Each later one is compared with it, or with a frame in between
/// whose place is known, by small patches around corners; the homography is the one on which most of
/// the plane agrees (`PlaneTracker`). While nothing moves, the answer stays exactly the same.
///
/// Frames before the reference are followed by a copy:
///
/// ```swift
/// var request = TrackHomographicImageRegistrationRequest(regionOfInterest: table)
/// _ = try request.perform(on: reference, orientation: .up)
/// var backwards = request
/// let before = try backwards.perform(on: frameBefore, orientation: .up)
/// let after = try request.perform(on: frameAfter, orientation: .up)
/// ```
public struct TrackHomographicImageRegistrationRequest: StatefulVisionRequest {
  /// The part of the upright reference frame in which the plane is.
  public let regionOfInterest: BoundingBox
  private var tracker: PlaneTracker?
  /// The upright size of the reference frame.
  private var size = PixelSize(width: 0, height: 0)

  /// Frames are compared with this long side at most, in pixels.
  private static let longSide = 640

  /// - Parameter regionOfInterest: The part of the reference frame in which the plane is. Without it
  ///   the plane that fills most of the picture is followed.
  public init(regionOfInterest: BoundingBox = .unit) {
    self.regionOfInterest = regionOfInterest
  }

  /// - Returns: From pixels of the reference frame to those of this one; `nil` where the plane is lost,
  ///   as it always is in a frame of another size.
  public mutating func perform(
    on image: RGBImage, orientation: ImageOrientation
  ) throws(VisionError) -> ImageHomography? {
    let upright = orientation.uprightSize(of: PixelSize(width: image.width, height: image.height))
    guard tracker == nil || upright == size else { return nil }
    let small = upright.limited(toLongSide: Self.longSide)
    let whole = PixelRect(x: 0, y: 0, width: upright.width, height: upright.height)
    let luma = image.luma(of: whole, orientation: orientation, size: small)
    let found = luma.withUnsafeBufferPointer { pixels -> Matrix3? in
      // A picture has at least one pixel, so that there is an address.
      guard let start = pixels.baseAddress else { return nil }
      let view = LumaView(size: small, start: start, stride: small.width)
      guard tracker == nil else { return tracker?.track(view) }
      tracker = PlaneTracker(reference: view, region: regionOfInterest)
      size = upright
      return .identity
    }
    guard let found else { return nil }
    let scale = small.vector / upright.vector
    return ImageHomography(
      found == .identity
        ? found : Matrix3.pixels(scaledBy: 1 / scale) * found * Matrix3.pixels(scaledBy: scale))
  }
}
