/// An ellipse in an image: what a circle looks like from aside.
public struct Ellipse: Hashable, Sendable {
  public var center: NormalizedPoint
  /// Both half axes, in widths of the upright picture; the first lies along ``angle``.
  public var radii: (first: Double, second: Double) {
    get { (first, second) }
    set { (first, second) = newValue }
  }
  private var first: Double
  private var second: Double
  /// The direction of the first half axis, in degrees, clockwise from the right as one sees it.
  public var angle: Double

  public init(center: NormalizedPoint, radii: (first: Double, second: Double), angle: Double) {
    self.center = center
    (first, second) = radii
    self.angle = angle
  }
}
