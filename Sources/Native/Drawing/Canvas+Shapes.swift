extension Canvas {
  /// Fills a rectangle whose corners are arcs; a radius of half the shorter side makes a pill or a
  /// disc.
  func fill(_ rectangle: PixelRectangle, radius: Double, _ ink: Ink) {
    let shape = RoundedRectangle(rectangle, radius: radius)
    paint(within: rectangle.extended(by: 1), ink) { x, y in 0.5 - shape.distance(x, y) }
  }

  /// Draws a line along the edge of such a rectangle, half of it to either side.
  func stroke(_ rectangle: PixelRectangle, radius: Double, lineWidth: Double, _ ink: Ink) {
    let shape = RoundedRectangle(rectangle, radius: radius)
    paint(within: rectangle.extended(by: lineWidth / 2 + 1), ink) { x, y in
      0.5 + lineWidth / 2 - abs(shape.distance(x, y))
    }
  }

  /// Draws a straight line with round ends.
  func line(
    from start: (x: Double, y: Double), to end: (x: Double, y: Double), width: Double, _ ink: Ink
  ) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let squared = dx * dx + dy * dy
    let box = PixelRectangle(
      x: min(start.x, end.x), y: min(start.y, end.y), width: abs(dx), height: abs(dy))
    paint(within: box.extended(by: width / 2 + 1), ink) { x, y in
      // The distance to the nearest point of the line.
      let (px, py) = (x - start.x, y - start.y)
      let along = squared > 0 ? min(max((px * dx + py * dy) / squared, 0), 1) : 0
      let (u, v) = (px - along * dx, py - along * dy)
      return 0.5 + width / 2 - (u * u + v * v).squareRoot()
    }
  }

  /// Lays ink over the pixels of a part of the picture.
  ///
  /// - Parameters:
  ///   - box: The part.
  ///   - ink: What is laid over.
  ///   - coverage: How much of the pixel around a place is covered: nothing from 0 down, all from 1
  ///     up.
  @inline(__always)
  private func paint(
    within box: PixelRectangle, _ ink: Ink, _ coverage: (_ x: Double, _ y: Double) -> Double
  ) {
    guard (box.x + box.y + box.maxX + box.maxY).isFinite else { return }
    func clamped(_ place: Double, _ limit: Int) -> Int { Int(min(max(place, 0), Double(limit))) }
    let left = clamped(box.x.rounded(.down), width)
    let right = clamped(box.maxX.rounded(.up), width)
    let top = clamped(box.y.rounded(.down), height)
    let bottom = clamped(box.maxY.rounded(.up), height)
    guard left < right, top < bottom else { return }
    for y in top..<bottom {
      for x in left..<right {
        let covered = coverage(Double(x) + 0.5, Double(y) + 0.5)
        if covered > 0 { blend(ink, x: x, y: y, coverage: min(covered, 1)) }
      }
    }
  }

  /// Lays ink over a pixel, of which a part is covered, in `0...1`.
  func blend(_ ink: Ink, x: Int, y: Int, coverage: Double) {
    let index = 3 * (y * width + x)
    let opacity = min(max(ink.opacity, 0), 1) * coverage
    func blend(_ color: UInt8, over index: Int) {
      let old = Double(pixels[index])
      pixels[index] = UInt8(old + (Double(color) - old) * opacity + 0.5)
    }
    blend(ink.red, over: index)
    blend(ink.green, over: index + 1)
    blend(ink.blue, over: index + 2)
  }
}

/// The signed distance to the edge of a rounded rectangle, negative inside, after Inigo Quilez, "2D
/// distance functions": one formula that is exact for corners, sides and discs, and gives clean
/// edges at any size.
private struct RoundedRectangle {
  private let center: (x: Double, y: Double)
  private let half: (width: Double, height: Double)
  private let radius: Double

  init(_ box: PixelRectangle, radius: Double) {
    center = (box.x + box.width / 2, box.y + box.height / 2)
    half = (box.width / 2, box.height / 2)
    self.radius = max(0, min(radius, half.width, half.height))
  }

  func distance(_ x: Double, _ y: Double) -> Double {
    let dx = abs(x - center.x) - half.width + radius
    let dy = abs(y - center.y) - half.height + radius
    let (outsideX, outsideY) = (max(dx, 0), max(dy, 0))
    return min(max(dx, dy), 0) + (outsideX * outsideX + outsideY * outsideY).squareRoot() - radius
  }
}

extension PixelRectangle {
  fileprivate func extended(by reach: Double) -> PixelRectangle {
    PixelRectangle(
      x: x - reach, y: y - reach, width: width + 2 * reach, height: height + 2 * reach)
  }
}
