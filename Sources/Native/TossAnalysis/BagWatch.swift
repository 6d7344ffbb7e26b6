public import BeanBagToss
public import VisionCore
public import VisionRequests

/// Follows the bags on a board in a video, before a camera that stands still: where each that is
/// thrown comes to rest, and what becomes of it later.
///
/// ```swift
/// var bags = BagWatch(board: corners)
/// while let frame = try video.next() {
///   let seen = try bags.update(with: frame.image, at: frame.time)
///   for case .landed(let landing) in seen.events { print(landing.rest) }
/// }
/// print(bags.finish())
/// ```
public struct BagWatch: ~Copyable, Sendable {
  /// What a frame shows.
  public struct Observation: Hashable, Sendable {
    /// What is known of the bags since this frame, in order; mostly nothing.
    public var events: [BagEvent]
    /// What moves and has changed, from which that follows.
    public var surface: BoardSurfaceObservation
  }

  private var request: TrackBoardSurfaceRequest
  private var tracker = LandingTracker()
  private var frameCount = 0
  /// Whether the next frame is the first one since the board was moved.
  private var hasMoved = false

  /// - Parameter board: The corners of the playing surface; outside of `0...1` where the picture's
  ///   edge cuts it. At least an eighth of the board must be in the picture.
  public init(board: GameboardObservation.Corners) {
    request = TrackBoardSurfaceRequest(board: board)
  }

  /// Looks at the next frame.
  ///
  /// - Parameters:
  ///   - picture: The frame as stored; all of one size.
  ///   - orientation: How it is to be turned to stand upright.
  ///   - time: In seconds; later than that of the frame before.
  /// - Returns: What this frame lets us know.
  /// - Throws: `VisionError.imageProcessingFailed(reason:)` when the frame has another size than
  ///   the first one, or too little of the board is in it.
  public mutating func update(
    with picture: some Picture, orientation: ImageOrientation = .up, at time: Double
  ) throws(VisionError) -> Observation {
    let surface = try request.perform(on: picture, orientation: orientation, at: time)
    if surface.isNewView { tracker.forget() }
    if hasMoved { tracker.forgetBags { request.colour(of: $0) } }
    hasMoved = false
    return Observation(events: events(of: surface, at: time), surface: surface)
  }

  /// Leaves out the next frame, such as one that was taken while the camera moved.
  ///
  /// - Parameter time: In seconds; later than that of the frame before.
  /// - Returns: What is known by now of the bags that moved before.
  public mutating func leaveOutFrame(at time: Double) -> [BagEvent] {
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
  public mutating func moveBoard(to corners: GameboardObservation.Corners) {
    request.moveBoard(to: corners)
    hasMoved = true
  }

  /// Reports what became of the bags that moved last: the video is over.
  public mutating func finish() -> [BagEvent] { tracker.finish() }

  /// The bags that lie on the board or beside it, of those that were seen to land.
  public var restingBags: [RestingBag] { tracker.restingBags }

  /// Where in the upright picture a place on the board is seen; `nil` for one behind the camera, and
  /// before the first frame.
  public func location(of place: BoardPoint) -> NormalizedPoint? { request.location(of: place) }
}
