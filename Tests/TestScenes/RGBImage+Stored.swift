package import VisionCore

extension RGBImage {
  /// The picture as a camera held that way would have stored it.
  package func stored(as orientation: ImageOrientation) -> RGBImage {
    let (columns, rows) = orientation.swapsAxes ? (height, width) : (width, height)
    var stored = [UInt8]()
    stored.reserveCapacity(pixels.count)
    for row in 0..<rows {
      for column in 0..<columns {
        // Where this stored pixel lies in the upright picture: EXIF's table of "0th row, 0th column".
        let (x, y) =
          switch orientation {
          case .up: (column, row)
          case .upMirrored: (width - 1 - column, row)
          case .down: (width - 1 - column, height - 1 - row)
          case .downMirrored: (column, height - 1 - row)
          case .leftMirrored: (row, column)
          case .right: (width - 1 - row, column)
          case .rightMirrored: (width - 1 - row, height - 1 - column)
          case .left: (row, height - 1 - column)
          }
        let start = (y * width + x) * 3
        stored += pixels[start..<start + 3]
      }
    }
    return RGBImage(width: columns, height: rows, pixels: stored)
  }
}
