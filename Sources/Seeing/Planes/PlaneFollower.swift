package import VisionCore

/// Follows a table on which dice lie through the frames of a film, and sees what is over it.
///
/// Dice move, and cover what is drawn on the table: they are left out, with their shadows.
package struct PlaneFollower {
  /// The table is followed in pictures that are no longer than this, in pixels: small enough for each frame
  /// of a telephone's camera.
  private static let longSide = 480
  /// Dice are left out with so much of what is around them, as shares of their box: their shadows.
  private static let margin = 0.15

  /// Where the table was seen last.
  package private(set) var view = PlaneView()
  /// What is over it, row by row: as many cells as the ``view`` says, 255 where there is something and 0
  /// elsewhere.
  package private(set) var mask: [UInt8] = []

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
  package init(
    _ picture: PicturePlanes, orientation: ImageOrientation, region: BoundingBox,
    dice: [BoundingBox]
  ) {
    size = drawLuma(picture, orientation)
    let things = Self.things(dice)
    tracker = Self.with(luma, of: size) {
      PlaneTracker(reference: $0, region: region, things: things)
    }
    background = PlaneBackground(frame: size)
    mask = [UInt8](repeating: 0, count: max(1, background.size.width * background.size.height))
    findCover(.identity, things)
  }

  /// Looks for the table in the next picture.
  package mutating func follow(
    _ picture: PicturePlanes, orientation: ImageOrientation, dice: [BoundingBox]
  ) {
    let drawn = drawLuma(picture, orientation)
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
  }

  /// Where dice are, with what is around them.
  private static func things(_ dice: [BoundingBox]) -> [BoundingBox] {
    dice.map { box in
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
