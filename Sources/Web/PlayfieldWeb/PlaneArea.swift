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

/// The table, as it is seen.
struct PlaneArea: ~Copyable {
  /// The table is followed in pictures that are no longer than this, in pixels.
  private static let longSide = 480
  /// Dice are left out with so much of what is around them, as shares of their box: their shadows.
  private static let margin = 0.15

  private var tracker: PlaneTracker?
  private var size = PixelSize(width: 0, height: 0)
  private var background = PlaneBackground(frame: PixelSize(width: 0, height: 0))
  private var mask: [UInt8] = []
  private(set) var view = PlaneView()
  /// The picture, small and upright, and its brightness.
  private var colors: [SIMD4<UInt8>] = []
  private var luma: [UInt8] = []

  private var topNetwork: PortableNetwork?
  /// What it gets.
  private var drawnTop = PixelMemory()
  private(set) var plane: PlaneOfSquares?

  private var list = RecordList()
  private var cover = SharedMemory<UInt8>()

  /// Begins with a picture.
  ///
  /// - Parameters:
  ///   - picture: `nil` where there is none.
  ///   - orientation: How it is to be turned once it stands as it is meant, as in
  ///     ``DiceArea/begin(_:_:_:)``.
  ///   - region: The part in which the table is followed, normalized to the upright picture; what lies
  ///     outside of the picture is not looked at.
  ///   - dice: Those that were found last.
  /// - Returns: 0, or a ``WebFault``.
  mutating func begin(
    _ picture: DescribedPicture?, _ orientation: Int32, in region: BoundingBox,
    without dice: [DieObservation]
  ) -> Int32 {
    guard let turn = ImageOrientation(argument: orientation) else {
      return WebFault.badArgument.rawValue
    }
    let visible = region.intersection(.unit)
    guard visible.width > 0, visible.height > 0 else { return WebFault.badArgument.rawValue }
    guard let picture else { return WebFault.outOfTurn.rawValue }
    size = drawLuma(picture, turn)
    view = PlaneView()
    let things = Self.things(dice)
    tracker = Self.with(luma, of: size) {
      PlaneTracker(reference: $0, region: region, things: things)
    }
    background = PlaneBackground(frame: size)
    mask = [UInt8](repeating: 0, count: max(1, background.size.width * background.size.height))
    findCover(.identity, things)
    return 0
  }

  /// Looks for the table in a picture; returns an index of ``Choices/planeStates``, or a ``WebFault``.
  mutating func follow(
    _ picture: DescribedPicture?, _ orientation: Int32, without dice: [DieObservation]
  ) -> Int32 {
    guard let turn = ImageOrientation(argument: orientation) else {
      return WebFault.badArgument.rawValue
    }
    guard tracker != nil, let picture else { return WebFault.outOfTurn.rawValue }
    let drawn = drawLuma(picture, turn)
    let things = Self.things(dice)
    let found = Self.with(luma, of: drawn) { tracker?.track($0, things: things) }
    // Of a picture of another size nothing is known.
    findCover(drawn == size ? found ?? tracker?.likeliest : nil, things)
    if let found = found.flatMap({ normalized($0) }) {
      view.state = found == view.matrix ? .held : .moved
      view.matrix = found
    } else {
      view.state = tracker?.isPlain == true ? .plain : .lost
    }
    return Int32(view.state.rawValue)
  }

  /// Takes in a safetensors file of the network for tops.
  mutating func loadTops(_ bytes: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
    loadPictureNetwork(bytes, count, TopNetwork.describe) { topNetwork = $0 }
  }

  /// Looks how the table lies, by the tops of the dice that were found last in a picture.
  ///
  /// - Parameters:
  ///   - picture: `nil` where there is none.
  ///   - orientation: How it is to be turned once it stands as it is meant, as in
  ///     ``DiceArea/begin(_:_:_:)``.
  ///   - focalShare: The focal length as a share of the picture's diagonal; the camera looks at the
  ///     picture's middle.
  ///   - up: Where up is, if that is known: along the camera's axes right, down, ahead; else 0.
  ///   - dice: Those that were found last.
  /// - Returns: How many records ``lying()`` has, or a ``WebFault``.
  mutating func lie(
    _ picture: DescribedPicture?, _ orientation: Int32, focalShare: Double, up: SIMD3<Double>,
    by dice: [DieObservation]
  ) -> Int32 {
    plane = nil
    guard let turn = ImageOrientation(argument: orientation), focalShare > 0,
      focalShare.isFinite, up.x.isFinite, up.y.isFinite, up.z.isFinite
    else { return WebFault.badArgument.rawValue }
    guard let network = topNetwork, let planes = picture?.planes else {
      return WebFault.outOfTurn.rawValue
    }
    let orientation = (picture?.orientation ?? .up).followed(by: turn)
    let size = orientation.uprightSize(of: planes.size)
    let side = TopNetwork.inputSide
    var squares: [SeenSquare] = []
    let input = drawnTop.room(for: PixelSize(width: side, height: side))
    for die in dice {
      let view = TopNetwork.view(of: die.boundingBox, in: size)
      view.draw(planes, orientation: orientation, into: input)
      do throws(NetworkError) {
        try network.prepare(width: side, height: side)
      } catch {
        return WebFault.otherNetwork.rawValue
      }
      network.fill(input)
      network.run()
      do throws(UnexpectedShape) {
        if let square = try TopNetwork.square(network, in: view) { squares.append(square) }
      } catch {
        return WebFault.otherNetwork.rawValue
      }
    }
    let center = SIMD2(Double(size.width) / 2, Double(size.height) / 2)
    let camera = PinholeCamera(focalLength: focalShare * 2 * center.length, center: center)
    plane = PlaneOfSquares(squares, camera: camera, knownUp: up == .zero ? nil : up.unit)
    return plane == nil ? 0 : 1
  }

  /// How the table lay when ``lie(_:_:focalShare:up:by:)`` looked last.
  mutating func lying() -> UnsafePointer<Double> {
    list.share(plane.map { [$0] } ?? [], as: lyingRecord)
  }

  /// Where the table was seen last, as a list of one record.
  mutating func lastView() -> UnsafePointer<Double> { list.share([view], as: planeViewRecord) }

  /// What is over the table in the picture that was followed last: as many bytes as the
  /// ``planeViewRecord`` says, row by row, 255 where there is something and 0 elsewhere.
  mutating func lastCover() -> UnsafePointer<UInt8> { cover.fill(mask) }

  // MARK: Helpers

  /// Where dice are, with what is around them.
  private static func things(_ dice: [DieObservation]) -> [BoundingBox] {
    dice.map {
      let box = $0.boundingBox
      let (across, down) = (margin * box.width, margin * box.height)
      return BoundingBox(
        x: box.x - across, y: box.y - down, width: box.width + 2 * across,
        height: box.height + 2 * down)
    }
  }

  /// Finds what is over the table, where that is not lost.
  private mutating func findCover(_ pose: Matrix3?, _ things: [BoundingBox]) {
    view.cover = PixelSize(width: 0, height: 0)
    guard let pose else { return }
    let pixels = colors
    let isAny = pixels.withUnsafeBufferPointer {
      background.find(in: $0, width: size.width, pose: pose, things: things, mask: &mask)
    }
    if isAny { view.cover = background.size }
  }

  /// Draws the brightness of the picture, upright and small, by the weights of BT.601; returns its size.
  private mutating func drawLuma(
    _ frame: DescribedPicture, _ turn: ImageOrientation
  ) -> PixelSize {
    let orientation = frame.orientation.followed(by: turn)
    let picture = orientation.uprightSize(of: frame.planes.size)
    let size = picture.limited(toLongSide: Self.longSide)
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
    let drawn = colors
    drawn.withUnsafeBufferPointer { colors in
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
  private static func with<Result>(
    _ luma: [UInt8], of size: PixelSize, _ work: (LumaView) -> Result?
  ) -> Result? {
    luma.withUnsafeBufferPointer { pixels in
      pixels.baseAddress.flatMap {
        work(LumaView(size: size, start: $0, stride: size.width))
      }
    }
  }

  /// The same for normalized places, from one for pixels whose centres have whole numbers.
  private func normalized(_ matrix: Matrix3) -> Matrix3? {
    guard matrix != .identity else { return matrix }
    let (width, height) = (Double(size.width), Double(size.height))
    let toPixels = Matrix3(SIMD3(width, 0, -0.5), SIMD3(0, height, -0.5), SIMD3(0, 0, 1))
    return toPixels.inverse.map { $0 * matrix * toPixels }
  }
}

// MARK: - Exports

/// Begins with the picture that ``frameDescribe`` describes. The region is normalized to it once it stands
/// upright.
@_expose(wasm, "plane_begin") @_cdecl("plane_begin")
public func planeBegin(
  _ orientation: Int32, _ x: Double, _ y: Double, _ width: Double, _ height: Double
) -> Int32 {
  session.plane.begin(
    session.frame.picture, orientation,
    in: BoundingBox(x: x, y: y, width: width, height: height), without: session.dice.observations)
}

/// Looks for the table in the picture that ``frameDescribe`` describes.
@_expose(wasm, "plane_follow") @_cdecl("plane_follow")
public func planeFollow(_ orientation: Int32) -> Int32 {
  session.plane.follow(session.frame.picture, orientation, without: session.dice.observations)
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
    by: session.dice.observations)
}

@_expose(wasm, "plane_lying") @_cdecl("plane_lying")
public func planeLying() -> UnsafePointer<Double> { session.plane.lying() }

@_expose(wasm, "plane_view") @_cdecl("plane_view")
public func planeView() -> UnsafePointer<Double> { session.plane.lastView() }

@_expose(wasm, "plane_cover") @_cdecl("plane_cover")
public func planeCover() -> UnsafePointer<UInt8> { session.plane.lastCover() }
