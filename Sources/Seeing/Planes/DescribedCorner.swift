internal import PlayfieldMaths
import VisionCore

/// A corner with a description by which it is known again from elsewhere: brightness compared in 256
/// pairs of places, turned with the corner, as in Rublee et al., "ORB: An Efficient Alternative to SIFT
/// or SURF" (2011), doi:10.1109/ICCV.2011.6126544.
struct DescribedCorner: Sendable {
  /// In the whole picture.
  let place: PixelPoint
  private let bits: SIMD4<UInt64>

  /// Of how many levels corners are described.
  private static let levels = 3
  /// Places that are compared are at most so far from the corner, in pixels of its level.
  private static let reach = 13

  /// Corners of the picture at three sizes.
  static func find(
    in pyramid: LumaPyramid, where isWanted: (PixelPoint) -> Bool
  ) -> [DescribedCorner] {
    var found: [DescribedCorner] = []
    // What is compared is smoothed: it is read from the next level.
    for level in 0..<min(levels, pyramid.levels.count - 1) {
      func whole(_ place: PixelPoint) -> PixelPoint {
        place.scaled(by: LumaPyramid.scale(of: level))
      }
      let corners = Corners.find(
        in: pyramid.levels[level], cell: max(16, pyramid.size.longSide / 24), margin: 2 * reach,
        perCell: 2, where: { isWanted(whole($0)) })
      for corner in corners {
        found.append(
          DescribedCorner(
            place: whole(corner), bits: bits(at: corner, in: pyramid.levels[level + 1])))
      }
    }
    return found
  }

  private init(place: PixelPoint, bits: SIMD4<UInt64>) {
    self.place = place
    self.bits = bits
  }

  private static func bits(at corner: PixelPoint, in half: LumaLevel) -> SIMD4<UInt64> {
    func brightness(_ place: SIMD2<Float>) -> Float {
      // `PixelPoint.scaled(by: 0.5)`, in fewer steps.
      let (x, y) = ((place.x - 0.5) * 0.5, (place.y - 0.5) * 0.5)
      let (left, top) = (Int(x), Int(y))
      let (u, v) = (x - Float(left), y - Float(top))
      let index = top * half.size.width + left
      let above = half.pixels[index] * (1 - u) + half.pixels[index + 1] * u
      let below =
        half.pixels[index + half.size.width] * (1 - u)
        + half.pixels[index + half.size.width + 1] * u
      return above * (1 - v) + below * v
    }
    let center = SIMD2<Float>(Float(corner.x), Float(corner.y))
    // Towards the centre of brightness.
    var moment = SIMD2<Float>.zero
    for y in stride(from: -10, through: 10, by: 2) {
      for x in stride(from: -10, through: 10, by: 2) where x * x + y * y <= 100 {
        let way = SIMD2<Float>(Float(x), Float(y))
        moment += way * brightness(center + way)
      }
    }
    let length = (moment * moment).sum().squareRoot()
    let ahead = length > 0 ? moment / length : SIMD2(1, 0)
    func turned(_ way: SIMD2<Float>) -> SIMD2<Float> {
      center + SIMD2(way.x * ahead.x - way.y * ahead.y, way.x * ahead.y + way.y * ahead.x)
    }
    var bits = SIMD4<UInt64>.zero
    for (index, pair) in pattern.enumerated()
    where brightness(turned(pair.first)) < brightness(turned(pair.second)) {
      bits[index >> 6] |= 1 << UInt64(index & 63)
    }
    return bits
  }

  /// 256 pairs of places around a corner, denser near it, the same each time.
  private static let pattern: [(first: SIMD2<Float>, second: SIMD2<Float>)] = {
    var generator = SplitMix64(seed: 7)
    func place() -> SIMD2<Float> {
      while true {
        // The sum of three throws is nearly normal.
        var place = SIMD2<Float>.zero
        for _ in 0..<3 {
          place += SIMD2(
            Float(generator.next(upperBound: UInt64(1001))) / 1000 - 0.5,
            Float(generator.next(upperBound: UInt64(1001))) / 1000 - 0.5)
        }
        place *= Float(reach)
        if (place * place).sum() <= Float(reach * reach) { return place }
      }
    }
    return (0..<256).map { _ in (place(), place()) }
  }()

  /// How many comparisons differ.
  private func distance(to other: DescribedCorner) -> Int {
    let differing = bits ^ other.bits
    return differing[0].nonzeroBitCount + differing[1].nonzeroBitCount
      + differing[2].nonzeroBitCount + differing[3].nonzeroBitCount
  }

  private static let maximumDistance = 64
  /// The second best, elsewhere in the picture, must differ in so many times as many comparisons.
  private static let lead = 1.2

  /// The corners of one picture with the like ones of another.
  static func matches(
    from corners: [DescribedCorner], to others: [DescribedCorner]
  ) -> [(from: PixelPoint, to: PixelPoint)] {
    var matches: [(from: PixelPoint, to: PixelPoint)] = []
    for corner in corners {
      var (best, second) = (257, 257)
      var match: DescribedCorner?
      for other in others {
        let distance = corner.distance(to: other)
        if distance < best {
          // The same corner seen at another size is no rival.
          if let match, (match.place - other.place).length > 6 { second = best }
          (best, match) = (distance, other)
        } else if distance < second, let match, (match.place - other.place).length > 6 {
          second = distance
        }
      }
      if let match, best <= maximumDistance, Double(second) > lead * Double(best) {
        matches.append((corner.place, match.place))
      }
    }
    return matches
  }
}
