/// Something that moves in a frame of a video.
///
/// Lengths are in widths of the upright picture, `y` too, so that circles are circles.
public struct MovingObject: Hashable, Sendable {
  /// From the left edge.
  public var x: Double
  /// From the top edge.
  public var y: Double
  /// That of a disc of its area.
  public var radius: Double
  /// Whether it stands alone, rather than being part of something larger that moves.
  public var isIsolated: Bool

  public init(x: Double, y: Double, radius: Double, isIsolated: Bool = true) {
    self.x = x
    self.y = y
    self.radius = radius
    self.isIsolated = isIsolated
  }
}

/// A moving object at a time.
public struct TrajectoryPoint: Hashable, Sendable {
  /// Counts from 0.
  public var frame: Int
  /// In seconds.
  public var time: Double
  public var object: MovingObject

  public init(frame: Int, time: Double, object: MovingObject) {
    self.frame = frame
    self.time = time
    self.object = object
  }
}
