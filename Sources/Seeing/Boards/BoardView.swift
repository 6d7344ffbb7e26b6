internal import PlayfieldMaths
internal import VisionCore

/// A camera's view of a board, as it is fitted to the four corners in a picture.
///
/// A place *P* on the board, from its middle and turned into the camera's axes, is seen at
/// *(a + s·P.xy) / (1 + s·w·P.z)*: *a* is where the board's middle is seen, *s* how many widths of the
/// picture a metre takes up there, *w* the inverse of the focal length. These depend little on one
/// another, and none grows without end when the lens becomes long.
struct BoardView {
  /// From the board's axes (right, towards the thrower, into the board) to the camera's (right,
  /// down, ahead).
  private(set) var rotation: Matrix3
  private var middle: SIMD2<Double>
  private var scale: Double
  /// In widths of the picture.
  private(set) var inverseFocalLength: Double
  private(set) var inverseFocalLengthError = 0.0
  private var cost = Double.infinity

  static let size = SIMD2(Gameboard.width, Gameboard.length)

  /// The middle of the board from the camera, in metres.
  var center: SIMD3<Double> {
    SIMD3(middle * inverseFocalLength, 1) / (scale * inverseFocalLength)
  }

  /// What lenses have, in inverse long sides of the picture: telephones and webcams lie between 0.9
  /// and 1.4.
  private static let commonInverse = (mean: 1.15, error: 0.4)
  /// What the inverse may be at all.
  private static let inverses = 0.05...4.0
  /// Corners are seen to about a thousandth of the picture's width, and boards built to half a
  /// percent.
  private static let (seen, built) = (0.001, 0.005)
  /// How far the camera's sides are from being level: the sine's standard error.
  private static let roll = 0.2

  private static let corners = [
    SIMD2(0.0, 0), SIMD2(1, 0), SIMD2(1, 1), SIMD2(0, 1),
  ].map { ($0 - 0.5) * size }
  private static let up = {
    let sine = (Gameboard.farHeight - Gameboard.nearHeight) / Gameboard.length
    return SIMD3(0, -sine, -(1 - sine * sine).squareRoot())
  }()

  /// The view that explains the corners best.
  ///
  /// - Parameters:
  ///   - corners: From the far left, clockwise; in widths of the picture from its middle.
  ///   - longSide: Of the picture, in widths.
  ///   - focalLength: In widths, where it is known.
  /// - Returns: `nil` where they are those of no board seen from above.
  static func best(
    corners: [SIMD2<Double>], longSide: Double, focalLength: Double?
  ) -> BoardView? {
    // The picture's y goes down, so that clockwise is a positive area.
    for index in 0..<4 {
      let (a, b, c) = (corners[index], corners[(index + 1) % 4], corners[(index + 2) % 4])
      let (u, v) = (b - a, c - b)
      guard u.x * v.y - u.y * v.x > 1e-9 else { return nil }
    }
    if let focalLength, !(focalLength > 0 && focalLength.isFinite) { return nil }
    let inverses =
      focalLength.map { [1 / $0] } ?? [0.4, 0.8, 1.2, 2].map { $0 / longSide }
    var best: BoardView?
    for inverse in inverses {
      guard let start = BoardView(corners: corners, inverseFocalLength: inverse) else { continue }
      for candidate in [start, start.mirrored] {
        var view = candidate
        view.refine(corners: corners, longSide: longSide, isFixed: focalLength != nil)
        if view.cost < best?.cost ?? .infinity { best = view }
      }
    }
    guard let best, best.cost.isFinite, best.scale > 0, best.center.z > 0,
      // Seen from above, not through the board.
      (best.rotation * SIMD3(0, 0, 1)).dot(best.center) > 0
    else { return nil }
    return best
  }

  /// What the homography to the corners says for one focal length.
  private init?(corners: [SIMD2<Double>], inverseFocalLength: Double) {
    let points = corners.map { NormalizedPoint(x: $0.x, y: $0.y) }
    guard
      let homography = Homography(
        from: points, to: Self.corners.map { ($0.x, $0.y) }),
      let center = homography.location(of: (0, 0))
    else { return nil }
    // The derivatives at the board's middle of where it is seen and, up to a factor, its distance.
    let matrix = homography.toPicture
    let lens = SIMD3(inverseFocalLength, inverseFocalLength, 1)
    let columns = matrix.transposed.rows
    let (right, near) = (columns.0 * lens, columns.1 * lens)
    let factor = (right.length + near.length) / 2
    let x = right.unit
    let level = near - x * near.dot(x)
    guard level.length > 0.01 * near.length else { return nil }
    let y = level.unit
    rotation = Matrix3(x, y, x.cross(y)).transposed
    middle = SIMD2(center.x, center.y)
    scale = factor / (columns.2.z * inverseFocalLength)
    self.inverseFocalLength = inverseFocalLength
  }

  /// The pose that would look the same from infinitely far: mirrored along the line of sight.
  private var mirrored: BoardView {
    let ahead = center.unit
    let columns = rotation.transposed.rows
    let x = columns.0 - 2 * columns.0.dot(ahead) * ahead
    let y = columns.1 - 2 * columns.1.dot(ahead) * ahead
    var view = self
    view.rotation = Matrix3(x, y, x.cross(y)).transposed
    return view
  }

  /// Levenberg-Marquardt over turn (3), place (2), size and focal length.
  private mutating func refine(corners: [SIMD2<Double>], longSide: Double, isFixed: Bool) {
    let count = isFixed ? 6 : 7
    let spread = corners.map { abs($0.x - corners[0].x) + abs($0.y - corners[0].y) }.max() ?? 1
    let error = Self.seen + Self.built * spread
    func residuals(_ view: BoardView) -> [Double] {
      var residuals: [Double] = []
      for (place, corner) in zip(Self.corners, corners) {
        let turned = view.rotation * SIMD3(place.x, place.y, 0)
        let depth = 1 + view.scale * view.inverseFocalLength * turned.z
        guard depth > 0.02 else { return [Double](repeating: 1e6, count: 11) }
        let seen = (view.middle + view.scale * SIMD2(turned.x, turned.y)) / depth
        residuals.append((seen.x - corner.x) / error)
        residuals.append((seen.y - corner.y) / error)
      }
      let up = view.rotation * Self.up
      residuals.append(up.x / Self.roll)
      residuals.append(max(0, up.y) / Self.roll)
      let common = Self.commonInverse
      residuals.append((view.inverseFocalLength * longSide - common.mean) / common.error)
      return residuals
    }
    func squares(_ residuals: [Double]) -> Double { residuals.reduce(0) { $0 + $1 * $1 } }

    var damping = 1e-3
    var now = residuals(self)
    cost = squares(now)
    for _ in 0..<60 {
      let step = equations(now, count: count, residuals).solution(damping: damping)
      guard let step else { break }
      let next = moved(by: step)
      let after = residuals(next)
      let nextCost = squares(after)
      if nextCost < cost {
        let gain = cost - nextCost
        self = next
        (now, cost) = (after, nextCost)
        damping = max(1e-9, damping / 5)
        if gain < 1e-10 * (1 + cost) { break }
      } else {
        damping *= 8
        if damping > 1e9 { break }
      }
    }
    guard !isFixed else { return }
    // Where the corners say nothing, what lenses have is all that is known.
    inverseFocalLengthError =
      equations(now, count: count, residuals).inverse().map { max(0, $0.last ?? 0).squareRoot() }
      ?? Self.commonInverse.error / longSide
  }

  /// The equations for the step that leads to the least squares were the residuals straight lines;
  /// slopes by differences.
  private func equations(
    _ now: [Double], count: Int, _ residuals: (BoardView) -> [Double]
  ) -> NormalEquations {
    let slopes = (0..<count).map { index -> [Double] in
      // Inwards, where the focal length is at its limit.
      let isAtLimit = index == 6 && inverseFocalLength >= Self.inverses.upperBound
      let width = isAtLimit ? -1e-6 : 1e-6
      var step = [Double](repeating: 0, count: count)
      step[index] = width
      return zip(residuals(moved(by: step)), now).map { ($0 - $1) / width }
    }
    var equations = NormalEquations(count: count)
    for row in now.indices { equations.add(slopes.map { $0[row] }, -now[row]) }
    return equations
  }

  private func moved(by step: [Double]) -> BoardView {
    var view = self
    // Cayley's rational form of a small turn.
    let half = SIMD3(step[0], step[1], step[2]) / 2
    let factor = 2 / (1 + half.dot(half))
    let columns = rotation.transposed.rows
    func turned(_ v: SIMD3<Double>) -> SIMD3<Double> {
      v + factor * (half.cross(v) + half.cross(half.cross(v)))
    }
    view.rotation = Matrix3(turned(columns.0), turned(columns.1), turned(columns.2)).transposed
    view.middle += SIMD2(step[3], step[4])
    view.scale = max(1e-9, scale + step[5])
    if step.count > 6 {
      view.inverseFocalLength = min(
        Self.inverses.upperBound, max(Self.inverses.lowerBound, inverseFocalLength + step[6]))
    }
    return view
  }
}
