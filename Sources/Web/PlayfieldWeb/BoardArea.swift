// The race's board on the table that is seen, in the picture of FrameArea.swift.
//
//     web.board_lay(orientation, focalShare, 0, 0, 0);     // where nothing is known of the table
//     web.plane_lie(…); web.board_lay_by_dice(orientation, focalShare);
//     new Float64Array(web.memory.buffer, web.board_memory(), 9).set(plane);
//     web.board_put(orientation, focalShare);              // where a hand laid it
//     web.board_begin(orientation, time);                  // follows the table around it
//     web.board_follow(orientation, time);                 // in each later picture
//     web.board_sight();                                   // a list of one `sightRecord`
//     web.board_see_dice(orientation);                     // how dice lie on it: at rest, and where it is followed
//     web.board_dice();                                    // a list of `boardDieRecord`, one for each die that does
//
// What is exchanged is normalized to the upright picture. A focal share is the focal length as a share of the picture's
// diagonal; the camera looks at the picture's middle.

internal import DiceReading
internal import PageInterface
internal import PlaneTracking
internal import RaceGame
internal import VisionCore

/// Where the board lies, and what sees it.
struct BoardArea: ~Copyable {
  private var camera: PinholeCamera<EdgeFrame>?
  private var picture = PixelSize(width: 0, height: 0)
  /// How it is seen in the picture that was looked at last; `nil` before it was laid.
  private(set) var sight: BoardSight?
  /// Whether dice would hide too much of it where it was laid by them last.
  private(set) var isSmall = false
  /// The board's plane in the picture with which the table's following began.
  private var first = Matrix3.identity
  private var given = UnsafeMutableBufferPointer<Double>.allocate(capacity: 9)
  private var list = RecordList()
  private var dice: [BoardDie] = []
  private var diceList = RecordList()

  deinit { given.deallocate() }

  /// Lays it as tables mostly are seen, or where `up` is not 0, as that has it.
  ///
  /// - Parameters:
  ///   - picture: `nil` before the page has described one.
  ///   - orientation: How it is to be turned once it stands as it is meant, as in
  ///     ``DiceArea/read(_:_:_:clock:)``.
  ///   - focalShare: The focal length.
  ///   - up: Away from the table, along the camera's axes: right, down, ahead.
  /// - Returns: 0, or a ``WebFault``.
  mutating func lay(
    _ picture: DescribedPicture?, _ orientation: Int32, focalShare: Double, up: SIMD3<Double>
  ) -> Int32 {
    guard up.x.isFinite, up.y.isFinite, up.z.isFinite else { return WebFault.badArgument.rawValue }
    return see(picture, orientation, focalShare) { camera, size in
      BoardPlacing(fitting: size, camera: camera, up: up == .zero ? nil : up.unit).sight
    }
  }

  /// Lays it on a table that is known; returns 0, or a ``WebFault``.
  mutating func lay(
    _ picture: DescribedPicture?, _ orientation: Int32, focalShare: Double,
    on plane: PlaneOfSquares?
  ) -> Int32 {
    guard let plane else { return WebFault.outOfTurn.rawValue }
    var isSmall = false
    let fault = see(picture, orientation, focalShare) { camera, size in
      let placing = BoardPlacing(
        fitting: size, camera: camera, up: plane.up, heightAboveDice: plane.height)
      isSmall = placing.isSmall(heightAboveDice: plane.height)
      return placing.sight
    }
    self.isSmall = isSmall
    return fault
  }

  /// Where the page writes the board's plane: nine numbers that lead to places of the picture, row by row.
  func memory() -> UnsafeMutablePointer<Double>? { given.baseAddress }

  /// Lays it where the page wrote that it lies; returns 0, or a ``WebFault``.
  mutating func put(
    _ picture: DescribedPicture?, _ orientation: Int32, focalShare: Double
  ) -> Int32 {
    let plane = Matrix3(
      SIMD3(given[0], given[1], given[2]), SIMD3(given[3], given[4], given[5]),
      SIMD3(given[6], given[7], given[8]))
    return see(picture, orientation, focalShare) { camera, size in
      BoardSight(plane: size.edgesFromNormalized * plane, camera: camera)
    }
  }

  /// The part of the picture in which the table is followed, from now on; `nil` before the board is laid.
  mutating func begin() -> BoundingBox? {
    guard let sight else { return nil }
    first = sight.plane
    return sight.region(in: picture)
  }

  /// Takes in how the table has moved since ``begin()``: from places of the picture of then to those of this
  /// one, both normalized.
  mutating func follow(_ table: Matrix3) {
    let scale = picture.edgesFromNormalized
    guard let camera, let back = scale.inverse,
      let moved = BoardSight(plane: scale * table * back * first, camera: camera)
    else { return }
    sight = moved
  }

  /// Takes in dice that lie on it, and the top of each, in pixels of the picture.
  mutating func take(_ boxes: [BoundingBox], tops: [SeenSquare?]) {
    guard let sight else {
      dice = []
      return
    }
    let (width, height) = (Double(picture.width), Double(picture.height))
    dice = zip(boxes, tops).compactMap { box, top in
      guard let top else { return nil }
      let pixels = BoundingBox(
        x: box.x * width, y: box.y * height, width: box.width * width, height: box.height * height)
      return BoardDie(top, box: pixels, on: sight)
    }
  }

  var diceCount: Int { dice.count }

  /// The dice that lie on it.
  mutating func shareDice() -> UnsafePointer<Double> {
    diceList.share(dice, as: boardDieRecord)
  }

  /// How it is seen, as a list of one record, or none before it is laid.
  mutating func share() -> UnsafePointer<Double> {
    let scale = 1 / picture.vector
    return list.share(sight.map { [$0.stretched(by: scale)] } ?? [], as: sightRecord)
  }

  private mutating func see(
    _ picture: DescribedPicture?, _ orientation: Int32, _ focalShare: Double,
    _ look: (PinholeCamera<EdgeFrame>, PixelSize) -> BoardSight?
  ) -> Int32 {
    guard let turn = ImageOrientation(argument: orientation), focalShare > 0, focalShare.isFinite
    else { return WebFault.badArgument.rawValue }
    guard let picture else { return WebFault.outOfTurn.rawValue }
    let size = picture.orientation.followed(by: turn).uprightSize(of: picture.planes.size)
    let camera = PinholeCamera(focalShare: focalShare, picture: size)
    guard let seen = look(camera, size) else { return WebFault.badArgument.rawValue }
    (sight, self.camera, self.picture) = (seen, camera, size)
    return 0
  }
}

// MARK: - Exports

@_expose(wasm, "board_lay") @_cdecl("board_lay")
public func boardLay(
  _ orientation: Int32, _ focalShare: Double, _ upX: Double, _ upY: Double, _ upZ: Double
) -> Int32 {
  session.board.lay(
    session.frame.picture, orientation, focalShare: focalShare, up: SIMD3(upX, upY, upZ))
}

/// Lays the board on the table that ``planeLie`` saw.
@_expose(wasm, "board_lay_by_dice") @_cdecl("board_lay_by_dice")
public func boardLayByDice(_ orientation: Int32, _ focalShare: Double) -> Int32 {
  session.board.lay(
    session.frame.picture, orientation, focalShare: focalShare, on: session.plane.plane)
}

/// Whether dice hide too much of the board where they have laid it: 1 or 0.
@_expose(wasm, "board_is_small") @_cdecl("board_is_small")
public func boardIsSmall() -> Int32 { session.board.isSmall ? 1 : 0 }

@_expose(wasm, "board_memory") @_cdecl("board_memory")
public func boardMemory() -> UnsafeMutablePointer<Double>? { session.board.memory() }

@_expose(wasm, "board_put") @_cdecl("board_put")
public func boardPut(_ orientation: Int32, _ focalShare: Double) -> Int32 {
  session.board.put(session.frame.picture, orientation, focalShare: focalShare)
}

@_expose(wasm, "board_begin") @_cdecl("board_begin")
public func boardBegin(_ orientation: Int32, _ time: Double) -> Int32 {
  session.beginBoard(orientation, at: time)
}

/// Looks for the table in a picture, and the board on it; returns an index of ``Choices/planeStates``, or a
/// ``WebFault``.
@_expose(wasm, "board_follow") @_cdecl("board_follow")
public func boardFollow(_ orientation: Int32, _ time: Double) -> Int32 {
  session.followBoard(orientation, at: time)
}

/// Looks how the dice that were found last lie on the board; returns how many records ``boardDice()`` has, or a
/// ``WebFault``.
@_expose(wasm, "board_see_dice") @_cdecl("board_see_dice")
public func boardSeeDice(_ orientation: Int32) -> Int32 { session.seeDiceOnBoard(orientation) }

@_expose(wasm, "board_dice") @_cdecl("board_dice")
public func boardDice() -> UnsafePointer<Double> { session.board.shareDice() }

@_expose(wasm, "board_sight") @_cdecl("board_sight")
public func boardSight() -> UnsafePointer<Double> { session.board.share() }
