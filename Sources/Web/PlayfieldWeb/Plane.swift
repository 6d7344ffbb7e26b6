// Following the table through the frames of a film: the picture is that of Frame.swift, of which the dice
// that were found last are left out.
//
//     web.plane_begin(orientation, x, y, width, height);   // of the picture that the table is seen in
//     web.plane_follow(orientation);                       // of each later one
//     web.plane_view();                                    // a list of one `planeViewRecord`
//     web.plane_cover();                                   // a byte a cell, row by row: 255 where something is over it
//
// How the table lies is seen by the tops of the dice that were found last in that picture:
//
//     web.plane_lie(orientation, focalShare, 0, 0, 0);
//     web.plane_lying();                                   // a list of `lyingRecord`: one, or none

internal import DiceReading
internal import PlaneTracking
internal import PortableInference
internal import VisionCore

/// Where the table is in the picture that was followed last.
struct PlaneView {
  /// Raw values are known to the page.
  enum State: UInt8, CaseIterable {
    /// Where it was in the picture before, to the last digit.
    case held
    case moved
    /// Not to be made out; the matrix is the last one that was.
    case lost
    /// The same, of a table that itself shows too little to be followed: only dice at rest say where it is.
    case plain
  }

  var state = State.held
  /// From places of the picture that was begun with to those of this one, both normalized.
  var matrix = Matrix3.identity
  /// How many cells of the picture ``planeCover()`` says something about.
  var cover = PixelSize(width: 0, height: 0)
}

/// What is kept between calls.
private struct PlaneFollower {
  /// The table is followed in pictures that are no longer than this, in pixels.
  static let longSide = 480
  /// Dice are left out with so much of what is around them, as shares of their box: their shadows.
  static let margin = 0.15

  var tracker: PlaneTracker?
  var size = PixelSize(width: 0, height: 0)
  var background = PlaneBackground(frame: PixelSize(width: 0, height: 0))
  var mask: [UInt8] = []
  var view = PlaneView()

  /// Finds what is over the table, where that is not lost.
  mutating func findCover(_ pose: Matrix3?) {
    view.cover = PixelSize(width: 0, height: 0)
    guard let pose else { return }
    let isAny = colors.withUnsafeBufferPointer {
      background.find(in: $0, width: size.width, pose: pose, things: foundDice, mask: &mask)
    }
    if isAny { view.cover = background.size }
  }
}

private nonisolated(unsafe) var follower = PlaneFollower()
/// The picture, small and upright, and its brightness.
private nonisolated(unsafe) var colors: [SIMD4<UInt8>] = []
private nonisolated(unsafe) var luma: [UInt8] = []
private nonisolated(unsafe) var list = RecordList()
private nonisolated(unsafe) var topNetwork: PortableNetwork?
/// What it gets.
private nonisolated(unsafe) var topPicture = UnsafeMutableBufferPointer<SIMD4<UInt8>>(
  start: nil, count: 0)
private nonisolated(unsafe) var lying = RecordList()
private nonisolated(unsafe) var cover = SharedMemory<UInt8>()

/// Begins with the picture that ``frameDescribe`` describes.
///
/// - Parameters:
///   - orientation: How it is to be turned once it stands as it is meant, as in ``diceBegin(_:_:)``.
///   - x: Of the part in which the table is followed, normalized to the upright picture; what lies
///     outside of the picture is not looked at.
///   - y: The same.
///   - width: The same.
///   - height: The same.
/// - Returns: 0, or a ``WebFault``.
@_expose(wasm, "plane_begin") @_cdecl("plane_begin")
public func planeBegin(
  _ orientation: Int32, _ x: Double, _ y: Double, _ width: Double, _ height: Double
) -> Int32 {
  guard let turn = ImageOrientation(argument: orientation) else {
    return WebFault.badArgument.rawValue
  }
  let region = BoundingBox(x: x, y: y, width: width, height: height)
  let visible = region.intersection(.unit)
  guard visible.width > 0, visible.height > 0 else { return WebFault.badArgument.rawValue }
  guard let size = drawLuma(turn) else { return WebFault.outOfTurn.rawValue }
  follower.size = size
  follower.view = PlaneView()
  follower.tracker = withLuma(of: size) {
    PlaneTracker(reference: $0, region: region, things: foundDice)
  }
  follower.background = PlaneBackground(frame: size)
  let cells = follower.background.size
  follower.mask = [UInt8](repeating: 0, count: max(1, cells.width * cells.height))
  follower.findCover(.identity)
  return 0
}

/// Looks for the table in the picture that ``frameDescribe`` describes; returns an index of
/// ``Choices/planeStates``, or a ``WebFault``.
@_expose(wasm, "plane_follow") @_cdecl("plane_follow")
public func planeFollow(_ orientation: Int32) -> Int32 {
  guard let turn = ImageOrientation(argument: orientation) else {
    return WebFault.badArgument.rawValue
  }
  guard follower.tracker != nil, let size = drawLuma(turn) else {
    return WebFault.outOfTurn.rawValue
  }
  let found = withLuma(of: size) { follower.tracker?.track($0, things: foundDice) }
  // Of a picture of another size nothing is known.
  let isSameSize = size == follower.size
  follower.findCover(isSameSize ? found ?? follower.tracker?.likeliest : nil)
  if let found = found.flatMap({ normalized($0) }) {
    follower.view.state = found == follower.view.matrix ? .held : .moved
    follower.view.matrix = found
  } else {
    follower.view.state = follower.tracker?.isPlain == true ? .plain : .lost
  }
  return Int32(follower.view.state.rawValue)
}

/// Takes in a safetensors file of the network for tops.
@_expose(wasm, "plane_load_tops") @_cdecl("plane_load_tops")
public func planeLoadTops(_ file: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
  loadPictureNetwork(file, count, TopNetwork.describe) { topNetwork = $0 }
}

/// Looks how the table lies, by the tops of the dice that were found last, in the picture that ``frameDescribe``
/// describes.
///
/// - Parameters:
///   - orientation: How it is to be turned once it stands as it is meant, as in ``diceBegin(_:_:)``.
///   - focalShare: The focal length as a share of the picture's diagonal; the camera looks at the picture's middle.
///   - upX: Where up is, if that is known: along the camera's axes right, down, ahead; else 0, as the other two.
///   - upY: The same.
///   - upZ: The same.
/// - Returns: How many records ``planeLying()`` has, or a ``WebFault``.
@_expose(wasm, "plane_lie") @_cdecl("plane_lie")
public func planeLie(
  _ orientation: Int32, _ focalShare: Double, _ upX: Double, _ upY: Double, _ upZ: Double
) -> Int32 {
  lying.removeAll()
  guard let turn = ImageOrientation(argument: orientation), focalShare > 0,
    focalShare.isFinite, upX.isFinite, upY.isFinite, upZ.isFinite
  else { return WebFault.badArgument.rawValue }
  guard let network = topNetwork, let frame = describedFrame else {
    return WebFault.outOfTurn.rawValue
  }
  let orientation = frame.orientation.followed(by: turn)
  let picture = orientation.uprightSize(of: frame.planes.size)
  let side = TopNetwork.inputSide
  var squares: [SeenSquare] = []
  topPicture.resize(side * side)
  for die in observedDice {
    let view = TopNetwork.view(of: die.boundingBox, in: picture)
    view.draw(frame.planes, orientation: orientation, into: topPicture)
    do throws(NetworkError) {
      try network.prepare(width: side, height: side)
    } catch {
      return WebFault.otherNetwork.rawValue
    }
    network.fill(topPicture)
    network.run()
    do throws(UnexpectedShape) {
      if let square = try TopNetwork.square(network, in: view) { squares.append(square) }
    } catch {
      return WebFault.otherNetwork.rawValue
    }
  }
  let center = SIMD2(Double(picture.width) / 2, Double(picture.height) / 2)
  let camera = PinholeCamera(focalLength: focalShare * 2 * center.length, center: center)
  let up = SIMD3(upX, upY, upZ)
  if let plane = PlaneOfSquares(squares, camera: camera, knownUp: up == .zero ? nil : up.unit) {
    lying.append(plane, as: lyingRecord)
  }
  return Int32(lying.count)
}

/// How the table lay when ``planeLie(_:_:_:_:_:)`` looked last.
@_expose(wasm, "plane_lying") @_cdecl("plane_lying")
public func planeLying() -> UnsafePointer<Double>? {
  lying.share()
}

/// Where the table was seen last, as a list of one record.
@_expose(wasm, "plane_view") @_cdecl("plane_view")
public func planeView() -> UnsafePointer<Double>? {
  list.removeAll()
  list.append(follower.view, as: planeViewRecord)
  return list.share()
}

/// What is over the table in the picture that was followed last: as many bytes as the ``planeViewRecord`` says, row
/// by row, 255 where there is something and 0 elsewhere.
@_expose(wasm, "plane_cover") @_cdecl("plane_cover")
public func planeCover() -> UnsafePointer<UInt8>? {
  cover.fill(follower.mask)
}

// MARK: Helpers

/// Where the dice are that were found last.
private var foundDice: [BoundingBox] {
  observedDice.map {
    let box = $0.boundingBox
    let (across, down) = (PlaneFollower.margin * box.width, PlaneFollower.margin * box.height)
    return BoundingBox(
      x: box.x - across, y: box.y - down, width: box.width + 2 * across,
      height: box.height + 2 * down)
  }
}

/// Draws the brightness of the picture, upright and small, by the weights of BT.601; returns its size.
private func drawLuma(_ turn: ImageOrientation) -> PixelSize? {
  guard let frame = describedFrame else { return nil }
  let orientation = frame.orientation.followed(by: turn)
  let picture = orientation.uprightSize(of: frame.planes.size)
  let size = picture.limited(toLongSide: PlaneFollower.longSide)
  let drawing = Drawing(
    picture: picture, region: PixelRect(x: 0, y: 0, width: picture.width, height: picture.height),
    place: PixelRect(x: 0, y: 0, width: size.width, height: size.height), inputSize: size)
  let count = size.width * size.height
  if colors.count != count {
    colors = [SIMD4<UInt8>](repeating: .zero, count: count)
    luma = [UInt8](repeating: 0, count: count)
  }
  colors.withUnsafeMutableBufferPointer {
    drawing.draw(frame.planes, orientation: orientation, into: $0)
  }
  colors.withUnsafeBufferPointer { colors in
    luma.withUnsafeMutableBufferPointer { luma in
      for index in 0..<count {
        let color = SIMD4<UInt32>(truncatingIfNeeded: colors[index])
        let sum = 77 &* color.x &+ 150 &* color.y &+ 29 &* color.z
        luma[index] = UInt8(truncatingIfNeeded: (sum &+ 128) &>> 8)
      }
    }
  }
  return size
}

/// Does `work` with the brightness that was drawn last.
private func withLuma<Result>(of size: PixelSize, _ work: (LumaView) -> Result?) -> Result? {
  luma.withUnsafeBufferPointer { pixels in
    pixels.baseAddress.flatMap {
      work(LumaView(size: size, start: $0, stride: size.width))
    }
  }
}

/// The same for normalized places, from one for pixels whose centres have whole numbers.
private func normalized(_ matrix: Matrix3) -> Matrix3? {
  guard matrix != .identity else { return matrix }
  let (width, height) = (Double(follower.size.width), Double(follower.size.height))
  let toPixels = Matrix3(SIMD3(width, 0, -0.5), SIMD3(0, height, -0.5), SIMD3(0, 0, 1))
  return toPixels.inverse.map { $0 * matrix * toPixels }
}
