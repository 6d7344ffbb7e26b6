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
  /// Frames until a color counts as the plane's, and until it replaces another.
  private static let framesToKnow = 10
  private static let framesToReplace = 100
  /// Where more of what is known has changed it is not hands but the light, or the plane is elsewhere.
  private static let maximumShare = 0.6
  /// So is less that keeps still: a lamp was switched on.
  private static let settledShare = 0.25
  /// Colors are alike that differ by less in each channel: in steps, and as a share.
  private static let tolerance: (steps: Float, share: Float) = (9, 0.05)
  /// Beside what is confidently foreground, less of that says enough.
  private static let enough: Float = 0.5
  /// How bright a shadow may be, and what a camera that adapts leaves, in shares of the plane's brightness.
  private static let light: ClosedRange<Float> = 0.5...1.15

  /// In cells.
  package let size: PixelSize
  private let frame: PixelSize
  private var cells: [Cell]
  private var colors: [SIMD4<Float>]
  private var foreground: [Bool]
  private var lastPose = Matrix3.identity
  /// Which part of the way to the cells beside it a cell may show: less while the camera stands.
  private var reach: Float = 0.5
  /// By how many tolerances each cell differs from the plane.
  private var differences: [Float]
  /// Where each cell of the reference frame is in this one, and in which cell of it; -1 where it is not seen.
  private var places: [PixelPoint]
  private var seen: [Int32]

  /// - Parameter frame: The size of the frames, in pixels.
  package init(frame: PixelSize) {
    self.frame = frame
    size = PixelSize(width: frame.width / Self.cellSide, height: frame.height / Self.cellSide)
    let count = size.width * size.height
    cells = [Cell](repeating: Cell(), count: count)
    colors = [SIMD4<Float>](repeating: .zero, count: count)
    foreground = [Bool](repeating: false, count: count)
    differences = [Float](repeating: 0, count: count)
    places = [PixelPoint](repeating: PixelPoint(.zero), count: count)
    seen = [Int32](repeating: -1, count: count)
  }

  /// Which cells of a frame show something that is over the plane.
  ///
  /// - Parameters:
  ///   - pixels: The frame's red, green and blue, row by row; as many as its size says.
  ///   - width: Of the frame, in pixels.
  ///   - pose: From pixels of the reference frame to those of this one.
  ///   - things: Where what stands on the plane is seen, normalized: neither plane nor foreground.
  ///   - mask: 255 for each cell of foreground, 0 elsewhere, row by row; as many as ``size`` says.
  /// - Returns: Whether there is any.
  package mutating func find(
    in pixels: UnsafeBufferPointer<SIMD4<UInt8>>, width: Int, pose: Matrix3, things: [BoundingBox],
    mask: inout [UInt8]
  ) -> Bool {
    for index in mask.indices { mask[index] = 0 }
    guard let back = pose.inverse, size.width > 2, size.height > 2 else { return false }
    reach = pose == lastPose ? 0.5 : 1
    lastPose = pose
    average(pixels, width)
    compare(pose, Masks(things, of: frame))
    guard foreground.contains(true) else { return false }
    var isAny = false
    for cell in cells.indices {
      guard let place = back.map(middle(cell)), let index = index(of: place), isInCrowd(index)
      else {
        continue
      }
      mask[cell] = 255
      isAny = true
    }
    return isAny
  }

  /// The middle of a cell.
  private func middle(_ index: Int) -> PixelPoint {
    PixelPoint(x: Double(index % size.width), y: Double(index / size.width))
      .scaled(by: Double(Self.cellSide))
  }

  private func index(of place: PixelPoint) -> Int? {
    let cell = EdgePoint(place) * (1 / Double(Self.cellSide))
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
          for column in 0..<side {
            sum &+= SIMD4<UInt32>(truncatingIfNeeded: pixels[start + column])
          }
        }
        colors[y * size.width + x] = SIMD4<Float>(sum) / Float(side * side)
      }
    }
  }

  /// Finds the foreground, in cells of the reference frame, and learns what the rest looks like.
  private mutating func compare(_ pose: Matrix3, _ masks: Masks) {
    for index in cells.indices {
      foreground[index] = false
      seen[index] = -1
      guard let place = pose.map(middle(index)), let here = self.index(of: place),
        !masks.contain(place)
      else { continue }
      seen[index] = Int32(here)
      places[index] = place
    }
    var gain = gain()
    var (known, changed, settled) = (0, 0, 0)
    for index in cells.indices {
      differences[index] = 0
      guard seen[index] >= 0, cells[index].isKnown else { continue }
      known += 1
      differences[index] = difference(of: color(at: places[index]) * gain, index)
      guard differences[index] > 1 else { continue }
      foreground[index] = true
      changed += 1
      if isSettled(colors[Int(seen[index])], index) { settled += 1 }
    }
    if Double(changed) > Self.maximumShare * Double(known)
      || Double(settled) > Self.settledShare * Double(known)
    {
      for index in cells.indices {
        cells[index].isKnown = false
        foreground[index] = false
      }
      gain = 1
    }
    grow()
    for index in cells.indices where seen[index] >= 0 {
      learn(colors[Int(seen[index])], gain, index)
    }
  }

  /// By how much the frame is darker than what is known: the median, for a camera adapts to what it sees.
  private func gain() -> Float {
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

  /// By how many tolerances a color differs from what the plane shows in a cell and on the way to those beside
  /// it, whatever the light.
  private func difference(of color: SIMD4<Float>, _ index: Int) -> Float {
    let (x, y) = (index % size.width, index / size.width)
    let own = cells[index].color
    // The way to what is beside it only adds to what a cell may show.
    guard Self.difference(of: color, own, own) > 0 else { return 0 }
    var (low, high) = (own, own)
    for beside in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
      guard beside.0 >= 0, beside.1 >= 0, beside.0 < size.width, beside.1 < size.height else {
        continue
      }
      let cell = cells[beside.1 * size.width + beside.0]
      guard cell.isKnown else { continue }
      let near = own + (cell.color - own) * reach
      low = pointwiseMin(low, near)
      high = pointwiseMax(high, near)
    }
    let difference = Self.difference(of: color, low, high)
    let light = (color.x + color.y + color.z) / max(1, own.x + own.y + own.z)
    guard difference > 0, Self.light.contains(light) else { return difference }
    // A shadow keeps the color.
    return min(difference, 1.5 * Self.difference(of: color, own * light, own * light))
  }

  private static func difference(of color: SIMD4<Float>, _ low: SIMD4<Float>, _ high: SIMD4<Float>)
    -> Float
  {
    let off = pointwiseMax(low - color, color - high) / (high * tolerance.share + tolerance.steps)
    return max(0, max(off.x, max(off.y, off.z)))
  }

  /// The frame's color between the middles of its cells.
  private func color(at place: PixelPoint) -> SIMD4<Float> {
    let cell = place.scaled(by: 1 / Double(Self.cellSide))
    let (x, y) = (
      max(0, min(Double(size.width - 1), cell.x)), max(0, min(Double(size.height - 1), cell.y))
    )
    let (left, top) = (min(Int(x), size.width - 2), min(Int(y), size.height - 2))
    let (across, down) = (Float(x - Double(left)), Float(y - Double(top)))
    let start = top * size.width + left
    let upper = colors[start] * (1 - across) + colors[start + 1] * across
    let lower = colors[start + size.width] * (1 - across) + colors[start + size.width + 1] * across
    return upper * (1 - down) + lower * down
  }

  /// Adds what differs enough and touches foreground.
  private mutating func grow() {
    var edge = foreground.indices.filter { foreground[$0] }
    while let index = edge.popLast() {
      let (x, y) = (index % size.width, index / size.width)
      for beside in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
        guard beside.0 >= 0, beside.1 >= 0, beside.0 < size.width, beside.1 < size.height else {
          continue
        }
        let next = beside.1 * size.width + beside.0
        guard !foreground[next], differences[next] > Self.enough else { continue }
        foreground[next] = true
        edge.append(next)
      }
    }
  }

  private func isAsLately(_ color: SIMD4<Float>, _ index: Int) -> Bool {
    Self.difference(of: color, cells[index].recent, cells[index].recent) < 1
  }

  private func isSettled(_ color: SIMD4<Float>, _ index: Int) -> Bool {
    cells[index].frames >= Self.framesToKnow && isAsLately(color, index)
  }

  private mutating func learn(_ color: SIMD4<Float>, _ gain: Float, _ index: Int) {
    if isAsLately(color, index) {
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
      cells[index].color = cells[index].recent * gain
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
