/// How bright a frame is, cell by cell: its luma at about 80 cells along the longer side.
///
/// A die that can be read from afar covers at least a quarter of a cell; noise of single pixels hardly
/// counts in the mean of a cell.
package struct LumaGrid {
  package let size: PixelSize
  /// The mean luma above black of each cell, row by row.
  package private(set) var values: [Float]
  /// The luma of white above black.
  package let white: Float

  private static let longSide = 80

  package init(of frame: PicturePlanes) {
    size = frame.size.limited(toLongSide: Self.longSide)
    let shares = PlaneShares(of: frame.visible, to: size)
    values = []
    values.reserveCapacity(size.width * size.height)
    let isLuma = frame.format == .i420 || frame.format == .nv12
    let isFullRange = !isLuma || frame.encoding.isFullRange
    let black: Float = isFullRange ? 0 : 16
    white = isFullRange ? 255 : 219

    let cells = PlaneScaling(frame.planes[0], channels: isLuma ? 1 : 4, shares)
    var sums = [UInt16](repeating: 0, count: cells.count)
    sums.withUnsafeMutableBufferPointer { buffer in
      guard let sums = buffer.baseAddress else { return }
      for y in shares.rows.indices {
        cells.sumColumns(forRow: y, into: sums)
        for x in shares.columns.indices {
          let unit = shares.columnUnits[x] * shares.rowUnits[y]
          let share = cells.columns[x]
          if isLuma {
            values.append(max(0, Float(share.sum(of: sums, step: 1)) * unit - black))
          } else {
            let color = SIMD4<Float>(share.sumOfFours(sums)) * unit
            values.append((color * frame.format.lumaWeights).sum())
          }
        }
      }
    }
  }
}

extension PicturePlanes.Format {
  /// The shares of a pixel's channels in luma, as in BT.601.
  fileprivate var lumaWeights: SIMD4<Float> {
    self == .bgra ? SIMD4(0.114, 0.587, 0.299, 0) : SIMD4(0.299, 0.587, 0.114, 0)
  }
}
