// Following the table through the frames of a film: the picture is that of FrameArea.swift, of which the dice
// that were found last are left out.
//
//     web.plane_begin(orientation, x, y, width, height, time);   // of the picture that the table is seen in
//     web.plane_follow(orientation, time);                       // of each later one
//     web.plane_view();                                          // a list of one `planeViewRecord`
//     web.plane_cover();                                         // a byte a cell, row by row: how much is over it
//     web.plane_shade();                                         // the same: how dark the shadows on it are
//
// How the table lies is seen by the tops of the dice that were found last in that picture:
//
//     web.plane_lie(orientation, focalShare, 0, 0, 0);
//     web.plane_lying();                                   // a list of `lyingRecord`: one, or none

internal import DiceReading
internal import PageInterface
internal import PlaneTracking
internal import PortableInference
internal import VisionCore

/// The table, as it is seen.
struct PlaneArea: ~Copyable {
  private var follower: PlaneFollower?
  private var tops: TopReader?
  private(set) var plane: PlaneOfSquares?
  private var list = RecordList()
  private var cover = SharedMemory<UInt8>()
  private var shade = SharedMemory<UInt8>()

  /// Begins with a picture.
  ///
  /// - Parameters:
  ///   - picture: `nil` before the page has described one.
  ///   - orientation: How it is to be turned once it stands as it is meant, as in
  ///     ``DiceArea/read(_:_:_:clock:)``.
  ///   - region: The part in which the table is followed, normalized to the upright picture; what lies
  ///     outside of the picture is not looked at.
  ///   - dice: Those that were found last, which are left out.
  ///   - time: When the picture was taken, in seconds.
  /// - Returns: 0, or a ``WebFault``.
  mutating func begin(
    _ picture: DescribedPicture?, _ orientation: Int32, in region: BoundingBox,
    without dice: [BoundingBox], at time: Double
  ) -> Int32 {
    guard let turn = ImageOrientation(argument: orientation), time.isFinite else {
      return WebFault.badArgument.rawValue
    }
    let visible = region.intersection(.unit)
    guard visible.width > 0, visible.height > 0 else { return WebFault.badArgument.rawValue }
    guard let picture else { return WebFault.outOfTurn.rawValue }
    follower = PlaneFollower(
      picture.planes, orientation: picture.orientation.followed(by: turn), region: region,
      dice: dice, at: time)
    return 0
  }

  /// Looks for the table in a picture, which was taken at a `time`, in seconds; returns an index of
  /// ``Choices/planeStates``, or a ``WebFault``.
  mutating func follow(
    _ picture: DescribedPicture?, _ orientation: Int32, without dice: [BoundingBox],
    at time: Double
  ) -> Int32 {
    guard let turn = ImageOrientation(argument: orientation), time.isFinite else {
      return WebFault.badArgument.rawValue
    }
    guard follower != nil, let picture else { return WebFault.outOfTurn.rawValue }
    follower?.follow(
      picture.planes, orientation: picture.orientation.followed(by: turn),
      dice: dice, at: time)
    return Int32(view.state.rawValue)
  }

  /// Takes in a safetensors file of the network for tops.
  mutating func loadTops(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
    loadNetwork(bytes, count) { weights throws(NetworkError) in tops = try TopReader(weights) }
  }

  /// Looks how the table lies, by the tops of the dice that were found last in a picture.
  ///
  /// - Parameters:
  ///   - picture: `nil` before the page has described one.
  ///   - orientation: How it is to be turned once it stands as it is meant, as in
  ///     ``DiceArea/read(_:_:_:clock:)``.
  ///   - focalShare: The focal length as a share of the picture's diagonal; the camera looks at the
  ///     picture's middle.
  ///   - up: Where up is, if that is known: along the camera's axes right, down, ahead; else 0.
  ///   - dice: Those that were found last.
  /// - Returns: How many records ``lying()`` has, or a ``WebFault``.
  mutating func lie(
    _ picture: DescribedPicture?, _ orientation: Int32, focalShare: Double, up: SIMD3<Double>,
    by dice: [BoundingBox]
  ) -> Int32 {
    plane = nil
    guard let turn = ImageOrientation(argument: orientation), focalShare > 0,
      focalShare.isFinite, up.x.isFinite, up.y.isFinite, up.z.isFinite
    else { return WebFault.badArgument.rawValue }
    guard let tops, let picture else { return WebFault.outOfTurn.rawValue }
    do throws(UnexpectedShape) {
      plane = try PlaneOfSquares(
        under: dice, in: picture.planes,
        orientation: picture.orientation.followed(by: turn), focalShare: focalShare,
        knownUp: up == .zero ? nil : up.unit, reader: tops)
    } catch {
      return WebFault.otherNetwork.rawValue
    }
    return plane == nil ? 0 : 1
  }

  /// Looks how the tops lie of the dice that were found last in a picture.
  ///
  /// - Parameters:
  ///   - picture: `nil` before the page has described one.
  ///   - orientation: How it is to be turned once it stands as it is meant, as in
  ///     ``DiceArea/read(_:_:_:clock:)``.
  ///   - dice: Those that were found last.
  /// - Returns: The top of each die, in pixels of the upright picture; `nil` where it is not seen as a square.
  /// - Throws: ``WebFault`` for an invalid orientation, without a network or a picture, or where the network is
  ///   another one.
  func tops(_ picture: DescribedPicture?, _ orientation: Int32, of dice: [BoundingBox])
    throws(WebFault) -> [SeenSquare?]
  {
    guard let turn = ImageOrientation(argument: orientation) else { throw .badArgument }
    guard let tops, let picture else { throw .outOfTurn }
    do throws(UnexpectedShape) {
      return try tops.squares(
        of: dice, in: picture.planes,
        orientation: picture.orientation.followed(by: turn))
    } catch {
      throw .otherNetwork
    }
  }

  /// How the table lay when ``lie(_:_:focalShare:up:by:)`` looked last.
  mutating func lying() -> UnsafePointer<Double> {
    list.share(plane.map { [$0] } ?? [], as: lyingRecord)
  }

  var view: PlaneView { follower?.view ?? PlaneView() }

  /// Where the table was seen last, as a list of one record.
  mutating func lastView() -> UnsafePointer<Double> { list.share([view], as: planeViewRecord) }

  /// What is over the table in the picture that was followed last: as many bytes as the
  /// ``planeViewRecord`` says, row by row, how much of each cell it takes, 0 to 255.
  mutating func lastCover() -> UnsafePointer<UInt8> { cover.fill(follower?.cover.opacity ?? []) }

  /// As many bytes: how dark the shadows on the table are.
  mutating func lastShade() -> UnsafePointer<UInt8> { shade.fill(follower?.cover.shade ?? []) }
}

// MARK: - Exports

/// Begins with the picture that ``frameDescribe`` describes. The region is normalized to it once it stands
/// upright.
@_expose(wasm, "plane_begin") @_cdecl("plane_begin")
public func planeBegin(
  _ orientation: Int32, _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ time: Double
) -> Int32 {
  session.plane.begin(
    session.frame.picture, orientation,
    in: BoundingBox(x: x, y: y, width: width, height: height), without: session.dice.boxes,
    at: time)
}

/// Looks for the table in the picture that ``frameDescribe`` describes.
@_expose(wasm, "plane_follow") @_cdecl("plane_follow")
public func planeFollow(_ orientation: Int32, _ time: Double) -> Int32 {
  session.plane.follow(
    session.frame.picture, orientation, without: session.dice.boxes, at: time)
}

@_expose(wasm, "plane_load_tops") @_cdecl("plane_load_tops")
public func planeLoadTops(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
  session.plane.loadTops(bytes, count)
}

/// Looks how the table lies in the picture that ``frameDescribe`` describes.
@_expose(wasm, "plane_lie") @_cdecl("plane_lie")
public func planeLie(
  _ orientation: Int32, _ focalShare: Double, _ upX: Double, _ upY: Double, _ upZ: Double
) -> Int32 {
  session.plane.lie(
    session.frame.picture, orientation, focalShare: focalShare, up: SIMD3(upX, upY, upZ),
    by: session.dice.boxes)
}

@_expose(wasm, "plane_lying") @_cdecl("plane_lying")
public func planeLying() -> UnsafePointer<Double> { session.plane.lying() }

@_expose(wasm, "plane_view") @_cdecl("plane_view")
public func planeView() -> UnsafePointer<Double> { session.plane.lastView() }

@_expose(wasm, "plane_cover") @_cdecl("plane_cover")
public func planeCover() -> UnsafePointer<UInt8> { session.plane.lastCover() }

@_expose(wasm, "plane_shade") @_cdecl("plane_shade")
public func planeShade() -> UnsafePointer<UInt8> { session.plane.lastShade() }
