/// A point in an image.
///
/// Coordinates are normalized to the upright image: `0...1` from the left edge to the right and
/// from the **top** edge to the bottom, as in OpenCV, COCO and ONNX (Apple's Vision counts `y` from
/// the bottom).
public struct NormalizedPoint: Hashable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}
