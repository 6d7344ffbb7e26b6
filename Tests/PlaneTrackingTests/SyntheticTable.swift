import PlaneTracking
import PlayfieldMaths
import VisionCore

/// A table with a pattern, seen from anywhere.
struct SyntheticTable {
  var size = PixelSize(width: 320, height: 240)
  /// Of a plain table, the parts of the reference frame that have the pattern: what stands on it.
  var things: [BoundingBox]?

  /// The picture of the table, a byte a pixel. The pose leads from pixels of the reference frame, in
  /// which the pattern is drawn, to this one's; noise is by how much pixels differ at most.
  func frame(_ pose: Matrix3 = .identity, noise: Double = 0, seed: UInt64 = 0) -> [UInt8] {
    let back = pose.inverse ?? .identity
    var random = SplitMix64(seed: seed)
    var pixels: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = back * SIMD3(Double(x), Double(y), 1)
        var value = brightness(SIMD2(place.x, place.y) / place.z)
        if noise > 0 { value += noise * (2 * random.uniform() - 1) }
        pixels.append(UInt8(max(0, min(255, value))))
      }
    }
    return pixels
  }

  private func brightness(_ place: SIMD2<Double>) -> Double {
    let point = size.normalized(PixelPoint(place))
    let isPlain = things.map { !$0.contains { $0.contains(point) } } ?? false
    return isPlain ? 170 : Self.pattern(place)
  }

  /// A pattern without repetition: random values at two grids, joined smoothly.
  private static func pattern(_ place: SIMD2<Double>) -> Double {
    128 + 70 * noise(place / 17) + 40 * noise(place / 7 + 100)
  }

  private static func noise(_ place: SIMD2<Double>) -> Double {
    let (left, top) = (place.x.rounded(.down), place.y.rounded(.down))
    func value(_ dx: Int, _ dy: Int) -> Double {
      let (x, y) = (
        UInt64(bitPattern: Int64(left)) &+ UInt64(dx), UInt64(bitPattern: Int64(top)) &+ UInt64(dy)
      )
      var random = SplitMix64(seed: x &* 0x1_0000_0001 &+ y &* 0x9_1234_5677)
      return 2 * random.uniform() - 1
    }
    func smooth(_ t: Double) -> Double { t * t * (3 - 2 * t) }
    let (u, v) = (smooth(place.x - left), smooth(place.y - top))
    let above = value(0, 0) * (1 - u) + value(1, 0) * u
    let below = value(0, 1) * (1 - u) + value(1, 1) * u
    return above * (1 - v) + below * v
  }

  /// The view after the camera has turned about its axis, come nearer and been shifted.
  func pose(turn: Double = 0, scale: Double = 1, shift: SIMD2<Double> = .zero, tilt: Double = 0)
    -> Matrix3
  {
    let middle = SIMD2(Double(size.width - 1), Double(size.height - 1)) / 2
    // The sine's and cosine's rational form.
    let half = turn / 2
    let (cosine, sine) = ((1 - half * half) / (1 + half * half), 2 * half / (1 + half * half))
    let inward = Matrix3(SIMD3(1, 0, -middle.x), SIMD3(0, 1, -middle.y), SIMD3(0, 0, 1))
    let outward = Matrix3(
      SIMD3(1, 0, middle.x + shift.x), SIMD3(0, 1, middle.y + shift.y), SIMD3(0, 0, 1))
    let view = Matrix3(
      SIMD3(scale * cosine, -scale * sine, 0), SIMD3(scale * sine, scale * cosine, 0),
      SIMD3(0, tilt / Double(size.height), 1))
    return outward * view * inward
  }

  /// How far apart two poses show the picture's corners, in pixels, at most.
  func distance(_ a: Matrix3, _ b: Matrix3) -> Double {
    let (right, bottom) = (Double(size.width - 1), Double(size.height - 1))
    return [SIMD2(0, 0), SIMD2(right, 0), SIMD2(0, bottom), SIMD2(right, bottom)].map { corner in
      guard let here = a.map(corner), let there = b.map(corner) else { return .infinity }
      return (here - there).length
    }.max() ?? .infinity
  }
}

extension SplitMix64 {
  /// A number in `0..<1`.
  mutating func uniform() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

  mutating func uniform(_ low: Double, _ high: Double) -> Double { low + (high - low) * uniform() }
}

extension PlaneTracker {
  init(
    reference: [UInt8], size: PixelSize, region: BoundingBox = .unit,
    things: [BoundingBox] = []
  ) {
    self = reference.withUnsafeBufferPointer {
      PlaneTracker(
        reference: LumaView(size: size, start: $0.baseAddress!, stride: size.width),
        region: region, things: things)
    }
  }

  mutating func track(
    _ frame: [UInt8], size: PixelSize, things: [BoundingBox] = []
  ) -> Matrix3? {
    frame.withUnsafeBufferPointer {
      track(
        LumaView(size: size, start: $0.baseAddress!, stride: size.width), things: things)
    }
  }
}
