internal import VisionCore

/// A board's surface, and the ground about it, laid out flat: every length is the same everywhere
/// in it.
struct FlatBoard {
  /// In pixels of ``pixelsPerMetre``.
  let size: PixelSize
  /// 255 where the picture shows the place.
  let seen: BytePlane
  /// The rim of that; and as much of it as is the picture's own edge.
  let rim: BytePlane
  let edge: BytePlane
  /// The playing surface without its hole, and the hole, as far as they are seen.
  let surface: BytePlane
  let hole: BytePlane
  /// Of ``seen``.
  let seenCount: Int
  /// The upright picture's size.
  let picture: PixelSize

  /// A bag of 15 cm has 30 pixels across.
  static let pixelsPerMetre = 200.0
  /// How much of the ground on each side of the board is laid out, in metres.
  private static let margin = 0.4
  /// The part of the board, without its hole, that must be in the picture.
  private static let minimumSurface = 0.125
  /// By how much the hole is larger than its rim says, in metres.
  private static let holesRoom = 0.006

  /// From its pixels to the upright picture's.
  private let toPicture: Matrix3
  /// The part of the upright picture that is laid out, and how large it is made first.
  private let part: PixelRect
  private let drawn: PixelSize
  /// Where each of its pixels lies in that drawing, in parts of a pixel.
  private let places: [SIMD2<Int32>]

  /// `nil` where too little of the board is in the picture.
  ///
  /// - Parameters:
  ///   - corners: Of the playing surface in the upright picture; outside of `0...1` where its edge
  ///     cuts the board.
  ///   - picture: The upright picture's size.
  init?(corners: GameboardObservation.Corners, in picture: PixelSize) {
    self.picture = picture
    let size = PixelSize(
      width: Self.pixels(Gameboard.width + 2 * Self.margin),
      height: Self.pixels(Gameboard.length + 2 * Self.margin))
    self.size = size
    let flat = BoardPoint.corners.map { Self.pixel(of: $0) }
    let toPicture = Matrix3.homography(
      from: flat, to: corners.all.map { picture.pixel(at: $0).coordinates })
    guard let toPicture else { return nil }
    self.toPicture = toPicture

    let mapped = Self.mapped(through: toPicture, size)
    let (seen, low, high) = Self.visiblePart(of: mapped, in: picture, size)
    self.seen = seen
    seenCount = seen.filledCount
    (surface, hole) = Self.playingSurface(flat, seen)
    let wanted = Gameboard.width * Gameboard.length * Self.pixelsPerMetre * Self.pixelsPerMetre
    guard Double(surface.filledCount) >= Self.minimumSurface * wanted else { return nil }
    rim = seen.rim(besides: 0)
    edge = seen.rim(besides: 255)

    let (left, top) = (max(0, Int(low.x) - 2), max(0, Int(low.y) - 2))
    part = PixelRect(
      x: left, y: top, width: min(picture.width, Int(high.x) + 4) - left,
      height: min(picture.height, Int(high.y) + 4) - top)
    drawn = Self.size(of: part, middle: (flat[0] + flat[2]) / 2, toPicture)
    places = Self.places(of: mapped, in: drawn, of: part)
  }

  private static func pixels(_ metres: Double) -> Int {
    Int((metres * pixelsPerMetre).rounded(.toNearestOrAwayFromZero))
  }

  /// Where a place on the board is laid out; the centres of pixels have whole numbers.
  private static func pixel(of place: BoardPoint) -> SIMD2<Double> {
    (SIMD2(place.x, place.y) + margin) * pixelsPerMetre - 0.5
  }

  /// Where in the upright picture each pixel is seen; no number for one behind the camera.
  private static func mapped(through toPicture: Matrix3, _ size: PixelSize) -> [SIMD2<Double>] {
    var mapped: [SIMD2<Double>] = []
    mapped.reserveCapacity(size.width * size.height)
    for y in 0..<size.height {
      for x in 0..<size.width {
        mapped.append(
          toPicture.map(SIMD2(Double(x), Double(y))) ?? SIMD2(repeating: .nan))
      }
    }
    return mapped
  }

  /// The part of the flat board that the picture shows, and the bounds of that in the picture.
  private static func visiblePart(
    of mapped: [SIMD2<Double>], in picture: PixelSize, _ size: PixelSize
  ) -> (seen: BytePlane, low: SIMD2<Double>, high: SIMD2<Double>) {
    var seen = [UInt8](repeating: 0, count: mapped.count)
    var (low, high) = (SIMD2(repeating: 1e9), SIMD2(repeating: -1e9))
    let bounds = picture.vector - 1
    for (index, place) in mapped.enumerated()
    where place.x >= 0 && place.y >= 0 && place.x <= bounds.x && place.y <= bounds.y {
      seen[index] = 255
      low = low.replacing(with: place, where: place .< low)
      high = high.replacing(with: place, where: place .> high)
    }
    return (BytePlane(size: size, bytes: seen), low, high)
  }

  private static func playingSurface(
    _ corners: [SIMD2<Double>], _ seen: BytePlane
  ) -> (surface: BytePlane, hole: BytePlane) {
    let (width, height) = (seen.size.width, seen.size.height)
    let first = corners[0].rounded(.toNearestOrEven)
    let last = corners[2].rounded(.toNearestOrEven)
    let center = pixel(of: .hole).rounded(.toNearestOrEven)
    let radius = ((Gameboard.holeRadius + holesRoom) * pixelsPerMetre).rounded(.toNearestOrEven)
    var surface = [UInt8](repeating: 0, count: width * height)
    var hole = surface
    for y in 0..<height {
      for x in 0..<width where seen[x, y] != 0 {
        let place = SIMD2(Double(x), Double(y))
        let way = place - center
        if (way * way).sum() <= radius * radius {
          hole[y * width + x] = 255
        } else if place.x >= first.x, place.y >= first.y, place.x <= last.x, place.y <= last.y {
          surface[y * width + x] = 255
        }
      }
    }
    return (BytePlane(size: seen.size, bytes: surface), BytePlane(size: seen.size, bytes: hole))
  }

  /// How large the part of the picture is made: where it has more pixels than the flat board, they
  /// are averaged and not left out.
  private static func size(
    of part: PixelRect, middle: SIMD2<Double>, _ toPicture: Matrix3
  ) -> PixelSize {
    let a = toPicture.image(of: middle)
    let u = toPicture.image(of: middle + SIMD2(1, 0)) - a
    let v = toPicture.image(of: middle + SIMD2(0, 1)) - a
    let shrinking = max(1, abs(u.x * v.y - u.y * v.x).squareRoot())
    func side(_ side: Int) -> Int { max(1, Int((Double(side) / shrinking).rounded())) }
    return PixelSize(width: side(part.width), height: side(part.height))
  }

  private static func places(
    of mapped: [SIMD2<Double>], in drawn: PixelSize, of part: PixelRect
  ) -> [SIMD2<Int32>] {
    let scale = drawn.vector / part.size.vector
    let corner = SIMD2(Double(part.x), Double(part.y))
    return mapped.map { place in
      let inPart = (place - corner + 0.5) * scale - 0.5
      return SIMD2(
        Int32(LinearSampling.inParts(inPart.x)), Int32(LinearSampling.inParts(inPart.y)))
    }
  }

  /// The picture laid out flat.
  func view(of picture: some Picture, orientation: ImageOrientation) -> ColorPlanes {
    let near = picture.resampled(part, orientation: orientation, to: drawn)
    let count = places.count
    let bytes = [UInt8](unsafeUninitializedCapacity: 3 * count) { target, filled in
      near.pixels.withUnsafeBufferPointer { pixels in
        let sampling = LinearSampling(pixels, size: drawn, beyond: .replicated)
        places.withUnsafeBufferPointer { places in
          for index in 0..<count {
            let color = sampling.color(Int(places[index].x), Int(places[index].y))
            target[index] = color.x
            target[count &+ index] = color.y
            target[2 &* count &+ index] = color.z
          }
        }
      }
      filled = 3 * count
    }
    return ColorPlanes(size: size, bytes: bytes).blurred(.small)
  }

  /// The place on the board that is laid out at a pixel.
  func place(of pixel: PixelPoint) -> BoardPoint {
    let place = (pixel.coordinates + 0.5) / Self.pixelsPerMetre - Self.margin
    return BoardPoint(x: place.x, y: place.y)
  }

  /// Where in the upright picture a place on the board is seen; `nil` for one behind the camera.
  func location(of place: BoardPoint) -> NormalizedPoint? {
    toPicture.map(Self.pixel(of: place)).map { picture.normalized(PixelPoint($0)) }
  }

  /// The pixels about a place on the board, as far as `reach` metres to each side; `nil` where not
  /// all of them are in the picture.
  func pixels(about place: BoardPoint, reach: Double) -> [Int]? {
    let middle = Self.pixel(of: place)
    let away = reach * Self.pixelsPerMetre
    let low = (middle - away).rounded(.toNearestOrEven)
    let high = (middle + away).rounded(.toNearestOrEven)
    guard low.x >= 0, low.y >= 0, high.x < Double(size.width), high.y < Double(size.height) else {
      return nil
    }
    var indices: [Int] = []
    for y in Int(low.y)...Int(high.y) {
      for x in Int(low.x)...Int(high.x) {
        guard seen[x, y] != 0 else { return nil }
        indices.append(y * size.width + x)
      }
    }
    return indices
  }
}

extension BytePlane {
  /// What of a mask lies within three pixels of its end. What lies beyond the plane is taken for
  /// unseen with a `level` of 0, for seen with 255.
  fileprivate func rim(besides level: UInt8) -> BytePlane {
    let wide = PixelSize(width: size.width + 2, height: size.height + 2)
    var padded = [UInt8](repeating: level, count: wide.width * wide.height)
    for y in 0..<size.height {
      let start = (y + 1) * wide.width + 1
      padded.replaceSubrange(
        start..<start + size.width, with: bytes[y * size.width..<(y + 1) * size.width])
    }
    let inner = BytePlane(size: wide, bytes: padded).eroded.eroded.eroded
    var rim = self
    for y in 0..<size.height {
      for x in 0..<size.width where inner[x + 1, y + 1] != 0 { rim.bytes[y * size.width + x] = 0 }
    }
    return rim
  }
}
