internal import PlayfieldMaths

/// The path of something that was thrown, as far as it has been seen.
public struct TrajectoryObservation: Hashable, Sendable {
  public struct Point: Hashable, Sendable {
    /// Counts from 0.
    public var frame: Int
    /// In seconds.
    public var time: Double
    /// The object's centre.
    public var location: NormalizedPoint
    /// Where it would have been, had the camera stayed as it was in the first frame; the same as
    /// ``location`` where it has.
    public var steadyLocation: NormalizedPoint
    /// Of a disc of the object's area, in widths of the picture.
    public var radius: Double

    public init(
      frame: Int, time: Double, location: NormalizedPoint, steadyLocation: NormalizedPoint? = nil,
      radius: Double
    ) {
      self.frame = frame
      self.time = time
      self.location = location
      self.steadyLocation = steadyLocation ?? location
      self.radius = radius
    }
  }

  /// *y = a·x² + b·x + c* in normalized coordinates, `y` downwards, as seen by a camera that stays.
  public struct Equation: Hashable, Sendable {
    public var a: Double
    public var b: Double
    public var c: Double

    public init(a: Double, b: Double, c: Double) {
      self.a = a
      self.b = b
      self.c = c
    }

    /// The height at which the parabola passes a place, `y` downwards.
    public func y(at x: Double) -> Double { c + x * (b + x * a) }
  }

  /// The same for one path from frame to frame, never used again.
  public var id: Int
  /// In the order of time, at least as many as the shortest trajectory has.
  public var points: [Point]
  /// The parabola nearest to the points; `nil` for a path so steep that it has none.
  public var equation: Equation?
  /// How well the points lie on a parabola and how few are missing, in `0...1`.
  public var confidence: Float
  /// Whether the path has ended. Only then is it certain: one that still grows may turn out to be
  /// none of a thrown object, and is then not heard of again.
  public var isFinished: Bool

  public init(
    id: Int, points: [Point], equation: Equation?, confidence: Float, isFinished: Bool
  ) {
    self.id = id
    self.points = points
    self.equation = equation
    self.confidence = confidence
    self.isFinished = isFinished
  }
}

extension TrajectoryObservation {
  /// How far each of ``points`` may be off: the root mean square of the standard errors of its two
  /// coordinates, each normalized as the coordinate is.
  ///
  /// By how much the points about it, seven with itself, scatter round the parabola through them. No less
  /// than 0.0003, for nothing is found better than to a fraction of a pixel.
  public var errors: [Double] {
    let count = min(points.count, Self.errorWindow)
    return points.indices.map { index in
      let first = min(max(index - count / 2, 0), points.count - count)
      let near = points[first..<(first + count)]
      guard count > 3, let x = QuadraticFit(near.map { ($0.time, $0.steadyLocation.x) }),
        let y = QuadraticFit(near.map { ($0.time, $0.steadyLocation.y) })
      else { return Self.minimumError }
      let squares = (x.residual * x.residual + y.residual * y.residual) * Double(count)
      return max(Self.minimumError, (squares / Double(2 * (count - 3))).squareRoot())
    }
  }

  private static let errorWindow = 7
  private static let minimumError = 0.0003
}
