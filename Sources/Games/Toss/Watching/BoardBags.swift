internal import SceneReading
internal import VisionCore

/// The bags on the board of a game, from when it is known on; what becomes known of them lags by a frame.
struct BoardBags {
  private var watch: BagWatch?
  /// The board on which the bags are watched, and the frame from which on that counts.
  private var board: GameboardObservation?
  private var firstFrame = 0
  private var pending: [BagEvent] = []
  /// What moves on the board in the last frame, and what has changed there.
  private(set) var surface = BoardSurfaceObservation(isHidden: true)

  /// The board has moved when its corners together have by so much, in widths of the picture.
  private static let tolerance = 0.008

  /// - Returns: What became known up to the frame before.
  mutating func takeEvents() -> [BagEvent] {
    defer { pending = [] }
    return pending
  }

  /// Looks at a frame.
  mutating func see(
    _ frame: TossWatch.Frame, on board: GameboardObservation
  ) throws(BoardSurfaceWatch.Failure) {
    guard let picture = frame.picture else { return }
    if watch == nil {
      watch = BagWatch(board: board.corners)
      (self.board, firstFrame) = (board, frame.index)
    }
    if let known = self.board, known.distance(to: board) > Self.tolerance {
      self.board = board
      watch?.moveBoard(to: board.corners)
    }
    let seen = try watch?.update(
      with: picture, orientation: frame.orientation, at: frame.time)
    surface = seen?.surface ?? surface
    pending += numbered(seen?.events ?? [])
  }

  /// Leaves out a frame, such as one that was taken while the camera moved; its time in seconds.
  mutating func leaveOutFrame(at time: Double) {
    surface = BoardSurfaceObservation(isHidden: true)
    pending += numbered(watch?.leaveOutFrame(at: time) ?? [])
  }

  /// - Returns: What became of the bags that moved last: the video is over.
  mutating func finish() -> [BagEvent] { takeEvents() + numbered(watch?.finish() ?? []) }

  var restingBags: [RestingBag] { watch?.restingBags ?? [] }

  func location(of place: BoardPoint) -> NormalizedPoint? { watch?.location(of: place) }

  /// ``BagWatch`` counts frames from its own first one.
  private func numbered(_ events: [BagEvent]) -> [BagEvent] {
    events.map { event in
      switch event {
      case .landed(var landing):
        landing.firstFrame += firstFrame
        landing.restFrame += firstFrame
        return .landed(landing)
      case .moved(var move):
        move.frame += firstFrame
        return .moved(move)
      }
    }
  }
}
