public import VisionCore

/// Something that moves in a frame of a video.
public struct MovingObject: Hashable, Sendable {
  /// Its middle.
  public var place: WidthPoint
  /// That of a disc of its area, in widths of the upright picture.
  public var radius: Double
  /// Whether it stands alone, rather than being part of something larger that moves.
  public var isIsolated: Bool
  /// Its area as a part of the upright box about it: π/4 for a disc.
  public var fill: Double
  /// The mean of its red, green and blue, 0 to 255.
  public var color: SIMD3<Double>
  /// Whether it touches the picture's edge, so that it may be cut.
  public var touchesEdge: Bool

  public init(
    place: WidthPoint, radius: Double, isIsolated: Bool = true, fill: Double = .pi / 4,
    color: SIMD3<Double> = SIMD3(repeating: 128), touchesEdge: Bool = false
  ) {
    self.place = place
    self.radius = radius
    self.isIsolated = isIsolated
    self.fill = fill
    self.color = color
    self.touchesEdge = touchesEdge
  }
}

/// What moves in a frame of a video.
public struct MovingObjects: Hashable, Sendable {
  /// Counts from 0.
  public var frame: Int
  /// In seconds.
  public var time: Double
  /// The largest first.
  public var objects: [MovingObject]
  /// The frames after this one that show the same picture.
  public var repetitions: [Int]
  /// What the frame shows of the scene; `nil` where the camera has not moved.
  public var view: FieldOfView?

  public init(
    frame: Int, time: Double, objects: [MovingObject], repetitions: [Int], view: FieldOfView? = nil
  ) {
    self.frame = frame
    self.time = time
    self.objects = objects
    self.repetitions = repetitions
    self.view = view
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
