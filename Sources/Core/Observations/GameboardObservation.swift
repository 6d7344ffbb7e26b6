/// A cornhole board in an image.
public struct GameboardObservation: Hashable, Sendable {
  /// How sure it is that there is a board, in `0...1`.
  public var confidence: Float
  /// The corners of the playing surface; outside `0...1` where the picture's edge cuts it.
  ///
  /// Far is the hole's end and left a thrower's left, as one at the other end sees it; from above that
  /// is clockwise in the picture, from wherever it was taken.
  public var corners: Corners
  /// The rim of the hole in the playing surface.
  public var hole: Ellipse
  /// How far a corner may be off, the root mean square, in widths of the picture; `nil` where the corners
  /// were given.
  public var cornerError: Double?

  public struct Corners: Hashable, Sendable {
    public var farLeft: NormalizedPoint
    public var farRight: NormalizedPoint
    public var nearRight: NormalizedPoint
    public var nearLeft: NormalizedPoint

    public init(
      farLeft: NormalizedPoint, farRight: NormalizedPoint, nearRight: NormalizedPoint,
      nearLeft: NormalizedPoint
    ) {
      self.farLeft = farLeft
      self.farRight = farRight
      self.nearRight = nearRight
      self.nearLeft = nearLeft
    }

    /// From the far left, clockwise.
    public var all: [NormalizedPoint] { [farLeft, farRight, nearRight, nearLeft] }
  }

  public init(confidence: Float, corners: Corners, hole: Ellipse, cornerError: Double? = nil) {
    self.confidence = confidence
    self.corners = corners
    self.hole = hole
    self.cornerError = cornerError
  }
}

extension GameboardObservation {
  /// From the picture to the board's surface, in ``Gameboard``'s coordinates; `nil` where the corners
  /// are those of no board.
  public var homography: Homography? {
    Homography(from: corners.all, to: BoardPoint.corners.map { ($0.x, $0.y) })
  }

  /// Where on the board a point of the picture is; `nil` at the surface's horizon and beyond it.
  public func position(of point: NormalizedPoint) -> BoardPoint? {
    homography?.position(of: point).map { BoardPoint(x: $0.x, y: $0.y) }
  }

  /// Whether a point of the picture lies on the board's surface, the hole included.
  public func contains(_ point: NormalizedPoint) -> Bool {
    position(of: point)?.isOnBoard ?? false
  }

  /// Whether a point of the picture lies in the hole.
  public func holeContains(_ point: NormalizedPoint) -> Bool {
    guard let place = position(of: point) else { return false }
    return place.distance(to: .hole) <= Gameboard.holeRadius
  }
}
