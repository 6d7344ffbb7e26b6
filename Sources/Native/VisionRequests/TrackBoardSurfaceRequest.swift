internal import SceneReading
public import VisionCore

/// Watches the playing surface of a board in a video, before a camera that stands still: what moves on it, what
/// has newly come to lie there and what has gone.
///
/// ```swift
/// var request = TrackBoardSurfaceRequest(board: corners)
/// while let frame = try video.next() {
///   let seen = try request.perform(on: frame.image, orientation: .up, at: frame.time)
///   for change in seen.changes { print(change.kind, change.blob.place) }
/// }
/// ```
///
/// It does not know what bags look like, nor the board: what matters is that they lie still, and
/// differ from what they lie on. The board is laid out flat by its corners; what changes there and
/// stays has come, what shows the bare board again has gone. What became of a bag that was thrown follows
/// from that by the rules of the game.
public struct TrackBoardSurfaceRequest: ~Copyable, Sendable {
  private var watch: BoardSurfaceWatch

  /// - Parameter board: The corners of the playing surface; outside of `0...1` where the picture's
  ///   edge cuts it. At least an eighth of the board must be in the picture.
  public init(board: GameboardObservation.Corners) { watch = BoardSurfaceWatch(corners: board) }

  /// Looks at the next frame.
  ///
  /// - Parameters:
  ///   - picture: The frame as stored; all of one size.
  ///   - orientation: How it is to be turned to stand upright.
  ///   - time: In seconds; later than that of the frame before.
  /// - Returns: What moves in this frame, and what has newly come to lie still by now.
  /// - Throws: ``VisionError/frameSizeChanged``, ``VisionError/tooLittleOfBoard``.
  public mutating func perform(
    on picture: some Picture, orientation: ImageOrientation, at time: Double
  ) throws(VisionError) -> BoardSurfaceObservation {
    do throws(BoardSurfaceWatch.Failure) {
      return try watch.update(with: picture, orientation: orientation, time: time)
    } catch {
      switch error {
      case .tooLittleOfBoard: throw .tooLittleOfBoard
      case .anotherSize: throw .frameSizeChanged
      }
    }
  }

  /// Takes note that the camera sees the board elsewhere now, and forgets what it has seen there.
  public mutating func moveBoard(to corners: GameboardObservation.Corners) {
    watch = BoardSurfaceWatch(corners: corners)
  }

  /// Where in the upright picture a place on the board is seen; `nil` for one behind the camera, and
  /// before the first frame.
  public func location(of place: BoardPoint) -> NormalizedPoint? { watch.location(of: place) }

  /// What colour the middle of a bag at this place has in the last frame, or of what lies there instead: red, green and
  /// blue in `0...255`; `nil` where it is not in view.
  public func colour(of place: BoardPoint) -> SIMD3<Double>? { watch.color(of: place) }
}
