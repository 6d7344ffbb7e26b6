/// The parts of a mask that hang together, also by corners.
///
/// Runs of pixels along rows are joined to those of the row above: He, Chao and Suzuki, "A Run-Based
/// Two-Scan Labeling Algorithm" (2008), doi:10.1109/TIP.2008.919369.
package struct ConnectedParts: Sendable {
  package struct Part: Hashable, Sendable {
    /// How many pixels it has.
    package var area = 0
    package var box: PixelRect
    /// Of its pixels' columns and rows.
    fileprivate var sum = SIMD2<Int>.zero

    /// The mean of its pixels.
    package var center: PixelPoint {
      PixelPoint(
        x: Double(sum.x) / Double(area), y: Double(sum.y) / Double(area))
    }
  }

  /// Pixels of a row beside each other.
  package struct Run: Hashable, Sendable {
    package var row: Int
    package var columns: Range<Int>
    /// Which part they are of.
    package var part: Int
  }

  /// In the order of their first pixels, row by row.
  package private(set) var parts: [Part] = []
  /// Row by row, from left to right.
  package private(set) var runs: [Run] = []
  /// Where each row's runs begin.
  private var rowStarts: [Int]

  package init(of mask: BytePlane) {
    rowStarts = [Int](repeating: 0, count: mask.size.height + 1)
    var parents: [Int] = []
    mask.bytes.withUnsafeBytes { bytes in
      for row in 0..<mask.size.height {
        rowStarts[row] = runs.count
        let above = row > 0 ? rowStarts[row - 1]..<rowStarts[row] : 0..<0
        findRuns(inRow: row, width: mask.size.width, of: bytes, above, &parents)
      }
    }
    rowStarts[mask.size.height] = runs.count
    number(parents)
  }

  /// The runs of a row.
  package func runs(inRow row: Int) -> ArraySlice<Run> { runs[rowStarts[row]..<rowStarts[row + 1]] }

  private mutating func findRuns(
    inRow row: Int, width: Int, of bytes: UnsafeRawBufferPointer, _ above: Range<Int>,
    _ parents: inout [Int]
  ) {
    let start = row * width
    var (x, next) = (0, above.lowerBound)
    while x < width {
      if x + 16 <= width, load(bytes, start + x, 16) == .zero {
        x += 16
        continue
      }
      guard bytes[start + x] != 0 else {
        x += 1
        continue
      }
      let first = x
      while x < width, bytes[start + x] != 0 { x += 1 }
      // Those above that touch it, corners included.
      while next < above.upperBound, runs[next].columns.upperBound < first { next += 1 }
      var label = -1
      var touching = next
      while touching < above.upperBound, runs[touching].columns.lowerBound <= x {
        let other = Self.root(of: runs[touching].part, &parents)
        if label < 0 {
          label = other
        } else if label != other {
          // The one that was found first gives its name.
          parents[max(label, other)] = min(label, other)
          label = min(label, other)
        }
        touching += 1
      }
      if label < 0 {
        label = parents.count
        parents.append(label)
      }
      runs.append(Run(row: row, columns: first..<x, part: label))
    }
  }

  private static func root(of label: Int, _ parents: inout [Int]) -> Int {
    var root = label
    while parents[root] != root { root = parents[root] }
    parents[label] = root
    return root
  }

  /// Numbers the parts, and measures them.
  private mutating func number(_ parents: [Int]) {
    var parents = parents
    var numbers = [Int](repeating: -1, count: parents.count)
    for index in runs.indices {
      let (row, columns) = (runs[index].row, runs[index].columns)
      let root = Self.root(of: runs[index].part, &parents)
      if numbers[root] < 0 {
        numbers[root] = parts.count
        parts.append(
          Part(box: PixelRect(x: columns.lowerBound, y: row, width: columns.count, height: 1)))
      }
      let number = numbers[root]
      runs[index].part = number
      parts[number].add(row: row, columns)
    }
  }
}

extension ConnectedParts.Part {
  fileprivate mutating func add(row: Int, _ columns: Range<Int>) {
    area += columns.count
    sum &+= SIMD2(
      (columns.lowerBound + columns.upperBound - 1) * columns.count / 2, row * columns.count)
    let right = max(box.x + box.width, columns.upperBound)
    box.x = min(box.x, columns.lowerBound)
    box.width = right - box.x
    box.height = row + 1 - box.y
  }
}
