/// Which samples of a plane go into which pixel of a drawing.
struct PlaneShares {
  var columns: [Share]
  var rows: [Share]
  /// What makes means of the sums that go into a pixel: one factor for its column, one for its row.
  let columnUnits: [Float]
  let rowUnits: [Float]

  /// What the weights of one pixel add up to along a row and down a column. The sums of a column have
  /// 16 bits, and those of a pixel 31.
  private static let (alongRow, downColumn) = (32_766, 256)

  /// - Parameters:
  ///   - part: What is drawn, in samples of the plane.
  ///   - size: How large it is drawn.
  init(of part: PixelRect, to size: PixelSize) {
    let grows = size.width > part.width || size.height > part.height
    columns = Share.along(
      part.x, part.width, to: size.width, grows: grows, budget: Self.alongRow)
    rows = Share.along(
      part.y, part.height, to: size.height, grows: grows, budget: Self.downColumn)
    columnUnits = columns.map { $0.unit }
    rowUnits = rows.map { $0.unit }
  }

  /// Those of a plane of half the width and height.
  var halved: PlaneShares {
    var shares = self
    shares.columns = columns.map { $0.halved }
    shares.rows = rows.map { $0.halved }
    return shares
  }
}

/// Brings a part of a plane to another size, row by row: first the sums down the columns, sixteen
/// bytes at once in 16 bits each, then those along the row.
struct PlaneScaling {
  /// How eight pixels in a row are made of columns.
  private enum Pattern {
    /// Each of the next one.
    case single
    /// Two at a time of the next one.
    case doubled
    /// Each of the next two alike.
    case pair
    case other
  }

  private let plane: PicturePlanes.Plane
  private let channels: Int
  private let rows: [Share]
  /// The first sample that is needed of each row.
  private let start: Int
  /// Which sums of columns go into which pixel.
  let columns: [Share]
  /// Those of eight pixels each.
  private let patterns: [Pattern]
  /// How many columns' sums there are.
  let count: Int

  /// - Parameters:
  ///   - plane: What is scaled.
  ///   - channels: How many samples lie together.
  ///   - shares: Which of them are needed.
  init(_ plane: PicturePlanes.Plane, channels: Int, _ shares: PlaneShares) {
    // Shares rise from pixel to pixel.
    let first = shares.columns.first.map { $0.first } ?? 0
    let end = shares.columns.last.map { $0.first + $0.count } ?? 0
    self.plane = plane
    self.channels = channels
    rows = shares.rows
    start = first * channels
    count = (end - first) * channels
    columns = shares.columns.map { column in
      var column = column
      column.first = (column.first - first) * channels
      return column
    }
    patterns = stride(from: 0, to: columns.count, by: Self.atOnce).map { [columns] start in
      Self.pattern(of: columns[start..<min(start + Self.atOnce, columns.count)], channels)
    }
  }

  /// How many means are made at once, and the slack, in elements, that a row of sums, units and means needs behind its
  /// end.
  static let atOnce = 8

  private static func pattern(of columns: ArraySlice<Share>, _ channels: Int) -> Pattern {
    guard columns.count == atOnce, let first = columns.first else { return .other }
    func isOf(_ count: Int, step: (Int) -> Int) -> Bool {
      columns.enumerated().allSatisfy { index, column in
        column.count == count && column.lead == first.lead
          && (count == 1 || column.trail == first.lead)
          && column.first == first.first + step(index) * channels
      }
    }
    if isOf(1, step: { $0 }) { return .single }
    if isOf(1, step: { $0 / 2 }) { return .doubled }
    return channels == 1 && isOf(2, step: { 2 * $0 }) ? .pair : .other
  }

  /// The means of a row's pixels.
  ///
  /// - Parameters:
  ///   - sums: Those of the columns, from the channel on that is wanted, and slack for each channel.
  ///   - units: What makes means of the sums that go into a pixel, for its column; and slack.
  ///   - rowUnit: The same for its row.
  ///   - means: Room for a mean for each column, and slack.
  func writeMeans(
    of sums: UnsafePointer<UInt16>, units: UnsafePointer<Float>, rowUnit: Float,
    into means: UnsafeMutablePointer<Float>
  ) {
    var x = 0
    for pattern in patterns {
      defer { x &+= Self.atOnce }
      let column = columns[x]
      let start = UnsafeRawPointer(sums + column.first)
      let sum: SIMD8<Int32>
      switch pattern {
      case .single: sum = SIMD8(truncatingIfNeeded: eight(start)) &* column.lead
      case .doubled:
        let four = eight(start).lowHalf
        var eight = SIMD8<UInt16>.zero
        (eight.evenHalf, eight.oddHalf) = (four, four)
        sum = SIMD8(truncatingIfNeeded: eight) &* column.lead
      case .pair:
        let pairs = start.loadUnaligned(as: SIMD16<UInt16>.self)
        sum =
          (SIMD8(truncatingIfNeeded: pairs.evenHalf) &+ SIMD8(truncatingIfNeeded: pairs.oddHalf))
          &* column.lead
      case .other:
        for x in x..<min(x &+ Self.atOnce, columns.count) {
          means[x] = Float(columns[x].sum(of: sums, step: channels)) * (units[x] * rowUnit)
        }
        continue
      }
      let units = UnsafeRawPointer(units + x).loadUnaligned(as: SIMD8<Float>.self)
      UnsafeMutableRawPointer(means + x).storeBytes(
        of: SIMD8<Float>(sum) * (units * rowUnit), as: SIMD8<Float>.self)
    }
  }

  /// The next eight sums of a channel.
  @inline(__always)
  private func eight(_ start: UnsafeRawPointer) -> SIMD8<UInt16> {
    channels == 1
      ? start.loadUnaligned(as: SIMD8<UInt16>.self)
      : start.loadUnaligned(as: SIMD16<UInt16>.self).evenHalf
  }

  /// Sums up the samples that go into a row of the drawing, down the columns; there are ``count`` sums.
  func sumColumns(forRow row: Int, into sums: UnsafeMutablePointer<UInt16>) {
    let share = rows[row]
    let top = UnsafeRawPointer(plane.row(share.first) + start)
    let bottom = (share.count - 1) * plane.stride
    let (lead, inner) = (UInt16(share.lead), UInt16(share.inner))
    let trail = share.count > 1 ? UInt16(share.trail) : 0

    var index = 0
    while index &+ 16 <= count {
      let samples = top + index
      var (left, right) = (SIMD8<UInt16>.zero, SIMD8<UInt16>.zero)
      var offset = plane.stride
      while offset < bottom {
        let (first, second) = (samples + offset).sixteenBytes
        left &+= first
        right &+= second
        offset &+= plane.stride
      }
      let (first, last) = (samples.sixteenBytes, (samples + bottom).sixteenBytes)
      let target = UnsafeMutableRawPointer(sums + index)
      target.storeBytes(
        of: left &* inner &+ first.0 &* lead &+ last.0 &* trail, as: SIMD8<UInt16>.self)
      (target + 16).storeBytes(
        of: right &* inner &+ first.1 &* lead &+ last.1 &* trail, as: SIMD8<UInt16>.self)
      index &+= 16
    }
    while index < count {
      let samples = (top + index).assumingMemoryBound(to: UInt8.self)
      var sum: UInt16 = 0
      var offset = plane.stride
      while offset < bottom {
        sum &+= UInt16(samples[offset])
        offset &+= plane.stride
      }
      sums[index] = sum &* inner &+ UInt16(samples[0]) &* lead &+ UInt16(samples[bottom]) &* trail
      index &+= 1
    }
  }
}

extension Share {
  /// The weighted sum of columns' sums that lie `step` apart.
  @inline(__always)
  func sum(of sums: UnsafePointer<UInt16>, step: Int) -> Int32 {
    var index = first
    let end = first &+ (count &- 1) &* step
    var sum = Int32(sums[index]) &* lead
    guard index < end else { return sum }
    var between: Int32 = 0
    index &+= step
    while index < end {
      between &+= Int32(sums[index])
      index &+= step
    }
    sum &+= between &* inner &+ Int32(sums[end]) &* trail
    return sum
  }

  /// The same for pixels of four samples, all four at once.
  @inline(__always)
  func sumOfFours(_ sums: UnsafePointer<UInt16>) -> SIMD4<Int32> {
    func four(_ index: Int) -> SIMD4<Int32> {
      SIMD4(
        truncatingIfNeeded: UnsafeRawPointer(sums + index).loadUnaligned(as: SIMD4<UInt16>.self))
    }
    var index = first
    let end = first &+ (count &- 1) &* 4
    var sum = four(index) &* lead
    guard index < end else { return sum }
    var between = SIMD4<Int32>.zero
    index &+= 4
    while index < end {
      between &+= four(index)
      index &+= 4
    }
    sum &+= between &* inner &+ four(end) &* trail
    return sum
  }
}

extension UnsafeRawPointer {
  /// Sixteen bytes from here on, the first eight and the others.
  @inline(__always)
  fileprivate var sixteenBytes: (SIMD8<UInt16>, SIMD8<UInt16>) {
    let bytes = loadUnaligned(as: SIMD16<UInt8>.self)
    return (SIMD8(truncatingIfNeeded: bytes.lowHalf), SIMD8(truncatingIfNeeded: bytes.highHalf))
  }
}
