internal import SceneReading
public import VisionCore

/// Finds the outlines of what is darker, or lighter, than its surroundings.
///
/// ```swift
/// let request = DetectContoursRequest()
/// let outlines = try request.perform(on: image, orientation: .up)
/// for shape in outlines.topLevelContours {
///   print(shape.boundingBox, outlines.children(of: shape).count)
/// }
/// ```
///
/// Names, ranges and defaults of the settings are those of Vision's request of this name. An outline lies between pixels,
/// where the brightness passes the pivot, and is kept if it is steep enough.
public struct DetectContoursRequest: VisionRequest {
  /// How faint or soft an outline may be, in `0...3`: the brightness of neighbouring pixels on either side
  /// of it, in the picture made smaller, must differ by a tenth of all there is, divided by this, in the mean along the outline. At 0 nothing is
  /// found.
  public var contrastAdjustment: Float = 2
  /// The brightness along which outlines run, in `0...1`; with `nil` the one that best parts the
  /// picture into dark and light (Otsu's).
  public var contrastPivot: Float? = 0.5
  /// Whether objects are darker than what they lie on.
  public var detectsDarkOnLight = true
  /// The picture, or the part of it that is looked at, is made smaller until its longer side has this
  /// many pixels at most, at least 64.
  public var maximumImageDimension = 512
  /// The part of the upright picture that is looked at. Points are normalized to the whole picture.
  public var regionOfInterest = BoundingBox.unit

  public init() {}

  /// - Returns: The contours; none where the region lies outside the picture.
  public func perform(
    on image: RGBImage, orientation: ImageOrientation
  ) throws(VisionError) -> ContoursObservation {
    let picture = image.uprightSize(orientation)
    guard contrastAdjustment > 0, let region = PixelRect(covering: regionOfInterest, in: picture)
    else { return ContoursObservation(contours: []) }
    let size = region.size.limited(toLongSide: max(64, maximumImageDimension))
    let luma = image.luma(of: region, orientation: orientation, size: size)
    let outlines = ContourTracer(
      pixels: luma, size: size, level: contrastPivot.map { $0 * 255 } ?? otsuLevel(of: luma),
      isDark: detectsDarkOnLight, minimumStep: 25.5 / contrastAdjustment
    ).outlines()
    let origin = EdgePoint(x: Double(region.x), y: Double(region.y))
    let scale = region.size.vector / size.vector
    return ContoursObservation(
      contours: outlines.enumerated().map { index, outline in
        Contour(
          index: index, parent: outline.parent,
          points: outline.points.map { point in
            let place = EdgePoint(PixelPoint(SIMD2<Double>(point))) * scale
            return picture.normalized(origin + place.coordinates)
          },
          aspectRatio: picture.aspectRatio)
      })
  }
}
