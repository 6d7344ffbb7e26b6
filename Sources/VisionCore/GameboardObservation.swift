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

  public init(confidence: Float, corners: Corners, hole: Ellipse) {
    self.confidence = confidence
    self.corners = corners
    self.hole = hole
  }
}
