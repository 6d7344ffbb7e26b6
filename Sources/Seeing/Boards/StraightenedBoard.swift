internal import VisionCore

/// A board as if seen from straight above, with some of its surroundings.
struct StraightenedBoard {
  let picture: RGBImage
  /// 255 where the image reaches.
  let inside: BytePlane
  /// How many pixels a width of the board takes up, across the board and along it.
  let scale: SIMD2<Double>
  /// From its pixels to the upright image's.
  let toImage: Matrix3
  /// What is seen on each side, in widths of the board.
  private let margin: SIMD2<Double>

  /// The length of a board, in its widths.
  static let length = 2.0
  /// The corners of a board, in its widths, from the far left clockwise.
  static let corners = [
    BoardWidthPoint(x: 0, y: 0), BoardWidthPoint(x: 1, y: 0), BoardWidthPoint(x: 1, y: length),
    BoardWidthPoint(x: 0, y: length),
  ]
  /// The level beyond the image's edge, as in training.
  private static let grey: UInt8 = 114

  /// - Precondition: The corners are ``BoardQuadrilateral/isDrawable``.
  /// - Parameters:
  ///   - corners: Where the board is.
  ///   - image: The picture as it is stored.
  ///   - orientation: How it is to be turned to stand upright.
  ///   - size: How large the board is drawn, with its margin.
  ///   - margin: What is drawn on each side, in widths of the board.
  ///   - isBlurred: Whether the image is blurred first, made as small as it is: sharp, a line that
  ///     is nearly level in it is a staircase where the drawing stretches it.
  init(
    _ corners: BoardQuadrilateral, in image: RGBImage, orientation: ImageOrientation,
    size: PixelSize, margin: SIMD2<Double>, isBlurred: Bool = false
  ) {
    precondition(corners.isDrawable, "corners that go round clockwise")
    self.margin = margin
    scale = size.vector / (SIMD2(1, Self.length) + 2 * margin)
    let toPlace = Matrix3(
      SIMD3(1 / scale.x, 0, 0.5 / scale.x - margin.x),
      SIMD3(0, 1 / scale.y, 0.5 / scale.y - margin.y), SIMD3(0, 0, 1))
    toImage = Matrix3(boardAt: corners.points) * toPlace

    let upright = image.uprightSize(orientation)
    guard let part = Self.part(of: upright, seenIn: size, through: toImage) else {
      let count = size.width * size.height
      picture = RGBImage(
        width: size.width, height: size.height,
        pixels: [UInt8](repeating: Self.grey, count: 3 * count))
      inside = BytePlane(size: size, repeating: 0)
      return
    }
    // Shrunk so that no pixel is left out.
    let drawn = 1.37 * (scale.x * scale.y * Self.length).squareRoot()
    let shrinking = min(1, drawn / max(1, corners.size))
    var near = part.size
    if shrinking < 0.75 {
      func shrunk(_ side: Int) -> Int { max(1, Int((Double(side) * shrinking).rounded())) }
      near = PixelSize(width: shrunk(part.width), height: shrunk(part.height))
    }
    var source = image.resampled(part, orientation: orientation, to: near)
    if isBlurred { source = source.blurred(.soft) }
    let ratio = part.size.vector / near.vector
    let toSource =
      Matrix3(
        SIMD3(1 / ratio.x, 0, (0.5 - Double(part.x)) / ratio.x - 0.5),
        SIMD3(0, 1 / ratio.y, (0.5 - Double(part.y)) / ratio.y - 0.5), SIMD3(0, 0, 1)) * toImage
    picture = Self.drawn(source, through: toSource, size)
    inside = Self.reach(of: near, through: toSource, size)
  }

  /// The part of the image that is seen: of a large board only its surroundings.
  private static func part(
    of upright: PixelSize, seenIn size: PixelSize, through toImage: Matrix3
  ) -> PixelRect? {
    let whole = PixelRect(x: 0, y: 0, width: upright.width, height: upright.height)
    let (right, bottom) = (Double(size.width), Double(size.height))
    var (low, high) = (SIMD2(repeating: 1e9), SIMD2(repeating: -1e9))
    for corner in [SIMD2(0, 0), SIMD2(right, 0), SIMD2(right, bottom), SIMD2(0, bottom)] {
      // A view that reaches to the horizon shows all.
      guard toImage.third(corner) > 1e-3 else { return whole }
      let seen = toImage.image(of: corner)
      low = low.replacing(with: seen, where: seen .< low)
      high = high.replacing(with: seen, where: seen .> high)
    }
    guard (high - low).length < 1e6 else { return whole }
    let left = max(0, Int(low.x.rounded(.down)) - 2)
    let top = max(0, Int(low.y.rounded(.down)) - 2)
    let width = min(upright.width, Int(high.x.rounded(.up)) + 3) - left
    let height = min(upright.height, Int(high.y.rounded(.up)) + 3) - top
    return width > 0 && height > 0
      ? PixelRect(x: left, y: top, width: width, height: height) : nil
  }

  private static func drawn(
    _ source: RGBImage, through toSource: Matrix3, _ size: PixelSize
  ) -> RGBImage {
    let count = 3 * size.width * size.height
    return RGBImage(
      width: size.width, height: size.height,
      pixels: [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        source.draw(
          through: toSource, beyond: .level(grey), size: size,
          into: UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
        filled = count
      })
  }

  /// Where the nearest pixel is one of the source's.
  private static func reach(
    of source: PixelSize, through toSource: Matrix3, _ size: PixelSize
  ) -> BytePlane {
    var bytes = [UInt8](repeating: 0, count: size.width * size.height)
    let (right, bottom) = (Double(source.width) - 0.5, Double(source.height) - 0.5)
    toSource.forEachImage(ofPixelsIn: size) { index, x, y in
      if x >= -0.5, y >= -0.5, x < right, y < bottom { bytes[index] = 255 }
    }
    return BytePlane(size: size, bytes: bytes)
  }

  /// How strongly the drawing changes, but for noise.
  var slopes: PictureSlopes { picture.blurred(.soft).slopes }

  /// Where a place on the board is drawn; the centres of pixels have whole numbers.
  func pixel(of place: BoardWidthPoint) -> SIMD2<Double> {
    (place.coordinates + margin) * scale - 0.5
  }

  /// The place on the board that is drawn at a pixel.
  func place(of pixel: SIMD2<Double>) -> BoardWidthPoint {
    BoardWidthPoint((pixel + 0.5) / scale - margin)
  }

  /// Where in the upright image a place on the board is seen.
  func imagePoint(of place: BoardWidthPoint) -> PixelPoint {
    PixelPoint(toImage.image(of: pixel(of: place)))
  }

  /// The colour at a place on the board; `nil` beyond the drawing and the image.
  func color(at place: BoardWidthPoint) -> SIMD3<UInt8>? {
    let pixel = pixel(of: place).rounded(.toNearestOrEven)
    guard pixel.x >= 0, pixel.y >= 0, pixel.x < Double(inside.size.width),
      pixel.y < Double(inside.size.height)
    else { return nil }
    let index = Int(pixel.y) &* inside.size.width &+ Int(pixel.x)
    guard inside.bytes[index] != 0 else { return nil }
    return SIMD3(
      picture.pixels[3 &* index], picture.pixels[3 &* index &+ 1], picture.pixels[3 &* index &+ 2])
  }
}

extension Matrix3 {
  /// From places on a board, in its widths, to the picture in which its corners are seen: Heckbert,
  /// "Fundamentals of Texture Mapping and Image Warping" (1989), of a square, with half the places'
  /// y.
  ///
  /// - Parameter corners: From the far left clockwise; no three on a line.
  init(boardAt corners: [PixelPoint]) {
    let (a, b, c, d) = (
      corners[0].coordinates, corners[1].coordinates, corners[2].coordinates,
      corners[3].coordinates
    )
    let (u, v, sum) = (b - c, d - c, a - b + c - d)
    let determinant = u.x * v.y - v.x * u.y
    let g = (sum.x * v.y - sum.y * v.x) / determinant
    let h = (u.x * sum.y - u.y * sum.x) / determinant
    let (across, along) = (b - a + g * b, (d - a + h * d) / StraightenedBoard.length)
    self.init(
      SIMD3(across.x, along.x, a.x), SIMD3(across.y, along.y, a.y),
      SIMD3(g, h / StraightenedBoard.length, 1))
  }

  /// The image of a point under a projective map, also of one beyond the horizon; no number where
  /// it lies at infinity.
  func image(of point: SIMD2<Double>) -> SIMD2<Double> {
    let image = self * SIMD3(point, 1)
    return SIMD2(image.x, image.y) / image.z
  }
}
