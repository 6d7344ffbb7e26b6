internal import PlayfieldMaths
internal import VisionCore

/// The rim of a board's hole as it is seen.
enum HoleRim {
  private static let rays = directions(64)
  /// How many points a rim must have.
  private static let minimumPoints = 24

  private static func directions(_ count: Int) -> [SIMD2<Double>] {
    (0..<count).map { k in
      let angle = 2 * Double.pi * Double(k) / Double(count)
      return SIMD2(cosine(of: angle), sine(of: angle))
    }
  }

  /// Points evenly spread on a circle.
  static func circle(around center: BoardWidthPoint, radius: Double) -> [BoardWidthPoint] {
    directions(48).map { center + radius * $0 }
  }

  /// Points on the rim of a hole; empty where too little of it is seen.
  ///
  /// - Parameters:
  ///   - center: Roughly where the hole is.
  ///   - radius: A board's hole's, in its widths.
  ///   - board: Where it is sought.
  ///   - slopes: The board's.
  /// - Returns: Places on the board, in the directions in which a rim is seen.
  static func points(
    near center: BoardWidthPoint, radius: Double, in board: StraightenedBoard,
    _ slopes: PictureSlopes
  ) -> [BoardWidthPoint] {
    let (across, down) = (slopes.across, slopes.down)
    let strengths = FloatPlane(
      size: across.size,
      values: zip(across.values, down.values).map { ($0 * $0 + $1 * $1).squareRoot() })
    func strength(at place: BoardWidthPoint) -> Double {
      Double(strengths.value(at: board.pixel(of: place)) ?? 0)
    }
    let circle = bestCircle(near: center, radius: radius, strength)
    let rim = edge(of: circle, step: 0.5 / board.scale.x, strength)
    guard Double(rim.count) >= 0.45 * Double(rays.count) else { return [] }
    let clean = withoutStrays(rim)
    return clean.count >= minimumPoints ? clean : []
  }

  /// A circle is tried at every place and size near by; that on which most of the picture changes
  /// is taken.
  private static func bestCircle(
    near center: BoardWidthPoint, radius: Double, _ strength: (BoardWidthPoint) -> Double
  ) -> (center: BoardWidthPoint, radius: Double) {
    var best = 0.0
    var circle = (center: center, radius: radius)
    for dx in evenSteps(from: -0.05, through: 0.0501, by: 0.01) {
      for dy in evenSteps(from: -0.07, through: 0.0701, by: 0.01) {
        let middle = center + SIMD2(dx, dy)
        for r in evenSteps(from: 0.82 * radius, through: 1.2 * radius, by: 0.04 * radius) {
          var sum = 0.0
          for ray in rays { sum += evidence(ofChange: strength(middle + r * ray)) }
          let away = (r / radius - 1) / 0.2
          let score =
            sum / Double(rays.count) - 0.05 * (dx * dx + dy * dy) / (0.05 * 0.05)
            - 0.08 * away * away
          if score > best {
            best = score
            circle = (middle, r)
          }
        }
      }
    }
    return circle
  }

  /// Where near a circle the picture changes, in each direction in which it does.
  private static func edge(
    of circle: (center: BoardWidthPoint, radius: Double), step: Double,
    _ strength: (BoardWidthPoint) -> Double
  ) -> [BoardWidthPoint] {
    rays.compactMap { ray in
      var (moment, weight, top) = (0.0, 0.0, 0.0)
      for away in evenSteps(from: -0.018, through: 0.0181, by: step) {
        let r = circle.radius + away
        let change = strength(circle.center + r * ray)
        moment += change * change * r
        weight += change * change
        top = max(top, change)
      }
      return weight > 0 && top >= 5 ? circle.center + moment / weight * ray : nil
    }
  }

  /// What lies off the rim (a bag's edge, the wall inside the hole) is left out.
  private static func withoutStrays(_ rim: [BoardWidthPoint]) -> [BoardWidthPoint] {
    var rim = rim
    for _ in 0..<3 where rim.count > 20 {
      guard let fit = FittedEllipse(through: rim.map { $0.coordinates }) else { return rim }
      let kept = rim.filter { abs(fit.relativeDistance(of: $0.coordinates) - 1) < 0.07 }
      if kept.count == rim.count { break }
      rim = kept
    }
    return rim
  }

  /// In how many directions, as a share, it is darker within a circle than beyond it.
  static func darkShare(
    within radius: Double, of center: BoardWidthPoint, in board: StraightenedBoard
  ) -> Double {
    let (rays, minimumDifference) = (directions(32), Float(8))
    let picture = board.picture
    let size = PixelSize(width: picture.width, height: picture.height)
    let luma = ColorPlanes(picture, orientation: .up).luma
    let grey = FloatPlane(size: size, values: luma.bytes.map { Float($0) })
    let dark = rays.count { ray in
      func level(_ share: Double) -> Float {
        grey.value(at: board.pixel(of: center + share * radius * ray)) ?? -1
      }
      return level(1.25) - level(0.7) > minimumDifference
    }
    return Double(dark) / Double(rays.count)
  }
}
