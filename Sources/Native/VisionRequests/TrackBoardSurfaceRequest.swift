internal import COpenCV
public import VisionCore

/// Watches the playing surface of a board in a video, before a camera that stands still: what moves on it, what
/// has newly come to lie there and what has gone.
///
/// ```swift
/// var request = try TrackBoardSurfaceRequest(board: corners)
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
  /// How much of the ground on each side of the board is watched, in metres.
  private static let margin = 0.4
  /// For how long a bag must not change, in seconds, to lie still.
  private static let rest = 0.4
  private static let mostBlobs = 64
  /// How far from a bag's middle, in metres, there is nothing but the bag, wherever it is turned.
  private static let core = 0.04

  private var view: BoardView

  /// - Parameter board: The corners of the playing surface; outside of `0...1` where the picture's
  ///   edge cuts it. At least an eighth of the board must be in the picture.
  /// - Throws: ``VisionError/imageProcessingFailed(reason:)`` when memory has run out.
  public init(board: GameboardObservation.Corners) throws(VisionError) {
    view = try Self.view(of: board)
  }

  private static func view(of board: GameboardObservation.Corners) throws(VisionError) -> BoardView
  {
    try BoardView(
      options: copencv_landings_options(
        corners: (
          board.farLeft.x, board.farLeft.y, board.farRight.x, board.farRight.y, board.nearRight.x,
          board.nearRight.y, board.nearLeft.x, board.nearLeft.y
        ),
        width: Gameboard.width, length: Gameboard.length, hole_radius: Gameboard.holeRadius,
        hole_y: Gameboard.holeCenter.y, margin: margin, rest: rest))
  }

  /// Looks at the next frame.
  ///
  /// - Parameters:
  ///   - image: The frame as stored; all of one size.
  ///   - orientation: How it is to be turned to stand upright.
  ///   - time: In seconds; later than that of the frame before.
  /// - Returns: What moves in this frame, and what has newly come to lie still by now.
  /// - Throws: ``VisionError/imageProcessingFailed(reason:)`` when the frame has another size than
  ///   the first one, too little of the board is in it, or memory has run out.
  public mutating func perform(
    on image: RGBImage, orientation: ImageOrientation, at time: Double
  ) throws(VisionError) -> BoardSurfaceObservation {
    var moving = [copencv_landings_blob](repeating: copencv_landings_blob(), count: Self.mostBlobs)
    var settled = moving
    var seen = copencv_landings_frame()
    try callShim { error, capacity in
      image.pixels.withUnsafeBufferPointer { pixels in
        copencv_landings_update(
          view.handle, pixels.baseAddress, Int32(image.width), Int32(image.height),
          Int32(orientation.rawValue), time, &moving, &settled, Self.mostBlobs, &seen, error,
          capacity)
      }
    }
    return BoardSurfaceObservation(
      moving: moving.prefix(seen.moving_count).map { Self.blob($0) },
      changes: settled.prefix(seen.settled_count).map {
        BoardChange(
          kind: $0.is_uncovered ? .uncovered : .covered, blob: Self.blob($0), time: $0.still_since)
      },
      isHidden: seen.is_hidden, isNewView: seen.is_new_view)
  }

  /// Takes note that the camera sees the board elsewhere now, and forgets what it has seen there.
  ///
  /// - Throws: ``VisionError/imageProcessingFailed(reason:)`` when memory has run out.
  public mutating func moveBoard(to corners: GameboardObservation.Corners) throws(VisionError) {
    view = try Self.view(of: corners)
  }

  /// Where in the upright picture a place on the board is seen; `nil` for one behind the camera, and
  /// before the first frame.
  public func location(of place: BoardPoint) -> NormalizedPoint? {
    var location = NormalizedPoint(x: 0, y: 0)
    guard copencv_landings_locate(view.handle, place.x, place.y, &location.x, &location.y) else {
      return nil
    }
    return location
  }

  /// What colour the middle of a bag at this place has in the last frame, or of what lies there instead: red, green and
  /// blue in `0...255`; `nil` where it is not in view.
  public func colour(of place: BoardPoint) -> SIMD3<Double>? {
    var (red, green, blue) = (0.0, 0.0, 0.0)
    let isSeen = copencv_landings_colour(
      view.handle, place.x, place.y, Self.core, &red, &green, &blue)
    return isSeen ? SIMD3(red, green, blue) : nil
  }

  private static func blob(_ blob: copencv_landings_blob) -> BoardBlob {
    BoardBlob(
      place: BoardPoint(x: blob.x, y: blob.y), area: blob.area / Gameboard.bagArea,
      areaOnBoard: blob.board_area / Gameboard.bagArea,
      areaInHole: blob.hole_area / Gameboard.bagArea,
      colour: SIMD3(blob.red, blob.green, blob.blue), elongation: blob.elongation,
      touchesEdge: blob.touches_edge, isCut: blob.is_cut)
  }
}

/// The shim's memory of the board. Unchecked, since Swift does not know that a pointer with a single
/// owner, changed by one call at a time, may change threads.
private struct BoardView: ~Copyable, @unchecked Sendable {
  let handle: OpaquePointer?

  init(options: copencv_landings_options) throws(VisionError) {
    var opened: OpaquePointer?
    try callShim { copencv_landings_open(options, &opened, $0, $1) }
    handle = opened
  }

  deinit { copencv_landings_close(handle) }
}
