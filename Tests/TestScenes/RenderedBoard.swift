internal import Foundation
package import VisionCore

/// A picture of a board on grass, drawn by a plain rule: the truth is known to the last digit.
package struct RenderedBoard {
  package var width = 480
  package var height = 360
  /// From the far left, clockwise.
  package var corners: [PixelPoint]
  package var hasHole = true
  /// A bag, in the board's coordinates (metres), that covers what is under it.
  package var bag: (x: Double, y: Double)?
  /// Green as the grass, with three white stripes along it.
  package var isStriped = false
  /// How wide the grey rim is that is painted round a dark board, in metres; 0 for a wooden one.
  package var rim = 0.0
  /// How many pixels high the wall below its near edge is seen.
  package var frontHeight = 0.0

  package init(
    width: Int = 480, height: Int = 360, corners: [PixelPoint], hasHole: Bool = true,
    bag: (x: Double, y: Double)? = nil, isStriped: Bool = false, rim: Double = 0,
    frontHeight: Double = 0
  ) {
    self.width = width
    self.height = height
    self.corners = corners
    self.hasHole = hasHole
    self.bag = bag
    self.isStriped = isStriped
    self.rim = rim
    self.frontHeight = frontHeight
  }

  package static let nearView = RenderedBoard(
    corners: [(190, 90), (292, 98), (352, 272), (128, 250)].map { PixelPoint(x: $0.0, y: $0.1) })
  package static let sideView = RenderedBoard(
    corners: [(352, 120), (398, 192), (142, 246), (130, 168)].map { PixelPoint(x: $0.0, y: $0.1) })

  /// From pixels to the board.
  private func homography(_ corners: [PixelPoint]) -> Homography? {
    Homography(
      from: corners.map(\.coordinates), to: BoardPoint.corners.map { SIMD2($0.x, $0.y) })
  }

  /// Where a place on the board is seen.
  package func pixel(_ place: (x: Double, y: Double)) -> PixelPoint {
    let seen = homography(corners)?.toPicture.map(SIMD2(place.x, place.y))
    return PixelPoint(seen ?? SIMD2(.nan, .nan))
  }

  /// - Returns: The picture, with the noise of a camera; the same for the same seed.
  package func picture(seed: UInt64 = 1) -> RGBImage {
    var pixels = [UInt8](repeating: 0, count: width * height * 3)
    guard let top = homography(corners), let shadow = homography(corners.map { $0 + SIMD2(9, 16) })
    else { return RGBImage(width: width, height: height, pixels: pixels) }
    var state = seed
    func noise() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24) - 0.5
    }
    let places = corners.map(\.coordinates)
    let low = places.reduce(places[0]) { pointwiseMin($0, $1) } - 4
    let high = places.reduce(places[0]) { pointwiseMax($0, $1) } + 24
    for y in 0..<height {
      for x in 0..<width {
        let blade = noise() * 46
        var colour = SIMD3(72.0, 112, 48) + blade
        if Double(x) > low.x, Double(x) < high.x, Double(y) > low.y, Double(y) < high.y {
          if let place = shadow.toPlane.map(SIMD2(Double(x), Double(y))),
            (0...Gameboard.width).contains(place.x), (0...Gameboard.length).contains(place.y)
          {
            colour *= 0.45
          }
          // Four samples a pixel make smooth edges.
          var sum = SIMD3<Double>()
          for sample in 0..<4 {
            let point = PixelPoint(
              x: Double(x) + (sample % 2 == 0 ? -0.25 : 0.25),
              y: Double(y) + (sample < 2 ? -0.25 : 0.25))
            let place = top.toPlane.map(point.coordinates)
            sum += surface(at: place) ?? front(at: point) ?? colour
          }
          colour = sum / 4 + noise() * 6
        }
        for channel in 0..<3 {
          pixels[(y * width + x) * 3 + channel] = UInt8(min(255, max(0, colour[channel])))
        }
      }
    }
    return RGBImage(width: width, height: height, pixels: pixels)
  }

  private func surface(at place: SIMD2<Double>?) -> SIMD3<Double>? {
    guard let place, (0...Gameboard.width).contains(place.x),
      (0...Gameboard.length).contains(place.y)
    else { return nil }
    if let bag, abs(place.x - bag.x) < 0.076, abs(place.y - bag.y) < 0.076 {
      return SIMD3(180, 30, 40)
    }
    let (dx, dy) = (place.x - Gameboard.holeCenter.x, place.y - Gameboard.holeCenter.y)
    if hasHole, dx * dx + dy * dy < Gameboard.holeRadius * Gameboard.holeRadius {
      return SIMD3(22, 20, 18)
    }
    if isStriped {
      let fromStripe = [0.2, 0.5, 0.8].map { abs(place.x / Gameboard.width - $0) }.min() ?? 1
      return fromStripe < 0.05 ? SIMD3(235, 235, 228) : SIMD3(60, 120, 90)
    }
    if rim > 0 {
      let inside = min(
        place.x, Gameboard.width - place.x, place.y, Gameboard.length - place.y)
      return inside < rim ? SIMD3(150, 160, 140) : SIMD3(40, 45, 70)
    }
    return SIMD3(205, 170, 120) + 10 * sin(place.x * 160 + 3 * sin(place.y * 5))
  }

  private func front(at point: PixelPoint) -> SIMD3<Double>? {
    let (right, left) = (corners[2], corners[3])
    let share = (point.x - left.x) / (right.x - left.x)
    let below = point.y - (left.y + share * (right.y - left.y))
    let isFront = (0...1).contains(share) && below >= 0 && below < frontHeight
    return isFront ? SIMD3(120, 85, 55) : nil
  }
}
