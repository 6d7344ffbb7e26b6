import VisionCore

/// A row of a patch.
typealias PatchRow = SIMD16<Float>

/// A small square of a picture, prepared to be found in another one by Lucas and Kanade's method in its
/// inverse compositional form: Baker and Matthews, "Lucas-Kanade 20 Years On: A Unifying Framework"
/// (2004), doi:10.1023/B:VISI.0000011205.11775.fd.
///
/// Brightness and contrast are free: the slopes are made orthogonal to a constant and to the patch
/// itself, so that neither moves it.
///
/// One value serves for one patch after another: its memory is its own, since what lies in a value of some kilobytes is
/// copied for each call.
struct Patch: ~Copyable {
  static let side = 16
  /// From the first pixel to the middle.
  static let reach = Double(side - 1) / 2
  private static let count = Float(side * side)

  /// What a level shows at the patch's pixels and at one more on each side, for the slopes.
  private let samples = UnsafeMutablePointer<Float>.allocate(capacity: 18 * 18)
  /// The brightness less its mean.
  private let values = UnsafeMutablePointer<PatchRow>.allocate(capacity: Patch.side)
  /// The orthogonal slopes, to the right and downwards.
  private let slopesX = UnsafeMutablePointer<PatchRow>.allocate(capacity: Patch.side)
  private let slopesY = UnsafeMutablePointer<PatchRow>.allocate(capacity: Patch.side)
  private var energy: Float = 0
  /// The inverse of the slopes' 2 x 2 matrix: xx, xy, yy.
  private var inverse: (xx: Float, xy: Float, yy: Float) = (0, 0, 0)

  init() {}

  deinit {
    samples.deallocate()
    values.deallocate()
    slopesX.deallocate()
    slopesY.deallocate()
  }

  /// Becomes the patch around `center` that `axes` span: where a step to the right and a step downwards in the patch
  /// lead in the level.
  ///
  /// - Returns: Whether there is one; not where it does not lie within the level, or has no texture in two directions.
  mutating func take(
    from level: LumaLevel, center: PixelPoint,
    axes: (right: SIMD2<Double>, down: SIMD2<Double>) = (SIMD2(1, 0), SIMD2(0, 1))
  ) -> Bool {
    let right = SIMD2<Float>(Float(axes.right.x), Float(axes.right.y))
    let down = SIMD2<Float>(Float(axes.down.x), Float(axes.down.y))
    let corner =
      SIMD2<Float>(Float(center.x), Float(center.y))
      - (right + down) * (Float(Self.reach) + 1)
    guard Self.lies(in: level, corner, right, down) else { return false }
    if right == SIMD2(1, 0), down == SIMD2(0, 1) {
      takeUpright(level, corner)
    } else {
      takeTurned(level, corner, right, down)
    }
    takeSlopes()
    takeMeansAway()
    energy = Self.product(values, values)
    guard energy > Self.count else { return false }
    orthogonalize()
    let (a, b, c) = (
      Self.product(slopesX, slopesX), Self.product(slopesX, slopesY), Self.product(slopesY, slopesY)
    )
    let determinant = a * c - b * b
    // The smaller eigenvalue, a pixel, is about determinant / trace.
    guard determinant > 0.25 * Self.count * (a + c) else { return false }
    inverse = (c / determinant, -b / determinant, a / determinant)
    return true
  }

  /// Whether a patch's samples lie within the level.
  private static func lies(
    in level: LumaLevel, _ corner: SIMD2<Float>, _ right: SIMD2<Float>, _ down: SIMD2<Float>
  ) -> Bool {
    let span = Float(side + 1)
    let size = SIMD2<Float>(Float(level.size.width - 1), Float(level.size.height - 1))
    // A hundredth of a pixel is the rounding of the steps that lead there.
    for end in [
      corner, corner + right * span, corner + down * span, corner + (right + down) * span,
    ] where !(end.x >= 0.01 && end.y >= 0.01 && end.x < size.x - 0.01 && end.y < size.y - 0.01) {
      return false
    }
    return true
  }

  private mutating func takeSlopes() {
    let side = Self.side + 2
    for row in 0..<Self.side {
      let start = (row + 1) * side + 1
      values[row] = sampled(at: start)
      slopesX[row] =
        (sampled(at: start + 1) - sampled(at: start - 1)) * 0.5
      slopesY[row] =
        (sampled(at: start + side) - sampled(at: start - side)) * 0.5
    }
  }

  /// The sum of the products, pixel by pixel.
  private static func product(
    _ rows: UnsafeMutablePointer<PatchRow>, _ others: UnsafeMutablePointer<PatchRow>
  ) -> Float {
    var sums = PatchRow.zero
    for row in 0..<side { sums += rows[row] * others[row] }
    return sums.sum()
  }

  private mutating func takeMeansAway() {
    var (sum, sumX, sumY) = (PatchRow.zero, PatchRow.zero, PatchRow.zero)
    for row in 0..<Self.side {
      sum += values[row]
      sumX += slopesX[row]
      sumY += slopesY[row]
    }
    let (mean, meanX, meanY) = (
      sum.sum() / Self.count, sumX.sum() / Self.count, sumY.sum() / Self.count
    )
    for row in 0..<Self.side {
      values[row] -= mean
      slopesX[row] -= meanX
      slopesY[row] -= meanY
    }
  }

  /// Makes the slopes orthogonal to the patch.
  private mutating func orthogonalize() {
    let shareX = Self.product(values, slopesX) / energy
    let shareY = Self.product(values, slopesY) / energy
    for row in 0..<Self.side {
      slopesX[row] -= values[row] * shareX
      slopesY[row] -= values[row] * shareY
    }
  }

  private mutating func takeTurned(
    _ level: LumaLevel, _ corner: SIMD2<Float>, _ right: SIMD2<Float>, _ down: SIMD2<Float>
  ) {
    let side = Self.side + 2
    level.pixels.withUnsafeBufferPointer { pixels in
      for row in 0..<side {
        var place = corner + down * Float(row)
        for column in 0..<side {
          let (x, y) = (Int(place.x), Int(place.y))
          let (u, v) = (place.x - Float(x), place.y - Float(y))
          let first = y &* level.size.width &+ x
          let second = first &+ level.size.width
          let above = pixels[first] + u * (pixels[first &+ 1] - pixels[first])
          let below = pixels[second] + u * (pixels[second &+ 1] - pixels[second])
          samples[row &* side &+ column] = above + v * (below - above)
          place += right
        }
      }
    }
  }

  /// The same where the patch lies as the level does: a row at once.
  private mutating func takeUpright(_ level: LumaLevel, _ corner: SIMD2<Float>) {
    let side = Self.side + 2
    let (x, y) = (Int(corner.x), Int(corner.y))
    let (u, v) = (corner.x - Float(x), corner.y - Float(y))
    level.pixels.withUnsafeBytes { pixels in
      // Two rows of sixteen overlap.
      for left in [0, 2] {
        func across(_ row: Int) -> PatchRow {
          let offset = ((y &+ row) &* level.size.width &+ x &+ left) &* 4
          let here = pixels.loadUnaligned(fromByteOffset: offset, as: PatchRow.self)
          let next = pixels.loadUnaligned(fromByteOffset: offset &+ 4, as: PatchRow.self)
          return here + (next - here) * u
        }
        var above = across(0)
        for row in 0..<side {
          let below = across(row + 1)
          UnsafeMutableRawPointer(samples + (row * side + left))
            .storeBytes(of: above + (below - above) * v, as: PatchRow.self)
          above = below
        }
      }
    }
  }

  private func sampled(at index: Int) -> PatchRow {
    UnsafeRawPointer(samples + index).loadUnaligned(as: PatchRow.self)
  }

  /// Where a patch was found.
  struct Match {
    /// Its middle.
    var place: PixelPoint
    /// The normalized correlation there, up to 1.
    var correlation: Float
    /// How far it may be off, by direction, in squares of pixels.
    var covariance: Symmetric2
  }

  /// Looks for the patch near a first guess of where its middle is.
  ///
  /// - Returns: `nil` where the search leads out of the level, farther away than `reach`, or to where
  ///   the contrast is gone.
  func match(in level: LumaLevel, near guess: PixelPoint, reach: Double) -> Match? {
    var place = guess
    var last: Match?
    for _ in 0..<Self.maximumSteps {
      guard let sums = sums(in: level, at: place) else { return nil }
      let variance = sums.squares - sums.values * sums.values / Self.count
      let gain = sums.product / energy
      guard gain > 0.1, variance > 0 else { return nil }
      let correlation = sums.product / (energy * variance).squareRoot()
      // What does not correlate is noise; that of neighbouring pixels is not independent.
      let noise = 4 * energy / Self.count * max(0, 1 / (correlation * correlation) - 1)
      last = Match(
        place: place, correlation: correlation,
        covariance: Symmetric2(
          xx: Double(inverse.xx * noise), xy: Double(inverse.xy * noise),
          yy: Double(inverse.yy * noise)))
      let (x, y) = (sums.alongX / gain, sums.alongY / gain)
      let step = SIMD2<Double>(
        Double(inverse.xx * x + inverse.xy * y), Double(inverse.xy * x + inverse.yy * y))
      // The patch moved by the step looks like the picture, so the picture's place is the step back.
      place -= step
      let way = place - guess
      guard (way * way).sum() < reach * reach else { return nil }
      last?.place = place
      if (step * step).sum() < Self.smallestStep * Self.smallestStep { break }
    }
    return last
  }

  private static let maximumSteps = 12
  private static let smallestStep = 0.02

  private struct Sums {
    var values: Float
    var squares: Float
    var product: Float
    var alongX: Float
    var alongY: Float
  }

  /// The picture's products with the patch and its slopes, sampled between pixels.
  @inline(__always)
  private func sums(in level: LumaLevel, at place: PixelPoint) -> Sums? {
    let (left, top) = (place.x - Self.reach, place.y - Self.reach)
    guard left >= 0, top >= 0, left < Double(level.size.width - Self.side),
      top < Double(level.size.height - Self.side)
    else { return nil }
    let (x, y) = (Int(left), Int(top))
    let (u, v) = (Float(left - Double(x)), Float(top - Double(y)))
    var (value, squares, product) = (PatchRow.zero, PatchRow.zero, PatchRow.zero)
    var (alongX, alongY) = (PatchRow.zero, PatchRow.zero)
    level.pixels.withUnsafeBytes { bytes in
      let width = level.size.width
      @inline(__always) func across(_ row: Int) -> PatchRow {
        let offset = ((y &+ row) &* width &+ x) &* 4
        let here = bytes.loadUnaligned(fromByteOffset: offset, as: PatchRow.self)
        let next = bytes.loadUnaligned(fromByteOffset: offset &+ 4, as: PatchRow.self)
        return here + (next - here) * u
      }
      var above = across(0)
      for row in 0..<Self.side {
        let below = across(row + 1)
        let here = above + (below - above) * v
        above = below
        value += here
        squares += here * here
        product += here * values[row]
        alongX += here * slopesX[row]
        alongY += here * slopesY[row]
      }
    }
    return Sums(
      values: value.sum(), squares: squares.sum(), product: product.sum(), alongX: alongX.sum(),
      alongY: alongY.sum())
  }
}
