package import VisionCore

/// What a plane looks like when nothing is over it, and so what is: hands above all.
///
/// Each cell of the plane has the color that it has had long enough. What differs is foreground; what is only
/// darker, as in a shadow, is shade. Foreground that reaches the frame's edge is an arm, and stays foreground
/// while a hand could rest like that; other foreground that keeps still is the plane's sooner. A value: the same frames
/// give the same answers.
package struct PlaneBackground: Sendable {
  /// What is known of a cell.
  private struct Cell {
    /// Red, green and blue, 0 to 255.
    var color = SIMD4<Float>.zero
    var isKnown = false
    /// Whether something stood on it, before it was known.
    var wasHidden = false
    /// Whether it was learned next to something that stands on the plane: its side or its shadow, perhaps.
    var isDoubtful = false
    /// What it has shown lately, and for how many seconds.
    var recent = SIMD4<Float>.zero
    var age: Float = 0
  }

  /// The side of a cell, in pixels of the frame.
  package static let cellSide = 2
  /// What is this near to a die is neither the plane nor over it, in shares of its box: its edges.
  static let margin = 0.15
  /// Within this of a box are a die's sides and its shadow, mostly.
  private static let surroundings = 0.6
  /// Seconds until a color counts as the plane's, and until it replaces another: one that was doubtful, or was not.
  private static let (timeToKnow, timeToCorrect, timeToReplace): (Float, Float, Float) = (
    0.35, 0.5, 2
  )
  /// Seconds after which foreground of which nearly all has kept still is no arm: no hand rests like that.
  private static let (timeToDoubt, still): (Float, Double) = (20, 0.995)
  /// Seconds that count at most between two frames: of longer pauses nothing is known.
  private static let maximumStep: Float = 0.5
  /// Seconds in which a color of the plane, and what a cell has shown lately, follow what is seen.
  private static let (timeOfColor, timeOfRecent): (Float, Float) = (0.67, 0.33)
  /// The width of gaps in arms, in cells.
  private static let gap = 2
  /// Half the width of clefts in arms that are filled, and the maximum size of holes, both in cells.
  private static let (cleft, maximumHole) = (3, 600)
  /// Where more of what is known has changed it is not hands but the light, or the plane is elsewhere.
  private static let maximumShare = 0.6
  /// So is less that keeps still: a lamp was switched on.
  private static let settledShare = 0.25
  /// Colors are alike that differ by less in each channel: in steps, and as a share.
  private static let tolerance: (steps: Float, share: Float) = (9, 0.05)
  /// Beside what is confidently foreground, less of that says enough.
  private static let enough: Float = 0.4
  /// How bright a shadow may be, and what a camera that adapts leaves, in shares of the plane's brightness.
  private static let light: ClosedRange<Float> = 0.4...1.15
  /// What is darker than this share of the plane's brightness is in the shade.
  private static let shaded: Float = 0.92
  /// Of nine cells around one, its own among them, this many make it opaque, and this many leave it clear.
  private static let (crowd, few) = (6, 3)

  /// In cells.
  package let size: PixelSize
  private let frame: PixelSize
  private var cells: [Cell]
  private var colors: [SIMD4<Float>]
  private var foreground: [Bool]
  /// Foreground that is connected to the frame's edge.
  private var arms: [Bool]
  /// How much darker each cell is than the plane, 0 to 1.
  private var shades: [Float]
  private var lastTime = 0.0
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
    arms = [Bool](repeating: false, count: count)
    shades = [Float](repeating: 0, count: count)
    differences = [Float](repeating: 0, count: count)
    places = [PixelPoint](repeating: PixelPoint(.zero), count: count)
    seen = [Int32](repeating: -1, count: count)
  }

  /// What is over the plane in a frame.
  ///
  /// - Parameters:
  ///   - pixels: The frame's red, green and blue, row by row; as many as its size says.
  ///   - width: Of the frame, in pixels.
  ///   - time: When it was taken, in seconds.
  ///   - pose: From pixels of the reference frame to those of this one.
  ///   - dice: The boxes of what stands on the plane, normalized.
  ///   - cover: Filled with how much of each cell is foreground and how dark the shade on it is.
  /// - Returns: Whether there is any.
  package mutating func find(
    in pixels: UnsafeBufferPointer<SIMD4<UInt8>>, width: Int, at time: Double, pose: Matrix3,
    dice: [BoundingBox], cover: inout PlaneCover
  ) -> Bool {
    cover.clear(size)
    guard let back = pose.inverse, size.width > 2, size.height > 2 else { return false }
    reach = pose == lastPose ? 0.5 : 1
    lastPose = pose
    average(pixels, width)
    compare(pose, dice, time)
    guard foreground.contains(true) || shades.contains(where: { $0 > 0 }) else { return false }
    var isAny = false
    let isStill = pose == .identity
    for cell in cells.indices {
      guard let index = isStill ? cell : back.map(middle(cell)).flatMap({ self.index(of: $0) })
      else { continue }
      let (opacity, shade) = (opacity(index), shade(index))
      guard opacity > 0 || shade > 0 else { continue }
      cover.opacity[cell] = UInt8(255 * opacity)
      cover.shade[cell] = UInt8(255 * shade)
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

  /// Finds the foreground and the shade, in cells of the reference frame, and learns what the rest looks like.
  private mutating func compare(
    _ pose: Matrix3, _ boxes: [BoundingBox], _ time: Double
  ) {
    let dice = Masks(boxes, of: frame)
    let things = Masks(boxes.map { $0.grown(by: Self.margin) }, of: frame)
    let surroundings = Masks(boxes.map { $0.grown(by: Self.surroundings) }, of: frame)
    // A film may begin again.
    let step = max(0, min(Self.maximumStep, Float(time - lastTime)))
    lastTime = time
    for index in cells.indices {
      foreground[index] = false
      shades[index] = 0
      seen[index] = -1
      guard let place = pose.map(middle(index)), let here = self.index(of: place) else { continue }
      guard !things.contain(place) else {
        if !cells[index].isKnown { cells[index].wasHidden = dice.contain(place) }
        continue
      }
      seen[index] = Int32(here)
      places[index] = place
    }
    var gain = gain()
    var (known, changed, settled) = (0, 0, 0)
    for index in cells.indices {
      differences[index] = 0
      guard seen[index] >= 0 else { continue }
      guard cells[index].isKnown else {
        // A die that is not recognized for a moment, or the hand that takes it.
        foreground[index] = cells[index].wasHidden
        continue
      }
      known += 1
      // Nearly all of a table looks as it did: what lies between cells is looked at where it does not.
      let nearest = colors[Int(seen[index])] * gain
      let own = cells[index].color
      if Self.difference(of: nearest, own, own) > 0 {
        differences[index] = difference(of: color(at: places[index]) * gain, index)
      }
      guard differences[index] > 1 else {
        shades[index] = darkness(of: nearest, index)
        continue
      }
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
        shades[index] = 0
      }
      gain = 1
    }
    grow()
    if findArms() { fillArms() }
    for index in cells.indices where seen[index] >= 0 {
      learn(
        colors[Int(seen[index])], gain, index, step: step,
        isDoubtful: surroundings.contain(places[index]))
    }
  }

  /// How much darker than the plane a color is in a cell, 0 to 1; 0 for the noise of sensors.
  private func darkness(of color: SIMD4<Float>, _ index: Int) -> Float {
    let own = cells[index].color
    let light = (color.x + color.y + color.z + 3) / (own.x + own.y + own.z + 3)
    return light < Self.shaded ? 1 - max(0, light) : 0
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
    return min(difference, 1.2 * Self.difference(of: color, own * light, own * light))
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

  /// Marks the foreground that is connected to the frame's edge, as a hand is by its arm; returns whether there is any.
  private mutating func findArms() -> Bool {
    for index in arms.indices { arms[index] = false }
    var isAny = false
    // What an arm has left behind that was there from the beginning.
    var left: [Int] = []
    for start in arms.indices where !arms[start] && isAtEdge(start) {
      let arm = connected(to: start)
      let resting = arm.count { cells[$0].age >= Self.timeToDoubt }
      if Double(resting) < Self.still * Double(arm.count) {
        isAny = true
      } else {
        left += arm
      }
    }
    // Only now, so that none of it is looked at again.
    for index in left { arms[index] = false }
    return isAny
  }

  /// Whether a cell is foreground at the edge of the frame, or of the frame that was begun with. Of a cell that is not known
  /// nothing says that it is an arm.
  private func isAtEdge(_ index: Int) -> Bool {
    guard foreground[index], cells[index].isKnown else { return false }
    let width = size.width
    return [index, Int(seen[index])].contains { place in
      let (x, y) = (place % width, place / width)
      return x <= Self.gap || y <= Self.gap || x >= width - 1 - Self.gap
        || y >= size.height - 1 - Self.gap
    }
  }

  /// Marks the foreground that is connected to a cell, and returns its cells.
  private mutating func connected(to start: Int) -> [Int] {
    let reach = Self.gap + 1
    var found = [start]
    var next = 0
    arms[start] = true
    while next < found.count {
      let (x, y) = (found[next] % size.width, found[next] / size.width)
      next += 1
      for row in max(0, y - reach)...min(size.height - 1, y + reach) {
        for column in max(0, x - reach)...min(size.width - 1, x + reach) {
          let near = row * size.width + column
          guard foreground[near], !arms[near] else { continue }
          arms[near] = true
          found.append(near)
        }
      }
    }
    return found
  }

  /// Adds to arms what they show of the plane's colors: clefts, and holes.
  private mutating func fillArms() {
    var closed = CellMask(arms, size: size)
    closed.close(by: Self.cleft)
    closed.fillHoles(upTo: Self.maximumHole)
    for index in arms.indices where closed.isSet[index] && seen[index] >= 0 {
      arms[index] = true
      foreground[index] = true
      shades[index] = 0
    }
  }

  private func isAsLately(_ color: SIMD4<Float>, _ index: Int) -> Bool {
    Self.difference(of: color, cells[index].recent, cells[index].recent) < 1
  }

  private func isSettled(_ color: SIMD4<Float>, _ index: Int) -> Bool {
    cells[index].age >= Self.timeToKnow && isAsLately(color, index)
  }

  /// Learns what a cell looks like from a frame, `step` seconds after the one before.
  private mutating func learn(
    _ color: SIMD4<Float>, _ gain: Float, _ index: Int, step: Float, isDoubtful: Bool
  ) {
    if isAsLately(color, index) {
      cells[index].recent += (color - cells[index].recent) * min(1, step / Self.timeOfRecent)
      cells[index].age += step
    } else {
      cells[index].recent = color
      cells[index].age = 0
    }
    if cells[index].isKnown, !foreground[index] {
      // A shadow that passes is not the plane's.
      guard shades[index] == 0 || cells[index].age >= Self.timeToReplace else { return }
      cells[index].color +=
        (color * gain - cells[index].color) * min(1, step / Self.timeOfColor)
      if !isDoubtful { cells[index].isDoubtful = false }
    } else if !arms[index], cells[index].age >= timeUntilKnown(index) {
      cells[index].color = cells[index].recent * gain
      cells[index].isKnown = true
      cells[index].wasHidden = false
      cells[index].isDoubtful = isDoubtful
      foreground[index] = false
    }
  }

  private func timeUntilKnown(_ index: Int) -> Float {
    guard cells[index].isKnown else { return Self.timeToKnow }
    return cells[index].isDoubtful ? Self.timeToCorrect : Self.timeToReplace
  }

  /// How much of a cell is foreground, 0 to 1, by what is around it: single cells are noise, and edges are soft.
  private func opacity(_ index: Int) -> Float {
    let (x, y) = (index % size.width, index / size.width)
    guard x > 0, y > 0, x < size.width - 1, y < size.height - 1 else {
      return foreground[index] ? 1 : 0
    }
    var count = 0
    for near in (y - 1)...(y + 1) {
      for beside in (x - 1)...(x + 1) where foreground[near * size.width + beside] { count += 1 }
    }
    return max(0, min(1, Float(count - Self.few) / Float(Self.crowd - Self.few)))
  }

  /// How dark the shade is on a cell, 0 to 1: the mean around it, where more than a third of that is shaded.
  private func shade(_ index: Int) -> Float {
    let (x, y) = (index % size.width, index / size.width)
    guard x > 0, y > 0, x < size.width - 1, y < size.height - 1 else { return shades[index] }
    var (count, sum) = (0, Float(0))
    for near in (y - 1)...(y + 1) {
      for beside in (x - 1)...(x + 1) {
        let one = shades[near * size.width + beside]
        if one > 0 { count += 1 }
        sum += one
      }
    }
    return count > Self.few ? sum / Float(9) : 0
  }
}

extension BoundingBox {
  /// The same with what is around it, to each side this share of its width and height.
  func grown(by share: Double) -> BoundingBox {
    BoundingBox(
      x: x - share * width, y: y - share * height, width: width * (1 + 2 * share),
      height: height * (1 + 2 * share))
  }
}
