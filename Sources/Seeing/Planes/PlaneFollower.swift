package import VisionCore

/// Follows a table on which dice lie through the frames of a film, and sees what is over it.
///
/// Dice move, and cover what is drawn on the table: they are left out, with their shadows.
package struct PlaneFollower {
  /// The table is followed in pictures that are no longer than this, in pixels: small enough for each frame
  /// of a telephone's camera.
  private static let longSide = 480

  /// Where the table was seen last.
  package private(set) var view = PlaneView()
  /// What is over it, where the ``view`` says that there is anything.
  package private(set) var cover = PlaneCover()

  private var tracker: PlaneTracker?
  private var size = PixelSize(width: 0, height: 0)
  private var background = PlaneBackground(frame: PixelSize(width: 0, height: 0))
  /// The picture, small and upright, and its brightness.
  private var colors: [SIMD4<UInt8>] = []
  private var luma: [UInt8] = []

  /// Begins with a picture.
  ///
  /// - Parameters:
  ///   - picture: As it is stored.
  ///   - orientation: How it is to be turned to stand upright.
  ///   - region: The part in which the table is followed, normalized to the upright picture; what lies
  ///     outside of the picture is not looked at.
  ///   - dice: The boxes of those that are seen in it.
  ///   - time: When it was taken, in seconds.
  package init(
    _ picture: PicturePlanes, orientation: ImageOrientation, region: BoundingBox,
    dice: [BoundingBox], at time: Double
  ) {
    size = drawLuma(picture, orientation)
    let things = dice.map { $0.grown(by: PlaneBackground.margin) }
    tracker = Self.with(luma, of: size) {
      PlaneTracker(reference: $0, region: region, things: things)
    }
    background = PlaneBackground(frame: size)
    findCover(.identity, dice, time)
  }

  /// Looks for the table in the next picture, which was taken at a `time`, in seconds.
  package mutating func follow(
    _ picture: PicturePlanes, orientation: ImageOrientation, dice: [BoundingBox], at time: Double
  ) {
    let drawn = drawLuma(picture, orientation)
    let things = dice.map { $0.grown(by: PlaneBackground.margin) }
    let found = Self.with(luma, of: drawn) { tracker?.track($0, things: things) }
    // Of a picture of another size nothing is known.
    findCover(drawn == size ? found ?? tracker?.likeliest : nil, dice, time)
    if let found = found.flatMap({ normalized($0) }) {
      view.state = found == view.matrix ? .held : .moved
      view.matrix = found
    } else {
      view.state = tracker?.isPlain == true ? .plain : .lost
    }
  }

  /// Finds what is over the table, where that is not lost.
  private mutating func findCover(_ pose: Matrix3?, _ dice: [BoundingBox], _ time: Double) {
    view.cover = PixelSize(width: 0, height: 0)
    guard let pose else { return }
    let pixels = colors
    let isAny = pixels.withUnsafeBufferPointer {
      background.find(
        in: $0, width: size.width, at: time, pose: pose, dice: dice, cover: &cover)
    }
    if isAny { view.cover = background.size }
  }

  /// Draws the brightness of the picture, upright and small, by the weights of BT.601; returns its size.
  private mutating func drawLuma(
    _ frame: PicturePlanes, _ orientation: ImageOrientation
  ) -> PixelSize {
    let picture = orientation.uprightSize(of: frame.size)
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
      drawing.draw(frame, orientation: orientation, into: $0)
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

  /// The same for normalized places, from one for pixels.
  private func normalized(_ matrix: Matrix3) -> Matrix3? {
    guard matrix != .identity else { return matrix }
    let toPixels = size.pixelsFromNormalized
    return toPixels.inverse.map { $0 * matrix * toPixels }
  }
}
