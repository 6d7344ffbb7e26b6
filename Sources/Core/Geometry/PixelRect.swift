/// A size in whole pixels.
public struct PixelSize: Hashable, Sendable {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  public var longSide: Int { max(width, height) }

  /// The width divided by the height.
  package var aspectRatio: Double { Double(width) / Double(height) }

  /// The size of the same shape whose longer side has at most so many pixels.
  package func limited(toLongSide limit: Int) -> PixelSize {
    guard longSide > limit else { return self }
    func side(_ side: Int) -> Int {
      max(1, Int((Double(side) * Double(limit) / Double(longSide)).rounded()))
    }
    return PixelSize(width: side(width), height: side(height))
  }
}

/// A rectangle of whole pixels, with the origin at the top left.
public struct PixelRect: Hashable, Sendable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public var size: PixelSize { PixelSize(width: width, height: height) }
}

extension PixelRect {
  /// The pixels that a normalized box touches: at least one, or `nil` when the box lies outside the
  /// image or is not finite.
  ///
  /// - Parameters:
  ///   - box: A box; what of it lies outside the image is cut off.
  ///   - image: The size of the image that the box is normalized to.
  public init?(covering box: BoundingBox, in image: PixelSize) {
    let visible = box.intersection(.unit)
    guard visible.width > 0, visible.height > 0 else { return nil }
    // A thousandth of a pixel is the rounding of a box made from pixels, not another pixel.
    let left = Int((visible.x * Double(image.width) + 0.001).rounded(.down))
    let top = Int((visible.y * Double(image.height) + 0.001).rounded(.down))
    let right = Int((visible.maxX * Double(image.width) - 0.001).rounded(.up))
    let bottom = Int((visible.maxY * Double(image.height) - 0.001).rounded(.up))
    self.init(
      x: min(left, image.width - 1), y: min(top, image.height - 1),
      width: max(1, right - left), height: max(1, bottom - top))
  }
}

extension BoundingBox {
  /// The box of some pixels, normalized to the image they lie in.
  public init(_ pixels: PixelRect, in image: PixelSize) {
    let width = Double(image.width)
    let height = Double(image.height)
    self.init(
      x: Double(pixels.x) / width, y: Double(pixels.y) / height,
      width: Double(pixels.width) / width, height: Double(pixels.height) / height)
  }
}
