package import VisionCore

/// Cells of a grid that are set, row by row, and the morphology on them.
package struct CellMask: Sendable {
  package private(set) var isSet: [Bool]
  private let size: PixelSize

  package init(_ isSet: [Bool], size: PixelSize) {
    self.isSet = isSet
    self.size = size
  }

  /// Sets the cells in clefts of at most twice `radius`: a closing by a square.
  package mutating func close(by radius: Int) {
    // What is next to the grid's edge spreads over it, and back.
    let wide = PixelSize(width: size.width + 2 * radius, height: size.height + 2 * radius)
    var padded = CellMask([Bool](repeating: false, count: wide.width * wide.height), size: wide)
    for y in 0..<size.height {
      for x in 0..<size.width {
        padded.isSet[(y + radius) * wide.width + x + radius] = isSet[y * size.width + x]
      }
    }
    padded.spread(true, by: radius)
    padded.spread(false, by: radius)
    for y in 0..<size.height {
      for x in 0..<size.width {
        isSet[y * size.width + x] = padded.isSet[(y + radius) * wide.width + x + radius]
      }
    }
  }

  /// Sets the cells of holes that have at most `count`: parts without set cells that do not reach the grid's edge.
  package mutating func fillHoles(upTo count: Int) {
    var isSeen = isSet
    for start in isSet.indices where !isSeen[start] {
      var hole = [start]
      var (next, reachesEdge) = (0, false)
      isSeen[start] = true
      while next < hole.count {
        let index = hole[next]
        next += 1
        let (x, y) = (index % size.width, index / size.width)
        for (column, row) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
          guard column >= 0, row >= 0, column < size.width, row < size.height else {
            reachesEdge = true
            continue
          }
          let near = row * size.width + column
          guard !isSeen[near] else { continue }
          isSeen[near] = true
          hole.append(near)
        }
      }
      guard !reachesEdge, hole.count <= count else { continue }
      for index in hole { isSet[index] = true }
    }
  }

  /// Gives `value` to the cells in the square around each cell that has it, along one axis after the other.
  private mutating func spread(_ value: Bool, by radius: Int) {
    for y in 0..<size.height { spread(value, by: radius, from: y * size.width, 1, size.width) }
    for x in 0..<size.width { spread(value, by: radius, from: x, size.width, size.height) }
  }

  private mutating func spread(
    _ value: Bool, by radius: Int, from start: Int, _ step: Int, _ count: Int
  ) {
    var before: [Int] = []
    for place in 0..<count where isSet[start + place * step] == value { before.append(place) }
    // The last of these that is not too far ahead.
    var last = -radius - 1
    var next = 0
    for place in 0..<count {
      while next < before.count, before[next] <= place + radius {
        last = before[next]
        next += 1
      }
      if last >= place - radius { isSet[start + place * step] = value }
    }
  }
}
