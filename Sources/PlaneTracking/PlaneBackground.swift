package import VisionCore

/// What a plane looks like when nothing is over it, and so what is: hands above all.
///
/// Each cell of the plane has the color that it has had long enough. What differs is foreground; what is only
/// darker or brighter, as in a shadow, is not. A value: the same frames give the same answers.
package struct PlaneBackground: Sendable {
  /// What is known of a cell.
  private struct Cell {
    /// Red, green and blue, 0 to 255.
    var color = SIMD4<Float>.zero
    var isKnown = false
    /// What it has shown lately, and in how many frames.
    var recent = SIMD4<Float>.zero
    var frames = 0
  }

  /// The side of a cell, in pixels of the frame.
  package static let cellSide = 4
  /// A color becomes the plane's after so many frames, another one's place it takes after more.
  private static let framesToKnow = 10
  private static let framesToReplace = 100
  /// Where more of what is known has changed it is not hands but the light, or the plane is elsewhere.
  private static let largestShare = 0.6
  /// Colors are alike that differ by less in each channel: in steps, and as a share.
  private static let tolerance: (steps: Float, share: Float) = (14, 0.07)

  /// In cells.
  package let size: PixelSize
  private var cells: [Cell]
  private var colors: [SIMD4<Float>]
  private var foreground: [Bool]

  /// - Parameter frame: The size of the frames, in pixels.
  package init(frame: PixelSize) {
    size = PixelSize(width: frame.width / Self.cellSide, height: frame.height / Self.cellSide)
    let count = size.width * size.height
    cells = [Cell](repeating: Cell(), count: count)
    colors = [SIMD4<Float>](repeating: .zero, count: count)
    foreground = [Bool](repeating: false, count: count)
  }

  /// Which cells of a frame show something that is over the plane.
  ///
  /// - Parameters:
  ///   - pixels: The frame's red, green and blue, row by row; as many as its size says.
  ///   - width: Of the frame, in pixels.
  ///   - pose: From pixels of the reference frame to those of this one, pixel centres at whole numbers.
  ///   - things: Where what stands on the plane is seen, normalized: neither plane nor foreground.
  ///   - mask: 255 for each cell of foreground, 0 elsewhere, row by row; as many as ``size`` says.
  /// - Returns: Whether there is any.
  package mutating func find(
    in pixels: UnsafeBufferPointer<SIMD4<UInt8>>, width: Int, pose: Matrix3, things: [BoundingBox],
    mask: inout [UInt8]
  ) -> Bool {
    for index in mask.indices { mask[index] = 0 }
    guard let back = pose.inverse, size.width > 2, size.height > 2 else { return false }
    average(pixels, width)
    compare(pose, Masks(things, of: size))
    var isAny = false
    for y in 0..<size.height {
      for x in 0..<size.width {
        guard let place = back.map(Self.middle(x, y)), let index = index(of: place), isInCrowd(index)
        else { continue }
        mask[y * size.width + x] = 255
        isAny = true
      }
    }
    return isAny
  }

  /// The middle of a cell, in pixels.
  private static func middle(_ x: Int, _ y: Int) -> SIMD2<Double> {
    (SIMD2(Double(x), Double(y)) + 0.5) * Double(cellSide) - 0.5
  }

  private func index(of place: SIMD2<Double>) -> Int? {
    let cell = (place + 0.5) / Double(Self.cellSide)
    guard cell.x >= 0, cell.y >= 0, cell.x < Double(size.width), cell.y < Double(size.height) else {
      return nil
    }
    return Int(cell.y) * size.width + Int(cell.x)
  }

  /// The mean color of each cell of the frame.
  private mutating func average(_ pixels: UnsafeBufferPointer<SIMD4<UInt8>>, _ width: Int) {
    let side = Self.cellSide
    for y in 0..<size.height {
      for x in 0..<size.width {
        var sum = SIMD4<UInt32>.zero
        for row in 0..<side {
          let start = (y * side + row) * width + x * side
          for column in 0..<side { sum &+= SIMD4<UInt32>(truncatingIfNeeded: pixels[start + column]) }
        }
        colors[y * size.width + x] = SIMD4<Float>(sum) / Float(side * side)
      }
    }
  }

  /// Finds the foreground, in cells of the reference frame, and learns what the rest looks like.
  private mutating func compare(_ pose: Matrix3, _ masks: Masks) {
    var seen = [Int32](repeating: -1, count: cells.count)
    for index in cells.indices {
      foreground[index] = false
      let middle = Self.middle(index % size.width, index / size.width)
      guard let place = pose.map(middle), let here = self.index(of: place),
        !masks.contain(SIMD2(Double(here % size.width), Double(here / size.width)))
      else { continue }
      seen[index] = Int32(here)
    }
    let gain = gain(seen)
    var (known, changed) = (0, 0)
    for index in cells.indices where seen[index] >= 0 && cells[index].isKnown {
      known += 1
      guard !isBackground(colors[Int(seen[index])] * gain, index) else { continue }
      foreground[index] = true
      changed += 1
    }
    if known > 0, Double(changed) > Self.largestShare * Double(known) {
      for index in cells.indices {
        cells[index].isKnown = false
        foreground[index] = false
      }
    }
    for index in cells.indices where seen[index] >= 0 {
      learn(colors[Int(seen[index])], gain, index)
    }
  }

  /// By how much the frame is darker than what is known: the median, for a camera adapts to what it sees.
  private func gain(_ seen: [Int32]) -> Float {
    var counts = [Int](repeating: 0, count: 64)
    var total = 0
    for index in cells.indices where seen[index] >= 0 && cells[index].isKnown {
      let (now, before) = (colors[Int(seen[index])], cells[index].color)
      let ratio = (before.x + before.y + before.z + 3) / (now.x + now.y + now.z + 3)
      counts[max(0, min(63, Int(ratio * 32)))] += 1
      total += 1
    }
    guard total > 0 else { return 1 }
    var (bin, sum) = (0, 0)
    while sum + counts[bin] < (total + 1) / 2 {
      sum += counts[bin]
      bin += 1
    }
    let part = Float((total + 1) / 2 - sum) / Float(max(1, counts[bin]))
    return max(0.5, min(1.9, (Float(bin) + part) / 32))
  }

  /// Whether a color is one that the plane has in a cell or beside it, or such a one in another light.
  private func isBackground(_ color: SIMD4<Float>, _ index: Int) -> Bool {
    let (x, y) = (index % size.width, index / size.width)
    var low = SIMD4<Float>(repeating: .infinity)
    var high = SIMD4<Float>(repeating: -.infinity)
    for near in max(0, y - 1)...min(size.height - 1, y + 1) {
      for beside in max(0, x - 1)...min(size.width - 1, x + 1) {
        let cell = cells[near * size.width + beside]
        guard cell.isKnown else { continue }
        low = pointwiseMin(low, cell.color)
        high = pointwiseMax(high, cell.color)
      }
    }
    if Self.isWithin(color, low, high) { return true }
    let own = cells[index].color
    let light = (color.x + color.y + color.z) / max(1, own.x + own.y + own.z)
    guard light > 0.5, light < 1.25 else { return false }
    // A shadow keeps the color.
    return Self.isWithin(color, low * light, high * light)
  }

  private static func isWithin(_ color: SIMD4<Float>, _ low: SIMD4<Float>, _ high: SIMD4<Float>)
    -> Bool
  {
    let margin = high * tolerance.share + tolerance.steps
    return color.x > low.x - margin.x && color.x < high.x + margin.x && color.y > low.y - margin.y
      && color.y < high.y + margin.y && color.z > low.z - margin.z && color.z < high.z + margin.z
  }

  private mutating func learn(_ color: SIMD4<Float>, _ gain: Float, _ index: Int) {
    let isAsBefore = Self.isWithin(color, cells[index].recent, cells[index].recent)
    if isAsBefore {
      cells[index].recent += (color - cells[index].recent) * 0.1
      cells[index].frames += 1
    } else {
      cells[index].recent = color
      cells[index].frames = 1
    }
    if cells[index].isKnown, !foreground[index] {
      cells[index].color += (color * gain - cells[index].color) * 0.05
    } else if cells[index].frames
      >= (cells[index].isKnown ? Self.framesToReplace : Self.framesToKnow)
    {
      cells[index].color = cells[index].recent
      cells[index].isKnown = true
      foreground[index] = false
    }
  }

  /// Whether most of what is around a cell is foreground: single cells are noise.
  private func isInCrowd(_ index: Int) -> Bool {
    let (x, y) = (index % size.width, index / size.width)
    guard x > 0, y > 0, x < size.width - 1, y < size.height - 1 else { return foreground[index] }
    var count = 0
    for near in (y - 1)...(y + 1) {
      for beside in (x - 1)...(x + 1) where foreground[near * size.width + beside] { count += 1 }
    }
    return count >= 5
  }
}
