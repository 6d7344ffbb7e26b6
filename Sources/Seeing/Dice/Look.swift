package import VisionCore

/// One pass of the dice network over a part of a picture, drawn at some size.
package struct Look: Hashable, Sendable {
  /// The upright picture's size.
  package let picture: PixelSize
  /// The part of the upright picture.
  package let region: PixelRect
  /// The size at which the region is drawn in the network's input.
  package let drawn: PixelSize
  /// The sides of the network's input, where the region is drawn in its middle with grey round it.
  private let middleOf: Int?
  /// Whether no other look of the plan sees dice smaller (at a lower magnification): large dice
  /// are best here.
  package var isCoarsest = true
  /// Whether no other look of the plan sees dice larger: small dice are best here.
  package var isFinest = true
  /// Whether the network sees the region mirrored.
  package var isMirrored = false
  /// Whether it is for a die that fills the region; see ``closeUp(of:in:)``.
  package private(set) var isCloseUp = false

  package init(
    picture: PixelSize, region: PixelRect, drawn: PixelSize, isCoarsest: Bool = true,
    isFinest: Bool = true
  ) {
    self.picture = picture
    self.region = region
    self.drawn = drawn
    self.isCoarsest = isCoarsest
    self.isFinest = isFinest
    middleOf = nil
  }

  /// Draws a region in the middle of an input whose sides are `inputSide`, no smaller than what is drawn, with grey round it.
  package init(
    picture: PixelSize, region: PixelRect, drawn: PixelSize, inMiddleOf inputSide: Int
  ) {
    self.picture = picture
    self.region = region
    self.drawn = drawn
    middleOf = inputSide
  }

  /// The aspect ratio for which the network is named; any other is fine too.
  package static let aspectRatio = 4.0 / 3
  /// The network's input has sides of whole multiples of this, its largest stride.
  package static let stride = 16
  /// The pixels of a live look: 320 x 240.
  package static let livePixels = 320 * 240
  /// The sizes at which the network reads a top face best, in pixels of its input.
  package static let readable = 20.0...72.0
  /// The long side of a close-up, in which a die that fills it is as large as is read well; and the sides of its
  /// input, which are the same for pictures of all shapes, so that it is compiled once.
  private static let (closeUpSide, closeUpInput) = (80, 128)
  /// When no die of a look is smaller than this, a closer look is not needed.
  package static let amplySized = 36.0

  /// The size of the network's input: what is drawn, and grey at least up to the next multiple of 16.
  package var inputSize: PixelSize {
    if let middleOf { return PixelSize(width: middleOf, height: middleOf) }
    func up(_ side: Int) -> Int { (side + Self.stride - 1) / Self.stride * Self.stride }
    return PixelSize(width: up(drawn.width), height: up(drawn.height))
  }

  /// Where the region is drawn in the network's input.
  package var place: PixelRect {
    func start(_ length: Int) -> Int { middleOf.map { ($0 - length) / 2 } ?? 0 }
    return PixelRect(
      x: start(drawn.width), y: start(drawn.height), width: drawn.width, height: drawn.height)
  }

  /// A box in pixels of the input, brought to the picture; `nil` when it shows none of the region.
  package func boundingBox(left: Double, top: Double, right: Double, bottom: Double) -> BoundingBox?
  {
    func clip(_ value: Double, _ limit: Int) -> Double { min(max(value, 0), Double(limit)) }
    let (startX, startY) = (Double(place.x), Double(place.y))
    let (x0, x1) = (clip(left - startX, drawn.width), clip(right - startX, drawn.width))
    let (y0, y1) = (clip(top - startY, drawn.height), clip(bottom - startY, drawn.height))
    guard x0 < x1, y0 < y1 else { return nil }
    let within = BoundingBox(region, in: picture)
    let width = within.width / Double(drawn.width)
    let height = within.height / Double(drawn.height)
    let start = isMirrored ? Double(drawn.width) - x1 : x0
    return BoundingBox(
      x: within.x + start * width, y: within.y + y0 * height,
      width: (x1 - x0) * width, height: (y1 - y0) * height)
  }

  /// How the network's input is drawn.
  package var drawing: Drawing {
    Drawing(
      picture: picture, region: region, place: place, inputSize: inputSize, isMirrored: isMirrored)
  }

  /// The side of a top face in pixels of the input: the square root of its box's area.
  package func side(of box: BoundingBox) -> Double {
    let within = BoundingBox(region, in: picture)
    let area = box.area * Double(drawn.width * drawn.height)
    return (area / within.area).squareRoot()
  }

  /// How much this look is to be believed about a die of some size, in `0...1`.
  ///
  /// Each scale is trusted for the sizes it reads well, as in Singh and Davis, "An Analysis of
  /// Scale Invariance in Object Detection – SNIP" (2018), <https://arxiv.org/abs/1711.08189>; but
  /// softly, so that a die that only one look has found is kept.
  package func trust(inSide side: Double) -> Double {
    if side > Self.readable.upperBound {
      return isCoarsest ? 1 : max(0.05, Self.readable.upperBound / side)
    }
    if side < Self.readable.lowerBound {
      return max(isFinest ? 0.5 : 0.05, side / Self.readable.lowerBound)
    }
    return 1
  }

  /// Whether a box reaches the region's edge where the picture goes on: such a die is cut.
  package func cuts(_ box: BoundingBox) -> Bool {
    let within = BoundingBox(region, in: picture)
    let dx = within.width / Double(drawn.width)
    let dy = within.height / Double(drawn.height)
    return (within.x > 0 && box.x < within.x + dx) || (within.y > 0 && box.y < within.y + dy)
      || (within.maxX < 1 && box.maxX > within.maxX - dx)
      || (within.maxY < 1 && box.maxY > within.maxY - dy)
  }
}

extension Look {
  /// The looks that find every die of a still picture from 2.5 % of its width up.
  ///
  /// A picture pyramid: the whole region with long sides of 320, 640 and 1280 pixels. A step is
  /// left out when it would more than double the region's own long side, which shows nothing new.
  package static func thorough(
    _ region: PixelRect, of picture: PixelSize, cropAndScale: CropAndScale
  ) -> [Look] {
    let source = cropAndScale.source(in: region, aspectRatio: aspectRatio)
    let sides = [320, 640, 1280].filter { $0 == 320 || $0 <= source.size.longSide * 2 }
    return sides.map { side in
      Look(
        picture: picture, region: source,
        drawn: cropAndScale.drawnSize(of: source.size, longSide: side, aspectRatio: aspectRatio),
        isCoarsest: side == sides.first, isFinest: side == sides.last)
    }
  }

  /// A look for a die that fills a region, as when a child holds it before the camera: as small as a die is read best, with
  /// grey around it, for the network has learned from dice with something around them. Costs a fifth of a live look.
  package static func closeUp(
    of region: PixelRect, in picture: PixelSize, cropAndScale: CropAndScale = .scaleToFit
  ) -> Look {
    var look = Look(
      picture: picture, region: region,
      drawn: cropAndScale.drawnSize(
        of: region.size, longSide: closeUpSide, aspectRatio: aspectRatio),
      inMiddleOf: closeUpInput)
    look.isCloseUp = true
    return look
  }

  /// Whether a die of a close-up is so large that other looks may miss it: a third of the picture's long side.
  package func isLarge(_ box: BoundingBox) -> Bool {
    side(of: box) >= Double(Self.closeUpSide) / 3
  }

  /// One look at a region that costs as much as `pixels` pixels: 320 x 240 for a picture of 4:3,
  /// 368 x 208 for one of 16:9.
  package static func single(
    _ region: PixelRect, of picture: PixelSize, pixels: Int = livePixels,
    cropAndScale: CropAndScale = .scaleToFit
  ) -> Look {
    let source = cropAndScale.source(in: region, aspectRatio: aspectRatio)
    let ratio =
      cropAndScale == .scaleToFill
      ? aspectRatio : Double(source.width) / Double(source.height)
    let longSide = (Double(pixels) * max(ratio, 1 / ratio)).squareRoot()
    // A long side of whole strides leaves the least grey. The bound keeps a picture of one row of
    // pixels from becoming an endless band.
    let side = min(max(stride, Int(longSide) / stride * stride), pixels / stride)
    return Look(
      picture: picture, region: source,
      drawn: cropAndScale.drawnSize(of: source.size, longSide: side, aspectRatio: aspectRatio))
  }
}
