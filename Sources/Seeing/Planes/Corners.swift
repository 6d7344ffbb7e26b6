import VisionCore

/// Places that look unlike all near them, spread over the picture: Shi and Tomasi, "Good Features to
/// Track" (1994), doi:10.1109/CVPR.1994.323794.
enum Corners {
  /// Slopes are summed over this many pixels to each side.
  private static let window = 3
  /// The smallest eigenvalue that counts, a pixel, in squares of brightness steps. Low, so that the
  /// grain of wood counts; what is only noise is not found in the next picture.
  private static let threshold: Float = 3

  /// The best corners of each cell of a grid.
  ///
  /// - Parameters:
  ///   - level: The picture.
  ///   - cell: The side of a cell, in pixels; corners are at least a third of it apart.
  ///   - margin: No corner is nearer to the edge, in pixels.
  ///   - perCell: How many of a cell at most.
  ///   - isWanted: Whether a corner may be at a place.
  /// - Returns: Their pixels, cell by cell, the clearest of each first.
  static func find(
    in level: LumaLevel, cell: Int, margin: Int, perCell: Int,
    where isWanted: (PixelPoint) -> Bool
  ) -> [PixelPoint] {
    let (width, height) = (level.size.width, level.size.height)
    guard width > 2 * margin + 2, height > 2 * margin + 2 else { return [] }
    let strengths = strengths(of: level)
    let distance = max(4, cell / 3)
    var found: [PixelPoint] = []
    for top in stride(from: margin, to: height - margin, by: cell) {
      for left in stride(from: margin, to: width - margin, by: cell) {
        var peaks: [(strength: Float, x: Int, y: Int)] = []
        for y in top..<min(top + cell, height - margin) {
          for x in left..<min(left + cell, width - margin) {
            let here = strengths[y * width + x]
            guard here > threshold, isPeak(strengths, x, y, width),
              isWanted(PixelPoint(x: Double(x), y: Double(y)))
            else { continue }
            peaks.append((here, x, y))
          }
        }
        peaks.sort { ($0.strength, $1.y, $1.x) > ($1.strength, $0.y, $0.x) }
        var taken = 0
        for peak in peaks {
          let place = PixelPoint(x: Double(peak.x), y: Double(peak.y))
          let isApart = found.allSatisfy { other in
            let way = other - place
            return (way * way).sum() >= Double(distance * distance)
          }
          guard isApart else { continue }
          found.append(place)
          taken += 1
          if taken == perCell { break }
        }
      }
    }
    return found
  }

  private static func isPeak(_ strengths: [Float], _ x: Int, _ y: Int, _ width: Int) -> Bool {
    let here = strengths[y * width + x]
    for dy in -1...1 {
      for dx in -1...1 where strengths[(y + dy) * width + x + dx] > here { return false }
    }
    return true
  }

  /// The smaller eigenvalue of the slopes' matrix at each pixel, per pixel of the window; 0 at the edge.
  private static func strengths(of level: LumaLevel) -> [Float] {
    let (width, height) = (level.size.width, level.size.height)
    // Products of slopes: xx, xy, yy, and nothing.
    var products = [SIMD4<Float>](repeating: .zero, count: width * height)
    for y in 1..<(height - 1) {
      for x in 1..<(width - 1) {
        let index = y * width + x
        let slopeX = (level.pixels[index + 1] - level.pixels[index - 1]) * 0.5
        let slopeY = (level.pixels[index + width] - level.pixels[index - width]) * 0.5
        products[index] = SIMD4(slopeX * slopeX, slopeX * slopeY, slopeY * slopeY, 0)
      }
    }
    let side = 2 * window + 1
    var across = [SIMD4<Float>](repeating: .zero, count: width * height)
    for y in 0..<height where width > side {
      var sum = SIMD4<Float>.zero
      for x in 0..<width {
        sum += products[y * width + x]
        if x >= side { sum -= products[y * width + x - side] }
        if x >= side - 1 { across[y * width + x - window] = sum }
      }
    }
    var strengths = [Float](repeating: 0, count: width * height)
    var sums = [SIMD4<Float>](repeating: .zero, count: width)
    let share = 1 / Float(side * side)
    for y in 0..<height {
      for x in 0..<width {
        sums[x] += across[y * width + x]
        if y >= side { sums[x] -= across[(y - side) * width + x] }
        guard y >= side - 1 else { continue }
        let sum = sums[x] * share
        let half = (sum.x - sum.z) * 0.5
        strengths[(y - window) * width + x] =
          (sum.x + sum.z) * 0.5 - (half * half + sum.y * sum.y).squareRoot()
      }
    }
    return strengths
  }
}
