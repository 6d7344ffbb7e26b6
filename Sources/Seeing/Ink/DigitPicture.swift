internal import VisionCore

/// The picture of one digit that the network reads: 28 x 28, drawn from the points of its strokes.
///
/// As in MNIST the aspect is kept, the longer side of the ink is 20 pixels and its centre of mass lies
/// in the middle. The pen is always as wide as MNIST's: how wide the ink is on the screen says
/// nothing about the digit, and a thin pen turns sevens into ones.
public struct DigitPicture: Hashable, Sendable {
  public static let side = 28
  /// The width of the pen, in pixels.
  public static let pen: Float = 2.6
  private static let inkSide: Float = 20

  /// Row by row from the top left, `0...1`: 1 is ink.
  public private(set) var pixels = [Float](repeating: 0, count: side * side)

  /// A picture that was not drawn here, such as MNIST's.
  ///
  /// - Parameter pixels: 28 x 28, as in ``pixels``.
  public init(pixels: [Float]) {
    precondition(pixels.count == Self.side * Self.side)
    self.pixels = pixels
  }

  /// - Parameters:
  ///   - strokes: What belongs to the digit. Without any the picture is empty.
  ///   - pen: The width of the pen in pixels, above 0 and below 20.
  public init(of strokes: some Collection<Stroke>, pen: Float = Self.pen) {
    guard let box = strokes.boundingBox else { return }
    let scale = box.longSide > 0 ? Double(Self.inkSide - pen) / box.longSide : 0
    let (middleX, middleY) = (box.x + box.width / 2, box.y + box.height / 2)
    let lines = strokes.map { stroke in
      stroke.points.map { point in
        SIMD2(Float((point.x - middleX) * scale), Float((point.y - middleY) * scale))
      }
    }
    // Where the mass is, is known once the ink is drawn; it is then drawn again in its place.
    let middle = SIMD2<Float>(repeating: Float(Self.side) / 2)
    draw(lines, pen: pen, origin: middle)
    let room = (Float(Self.side) - Self.inkSide) / 2
    let shift = (middle - centerOfMass).clamped(
      lowerBound: SIMD2(repeating: -room), upperBound: SIMD2(repeating: room))
    for index in pixels.indices { pixels[index] = 0 }
    draw(lines, pen: pen, origin: middle + shift)
  }

  /// The mean place of the ink, in pixels from the top left corner; the middle of an empty picture.
  var centerOfMass: SIMD2<Float> {
    var mass: Float = 0
    var moment = SIMD2<Float>()
    for y in 0..<Self.side {
      for x in 0..<Self.side {
        let ink = pixels[y * Self.side + x]
        mass += ink
        moment += ink * SIMD2(Float(x) + 0.5, Float(y) + 0.5)
      }
    }
    return mass > 0 ? moment / mass : SIMD2(repeating: Float(Self.side) / 2)
  }

  /// Draws lines with a round pen; `origin` is where their 0, 0 comes to lie.
  private mutating func draw(_ lines: [[SIMD2<Float>]], pen: Float, origin: SIMD2<Float>) {
    for line in lines {
      var last = line[0]
      drawSegment(from: last + origin, to: last + origin, pen: pen)
      for point in line.dropFirst() where point != last {
        drawSegment(from: last + origin, to: point + origin, pen: pen)
        last = point
      }
    }
  }

  /// Each pixel is covered by as much as its centre lies inside the pen's edge.
  private mutating func drawSegment(from start: SIMD2<Float>, to end: SIMD2<Float>, pen: Float) {
    let reach = pen / 2 + 0.5
    let way = end - start
    let squaredLength = (way * way).sum()
    let (left, right) = Self.pixels(
      from: min(start.x, end.x) - reach, to: max(start.x, end.x) + reach)
    let (top, bottom) = Self.pixels(
      from: min(start.y, end.y) - reach, to: max(start.y, end.y) + reach)
    for y in top..<bottom {
      for x in left..<right {
        let center = SIMD2(Float(x) + 0.5, Float(y) + 0.5)
        let along = squaredLength > 0 ? ((center - start) * way).sum() / squaredLength : 0
        let offset = center - (start + min(max(along, 0), 1) * way)
        let coverage = min(1, reach - (offset * offset).sum().squareRoot())
        pixels[y * Self.side + x] = max(pixels[y * Self.side + x], coverage)
      }
    }
  }

  /// The pixels whose centres may lie between two places, at the picture's edges at most.
  private static func pixels(from low: Float, to high: Float) -> (Int, Int) {
    let first = Int(min(max(low, 0), Float(side)))
    return (first, max(first, Int(min(max(high + 1, 0), Float(side)))))
  }
}
