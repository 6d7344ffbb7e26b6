package import SceneReading
package import VisionCore

/// Follows the bags on a board in a video, before a camera that stands still: where each that is
/// thrown comes to rest, and what becomes of it later.
package struct BagWatch: Sendable {
  /// What a frame shows.
  package struct Observation: Hashable, Sendable {
    /// What is known of the bags since this frame, in order; mostly nothing.
    package var events: [BagEvent]
    /// What moves and has changed, from which that follows.
    package var surface: BoardSurfaceObservation
  }

  private var surface: BoardSurfaceWatch
  private var tracker = LandingTracker()
  private var frameCount = 0
  /// Whether the next frame is the first one since the board was moved.
  private var hasMoved = false

  /// - Parameter board: The corners of the playing surface; outside of `0...1` where the picture's
  ///   edge cuts it. At least an eighth of the board must be in the picture.
  package init(board: GameboardObservation.Corners) {
    surface = BoardSurfaceWatch(corners: board)
  }

  /// Looks at the next frame.
  ///
  /// - Parameters:
  ///   - picture: The frame as stored; all of one size.
  ///   - orientation: How it is to be turned to stand upright.
  ///   - time: In seconds; later than that of the frame before.
  /// - Returns: What this frame lets us know.
  /// - Throws: `BoardSurfaceWatch.Failure`.
  package mutating func update(
    with picture: some Picture, orientation: ImageOrientation = .up, at time: Double
  ) throws(BoardSurfaceWatch.Failure) -> Observation {
    let seen = try surface.update(with: picture, orientation: orientation, time: time)
    if seen.isNewView { tracker.forget() }
    if hasMoved { tracker.forgetBags { surface.color(of: $0) } }
    hasMoved = false
    return Observation(events: events(of: seen, at: time), surface: seen)
  }

  /// Leaves out the next frame, such as one that was taken while the camera moved.
  ///
  /// - Parameter time: In seconds; later than that of the frame before.
  /// - Returns: What is known by now of the bags that moved before.
  package mutating func leaveOutFrame(at time: Double) -> [BagEvent] {
    events(of: BoardSurfaceObservation(isHidden: true), at: time)
  }

  private mutating func events(
    of surface: BoardSurfaceObservation, at time: Double
  ) -> [BagEvent] {
    defer { frameCount += 1 }
    return tracker.update(with: surface, frame: frameCount, time: time)
  }

  /// Takes note that the camera sees the board elsewhere now. The bags are still those that they were,
  /// as far as the next frame shows them.
  package mutating func moveBoard(to corners: GameboardObservation.Corners) {
    surface = BoardSurfaceWatch(corners: corners)
    hasMoved = true
  }

  /// Reports what became of the bags that moved last: the video is over.
  package mutating func finish() -> [BagEvent] { tracker.finish() }

  /// The bags that lie on the board or beside it, of those that were seen to land.
  package var restingBags: [RestingBag] { tracker.restingBags }

  /// Where in the upright picture a place on the board is seen; `nil` for one behind the camera, and
  /// before the first frame.
  package func location(of place: BoardPoint) -> NormalizedPoint? { surface.location(of: place) }
}
