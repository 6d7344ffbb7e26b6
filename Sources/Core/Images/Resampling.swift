/// Brings a picture to another size, with the numbers of OpenCV 4.6's `resize`: `INTER_AREA` where
/// neither side grows, else `INTER_LINEAR`.
struct Resampling<Source: PixelRows> {
  private let source: Source
  private let size: PixelSize

  init(of source: Source, to size: PixelSize) {
    self.source = source
    self.size = size
  }

  /// - Parameter put: Takes each pixel of the result, once.
  @inline(__always)
  func run(_ put: (_ x: Int, _ y: Int, SIMD4<UInt8>) -> Void) {
    let (from, to) = (source.size, size)
    if from == to {
      for y in 0..<to.height {
        let row = source.row(y)
        for x in 0..<to.width { put(x, y, row[x].opaque) }
      }
    } else if to.width > from.width || to.height > from.height {
      interpolate(put)
    } else if from.width.isMultiple(of: to.width), from.height.isMultiple(of: to.height) {
      averageBlocks(put)
    } else {
      averageAreas(put)
    }
  }

  // MARK: Shrinking

  /// Each pixel is the mean of as many whole ones.
  @inline(__always)
  private func averageBlocks(_ put: (_ x: Int, _ y: Int, SIMD4<UInt8>) -> Void) {
    let columns = source.size.width / size.width
    let rows = source.size.height / size.height
    // OpenCV rounds halves up in blocks of 2 x 2, and to even else.
    let isQuarter = columns == 2 && rows == 2
    let share = 1 / Float(columns * rows)
    for y in 0..<size.height {
      for x in 0..<size.width {
        var sum = SIMD4<UInt32>.zero
        for row in 0..<rows {
          let pixels = source.row(y * rows + row)
          for column in x * columns..<(x + 1) * columns {
            sum &+= SIMD4(truncatingIfNeeded: pixels[column])
          }
        }
        let mean =
          isQuarter
          ? SIMD4<UInt8>(truncatingIfNeeded: (sum &+ 2) &>> 2) : (SIMD4<Float>(sum) * share).bytes
        put(x, y, mean.opaque)
      }
    }
  }

  /// Each pixel is the mean of an area, whose edges take in parts of pixels.
  @inline(__always)
  private func averageAreas(_ put: (_ x: Int, _ y: Int, SIMD4<UInt8>) -> Void) {
    let columns = Self.shares(of: source.size.width, in: size.width)
    let rows = Self.shares(of: source.size.height, in: size.height)
    var sums = [SIMD4<Float>](repeating: .zero, count: size.width)
    sums.withUnsafeMutableBufferPointer { sums in
      for y in 0..<size.height {
        sums.update(repeating: .zero)
        for row in rows.starts[y]..<rows.starts[y + 1] {
          let pixels = source.row(rows.shares[row].index)
          for x in 0..<size.width {
            var sum = SIMD4<Float>.zero
            for column in columns.starts[x]..<columns.starts[x + 1] {
              let share = columns.shares[column]
              sum += pixels[share.index].floats * share.weight
            }
            sums[x] += sum * rows.shares[row].weight
          }
        }
        for x in 0..<size.width { put(x, y, sums[x].bytes.opaque) }
      }
    }
  }

  /// How much of which pixels goes into each pixel of the result, along one side: those of pixel `i`
  /// stand from `starts[i]` to before `starts[i + 1]`.
  private static func shares(
    of source: Int, in target: Int
  ) -> (starts: [Int], shares: [(index: Int, weight: Float)]) {
    let scale = 1 / (Double(target) / Double(source))
    var starts = [0]
    var shares: [(index: Int, weight: Float)] = []
    for pixel in 0..<target {
      let from = Double(pixel) * scale
      let to = from + scale
      let width = min(scale, Double(source) - from)
      let last = min(Int(to.rounded(.down)), source - 1)
      let first = min(Int(from.rounded(.up)), last)
      // Less than a thousandth of a pixel is the rounding of the division.
      if Double(first) - from > 1e-3 {
        shares.append((first - 1, Float((Double(first) - from) / width)))
      }
      for whole in first..<last { shares.append((whole, Float(1 / width))) }
      if to - Double(last) > 1e-3 {
        shares.append((last, Float(min(min(to - Double(last), 1), width) / width)))
      }
      starts.append(shares.count)
    }
    return (starts, shares)
  }

  // MARK: Growing

  /// Between the centres of pixels, in fixed point of 11 bits.
  @inline(__always)
  private func interpolate(_ put: (_ x: Int, _ y: Int, SIMD4<UInt8>) -> Void) {
    let columns = Self.neighbours(of: source.size.width, in: size.width, weighsEdgeOnce: true)
    let rows = Self.neighbours(of: source.size.height, in: size.height, weighsEdgeOnce: false)
    for y in 0..<size.height {
      let (upper, lower) = (source.row(rows[y].first), source.row(rows[y].second))
      for x in 0..<size.width {
        let column = columns[x]
        func across(_ row: Source.Row) -> SIMD4<Int32> {
          SIMD4<Int32>(truncatingIfNeeded: row[column.first]) &* column.firstWeight
            &+ SIMD4<Int32>(truncatingIfNeeded: row[column.second]) &* column.secondWeight
        }
        let above = ((across(upper) &>> 4) &* rows[y].firstWeight) &>> 16
        let below = ((across(lower) &>> 4) &* rows[y].secondWeight) &>> 16
        put(x, y, SIMD4<UInt8>(truncatingIfNeeded: (above &+ below &+ 2) &>> 2).opaque)
      }
    }
  }

  private struct Neighbours {
    var first: Int
    var second: Int
    var firstWeight: Int32
    var secondWeight: Int32
  }

  /// Beyond the edge the last pixel goes on; OpenCV weighs it once along a row, as two of itself
  /// along a column, and both are rounded down.
  private static func neighbours(
    of source: Int, in target: Int, weighsEdgeOnce: Bool
  ) -> [Neighbours] {
    let scale = 1 / (Double(target) / Double(source))
    return (0..<target).map { pixel in
      let place = Float((Double(pixel) + 0.5) * scale - 0.5)
      var first = Int(place.rounded(.down))
      var part = place - Float(first)
      if weighsEdgeOnce, first < 0 { (first, part) = (0, 0) }
      if weighsEdgeOnce, first >= source - 1 { (first, part) = (source - 1, 0) }
      return Neighbours(
        first: max(first, 0), second: min(first + 1, source - 1),
        firstWeight: Int32(((1 - part) * 2048).rounded(.toNearestOrEven)),
        secondWeight: Int32((part * 2048).rounded(.toNearestOrEven)))
    }
  }
}

extension SIMD4<UInt8> {
  @inline(__always)
  fileprivate var opaque: SIMD4<UInt8> { SIMD4(x, y, z, 255) }
  @inline(__always)
  fileprivate var floats: SIMD4<Float> { SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: self)) }
}

extension SIMD4<Float> {
  /// The nearest whole numbers, of halves the even one; all lie in `0...255`.
  @inline(__always)
  var bytes: SIMD4<UInt8> {
    // From 2^23 on floats have no fractions, so that adding it rounds; their last bits are then the
    // whole number.
    SIMD4<UInt8>(truncatingIfNeeded: unsafeBitCast(self + 8_388_608, to: SIMD4<UInt32>.self))
  }
}
