internal import PlayfieldMaths
package import VisionCore

/// A die that lies on the race's board: a cube on its plane, that of ``BoardPlacing``.
package struct BoardDie: Hashable, Sendable {
  /// The middle of its foot.
  package let middle: SIMD2<Double>
  /// In board radii.
  package let side: Double
  /// How it is turned: counterclockwise from the board's x axis, in radians. A die straight before the camera may as
  /// well be turned the other way.
  package let turn: Double

  /// Larger and smaller cubes are no dice on this board, in its radii.
  private static let sides = 0.01...1.0
  /// The steps in which the turn is sought, of a quarter of a circle.
  private static let steps = 30

  /// Fails where no camera sees a cube so.
  ///
  /// - Parameters:
  ///   - top: As it is seen.
  ///   - box: Around the top, in pixels.
  ///   - sight: How the board is seen.
  package init?(_ top: SeenSquare, box: BoundingBox, on sight: BoardSight) {
    var (side, found) = (0.1, SIMD2<Double>.zero)
    // How high the top is follows from its size, and its size from how high it is.
    for _ in 0..<8 {
      let raised = sight.raised(by: side)
      guard let back = raised.inverse, let place = back.map(top.middle.coordinates),
        let area = Self.area(of: raised, at: place), area > 0
      else { return nil }
      // A square's half diagonals are the square root of half its area.
      side = (2 * top.shape.determinant / area).squareRoot()
      found = place
      guard Self.sides.contains(side) else { return nil }
    }
    (middle, self.side) = (found, side)
    guard let turn = Self.turn(middle, side, box, sight) else { return nil }
    self.turn = turn
  }

  /// How many square pixels a square unit of a plane takes at a place of it.
  private static func area(of plane: Matrix3, at place: SIMD2<Double>) -> Double? {
    let small = 1e-4
    guard let origin = plane.map(place), let right = plane.map(place + SIMD2(small, 0)),
      let away = plane.map(place + SIMD2(0, small))
    else { return nil }
    let (first, second) = ((right - origin) / small, (away - origin) / small)
    return abs(first.x * second.y - first.y * second.x)
  }

  /// The turn with which the box around the top is as wide and high as it was seen, as nearly as can be.
  private static func turn(
    _ middle: SIMD2<Double>, _ side: Double, _ box: BoundingBox, _ sight: BoardSight
  ) -> Double? {
    let raised = sight.raised(by: side)
    var errors: [Double] = []
    for step in 0..<steps {
      guard let bounds = bounds(middle, side, turn(step), raised) else { return nil }
      let (wide, high) = (bounds.x / box.width - 1, bounds.y / box.height - 1)
      errors.append(wide * wide + high * high)
    }
    return errors.indices.min { errors[$0] < errors[$1] }.map(turn)
  }

  private static func turn(_ step: Int) -> Double { Double(step) * .pi / 2 / Double(steps) }

  /// How wide and high a square is seen.
  private static func bounds(
    _ middle: SIMD2<Double>, _ side: Double, _ turn: Double, _ plane: Matrix3
  ) -> SIMD2<Double>? {
    var (low, high) = (SIMD2(repeating: Double.infinity), SIMD2(repeating: -Double.infinity))
    for corner in 0..<4 {
      let angle = turn + (0.25 + 0.5 * Double(corner)) * .pi
      let place = middle + SIMD2(cosine(of: angle), sine(of: angle)) * (side * 0.5.squareRoot())
      guard let pixel = plane.map(place) else { return nil }
      low = pointwiseMin(low, pixel)
      high = pointwiseMax(high, pixel)
    }
    return high - low
  }
}
