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
