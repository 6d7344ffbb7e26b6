package import VisionCore

/// Traces the lines along which the brightness of a picture passes a level.
///
/// From pixel centre to pixel centre brightness is taken to run straight, as in marching squares
/// (Lorensen and Cline, "Marching cubes", 1987, in the plane), so that outlines are finer than pixels.
/// Which of them lies in which follows from one pass over the rows, by the rule of Suzuki and Abe,
/// "Topological structural analysis of digitized binary images by border following", 1985: what is met
/// first on the way from the left lies directly in what was entered last and not left since.
package struct ContourTracer {
  private let size: PixelSize
  private let pixels: [UInt8]
  private let level: Float
  private let isDark: Bool
  private let minimumStep: Float

  /// - Parameters:
  ///   - pixels: A byte a pixel, row by row from the top.
  ///   - size: The picture's.
  ///   - level: The brightness that an outline follows, in `0...255`.
  ///   - isDark: Whether objects are darker than the level rather than lighter. Whatever is not in the
  ///     picture is no object, so that outlines close at its edge.
  ///   - minimumStep: By how much the two pixels on either side of an outline must differ, in the mean. Above
  ///     0 the picture's edge by itself is no outline.
  package init(
    pixels: [UInt8], size: PixelSize, level: Float, isDark: Bool, minimumStep: Float
  ) {
    precondition(pixels.count == size.width * size.height, "a byte a pixel, no padding")
    self.pixels = pixels
    self.size = size
    // Half a grey value beside a pixel's own, which would put an outline on the pixel itself.
    self.level = level == level.rounded() ? level + (isDark ? -0.5 : 0.5) : level
    self.isDark = isDark
    self.minimumStep = minimumStep
  }

  /// An outline, in pixels whose centres have whole numbers.
  package struct Outline {
    /// The index of the outline directly around it, if there is one.
    package internal(set) var parent: Int?
    package internal(set) var points: [SIMD2<Float>] = []
    /// Between pixels on either side of it, in the mean.
    fileprivate var step: Float = 0
  }

  /// - Returns: The outlines, each after the one that it lies in.
  package func outlines() -> [Outline] {
    var found: [Outline] = []
    // Which outline crosses between a pixel and the one on its right, from the one before the first.
    let stride = size.width + 1
    var labels = [Int32](repeating: -1, count: stride * size.height)
    for y in 0..<size.height {
      var enclosing: Int?
      for x in -1..<size.width where isObject(x, y) != isObject(x + 1, y) {
        let slot = y * stride + x + 1
        if labels[slot] < 0 {
          var outline = follow(
            from: Crossing(x: x, y: y, isBetweenColumns: true), entersObject: isObject(x + 1, y)
          ) { labels[$0.y * stride + $0.x + 1] = Int32(found.count) }
          outline.parent = enclosing
          found.append(outline)
        }
        let label = Int(labels[slot])
        enclosing = label == enclosing ? found[label].parent : label
      }
    }
    return pronounced(found)
  }

  /// Without those whose step is too small; what lies in one of them lies in the one around it.
  private func pronounced(_ outlines: [Outline]) -> [Outline] {
    var kept: [Outline] = []
    // For each outline itself, or the one around it that is kept.
    var indices: [Int?] = []
    for outline in outlines {
      let parent = outline.parent.flatMap { indices[$0] }
      guard outline.step >= minimumStep else {
        indices.append(parent)
        continue
      }
      indices.append(kept.count)
      kept.append(outline)
      kept[kept.count - 1].parent = parent
    }
    return kept
  }

  /// Between two neighbouring pixels: one and that on its right, or that below it.
  private struct Crossing: Equatable {
    var x: Int
    var y: Int
    var isBetweenColumns: Bool
  }

  /// Walks along an outline with the object on the left, until it comes back to where it began.
  ///
  /// - Parameters:
  ///   - start: A crossing of it, between columns.
  ///   - entersObject: Whether the object lies on the right of that crossing.
  ///   - mark: Takes each crossing between columns.
  /// - Returns: The outline, without what it lies in.
  private func follow(
    from start: Crossing, entersObject: Bool, mark: (Crossing) -> Void
  ) -> Outline {
    var outline = Outline()
    var (steps, stepCount): (Float, Int) = (0, 0)
    var crossing = start
    // The square between four pixel centres that is walked into, by its upper left one.
    var square = (x: start.x, y: entersObject ? start.y : start.y - 1)
    repeat {
      if crossing.isBetweenColumns { mark(crossing) }
      let (place, step) = self.place(of: crossing)
      outline.points.append(place)
      if let step {
        steps += step
        stepCount += 1
      }
      crossing = exit(of: square, enteredAt: crossing)
      if crossing.isBetweenColumns {
        square.y = crossing.y == square.y ? square.y - 1 : square.y + 1
      } else {
        square.x = crossing.x == square.x ? square.x - 1 : square.x + 1
      }
    } while crossing != start
    outline.step = stepCount > 0 ? steps / Float(stepCount) : 0
    return outline
  }

  /// Where the outline leaves a square of four pixel centres.
  private func exit(of square: (x: Int, y: Int), enteredAt entry: Crossing) -> Crossing {
    let (x, y) = square
    let top = Crossing(x: x, y: y, isBetweenColumns: true)
    let bottom = Crossing(x: x, y: y + 1, isBetweenColumns: true)
    let left = Crossing(x: x, y: y, isBetweenColumns: false)
    let right = Crossing(x: x + 1, y: y, isBetweenColumns: false)
    let upperLeft = isObject(x, y)
    let upperRight = isObject(x + 1, y)
    let lowerLeft = isObject(x, y + 1)
    let lowerRight = isObject(x + 1, y + 1)
    if upperLeft == lowerRight, upperRight == lowerLeft, upperLeft != upperRight {
      // All four sides are crossed. Whether the object's two corners belong together is for the middle.
      let isJoined = isObject(meanOfFour(x, y))
      let cutsUpperRight = upperLeft == isJoined
      if entry == top { return cutsUpperRight ? right : left }
      if entry == bottom { return cutsUpperRight ? left : right }
      if entry == left { return cutsUpperRight ? bottom : top }
      return cutsUpperRight ? top : bottom
    }
    if entry != top, upperLeft != upperRight { return top }
    if entry != right, upperRight != lowerRight { return right }
    if entry != bottom, lowerLeft != lowerRight { return bottom }
    return left
  }

  /// Where an outline passes between two pixels, and by how much these differ; at the picture's edge
  /// there is but one.
  private func place(of crossing: Crossing) -> (place: SIMD2<Float>, step: Float?) {
    let direction: SIMD2<Float> = crossing.isBetweenColumns ? SIMD2(1, 0) : SIMD2(0, 1)
    let start = SIMD2(Float(crossing.x), Float(crossing.y))
    let next = (
      x: crossing.isBetweenColumns ? crossing.x + 1 : crossing.x,
      y: crossing.isBetweenColumns ? crossing.y : crossing.y + 1
    )
    guard let from = value(crossing.x, crossing.y), let to = value(next.x, next.y) else {
      return (start + direction * 0.5, nil)
    }
    return (start + direction * ((level - from) / (to - from)), abs(to - from))
  }

  private func value(_ x: Int, _ y: Int) -> Float? {
    guard x >= 0, y >= 0, x < size.width, y < size.height else { return nil }
    return Float(pixels[y * size.width + x])
  }

  private func isObject(_ x: Int, _ y: Int) -> Bool {
    guard let value = value(x, y) else { return false }
    return isObject(value)
  }

  private func isObject(_ value: Float) -> Bool { isDark ? value < level : value > level }

  private func meanOfFour(_ x: Int, _ y: Int) -> Float {
    let sum = [(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)].reduce(Float(0)) {
      $0 + (value($1.0, $1.1) ?? level)
    }
    return sum / 4
  }
}

/// The brightness that parts the pixels best into dark and light ones.
///
/// By Otsu, "A threshold selection method from gray-level histograms", 1979: the one between whose
/// sides the variance is the largest, the middle of several.
///
/// - Parameter pixels: At least one.
/// - Returns: In `0.5...254.5`; the middle where all pixels are alike.
package func otsuLevel(of pixels: [UInt8]) -> Float {
  var histogram = [Int](repeating: 0, count: 256)
  for pixel in pixels { histogram[Int(pixel)] += 1 }
  let total = Double(pixels.count)
  let sum = histogram.indices.reduce(0.0) { $0 + Double($1 * histogram[$1]) }
  var (count, sumBelow) = (0.0, 0.0)
  var best = (variance: 0.0, first: 127, last: 127)
  for level in 0..<255 {
    count += Double(histogram[level])
    sumBelow += Double(level * histogram[level])
    guard count > 0, count < total else { continue }
    let difference = sumBelow / count - (sum - sumBelow) / (total - count)
    let variance = count * (total - count) * difference * difference
    if variance > best.variance {
      best = (variance, level, level)
    } else if variance == best.variance, variance > 0 {
      best.last = level
    }
  }
  return Float(best.first + best.last) / 2 + 0.5
}
