internal import VisionCore

/// A part of a flat board, with some pixels around it.
struct PartMask {
  private let mask: BytePlane
  private let corner: (x: Int, y: Int)
  private let width: Int

  private static let margin = 4

  /// - Parameters:
  ///   - pixels: Of the part.
  ///   - size: The flat board's.
  init(_ pixels: [Int], in size: PixelSize) {
    width = size.width
    let (rows, columns) = (pixels.map { $0 / size.width }, pixels.map { $0 % size.width })
    let left = max(0, (columns.min() ?? 0) - Self.margin)
    let top = max(0, (rows.min() ?? 0) - Self.margin)
    let right = min(size.width - 1, (columns.max() ?? 0) + Self.margin)
    let bottom = min(size.height - 1, (rows.max() ?? 0) + Self.margin)
    corner = (left, top)
    var mask = BytePlane(
      size: PixelSize(width: right - left + 1, height: bottom - top + 1), repeating: 0)
    for (row, column) in zip(rows, columns) {
      mask.bytes[(row - top) * mask.size.width + column - left] = 255
    }
    self.mask = mask
  }

  /// The pixels on both sides of its end.
  var outline: [Int] {
    let inner = mask.eroded(by: .ellipseOf5)
    return pixels(of: mask.dilated(by: .ellipseOf5).subtracting(inner))
  }

  /// Its own pixels and two more all round.
  var surroundings: [Int] { pixels(of: mask.dilated.dilated) }

  private func pixels(of plane: BytePlane) -> [Int] {
    plane.bytes.indices.filter { plane.bytes[$0] != 0 }.map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: plane.size.width)
      return (corner.y + row) * width + corner.x + column
    }
  }
}
