import VisionCore

/// One size of a picture's brightness, 0 to 255, row by row from the top.
struct LumaLevel: Sendable {
  let size: PixelSize
  private(set) var pixels: [Float]

  init(of view: LumaView) {
    size = view.size
    pixels = []
    pixels.reserveCapacity(size.width * size.height)
    for y in 0..<size.height {
      let row = view.row(y)
      for x in 0..<size.width { pixels.append(Float(row[x])) }
    }
  }

  /// Half the size, each pixel the mean of four. An odd last row or column is left out.
  init(halving level: LumaLevel) {
    let size = PixelSize(width: level.size.width / 2, height: level.size.height / 2)
    self.size = size
    let step = level.size.width
    pixels = [Float](unsafeUninitializedCapacity: size.width * size.height) { half, count in
      level.pixels.withUnsafeBufferPointer { whole in
        for y in 0..<size.height {
          let (upper, lower) = (2 * y * step, (2 * y + 1) * step)
          for x in 0..<size.width {
            half[y * size.width + x] =
              (whole[upper + 2 * x] + whole[upper + 2 * x + 1] + whole[lower + 2 * x]
                + whole[lower + 2 * x + 1]) * 0.25
          }
        }
      }
      count = size.width * size.height
    }
  }
}

/// A picture's brightness at its own size, half of it, a quarter and so on.
struct LumaPyramid: Sendable {
  private(set) var levels: [LumaLevel]

  /// The short side of the coarsest level has at least this many pixels, twice as many as a patch.
  private static let shortestSide = 2 * Patch.side
  static let maximumLevels = 4

  init(of view: LumaView) {
    levels = [LumaLevel(of: view)]
    while levels.count < Self.maximumLevels, let last = levels.last,
      min(last.size.width, last.size.height) >= 2 * Self.shortestSide
    {
      levels.append(LumaLevel(halving: last))
    }
  }

  var size: PixelSize { levels[0].size }

  /// Where a place of the whole picture is at a level. Pixel centres have whole numbers at each.
  static func place(_ place: SIMD2<Double>, at level: Int) -> SIMD2<Double> {
    (place + 0.5) / Double(1 << level) - 0.5
  }
}
