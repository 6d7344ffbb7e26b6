/// One size of a picture's brightness, 0 to 255, row by row from the top.
package struct LumaLevel: Sendable {
  package let size: PixelSize
  package private(set) var pixels: [Float]

  init(of view: LumaView) {
    let size = view.size
    self.size = size
    pixels = [Float](unsafeUninitializedCapacity: size.width * size.height) { pixels, count in
      for y in 0..<size.height {
        let (row, start) = (view.row(y), y &* size.width)
        for x in 0..<size.width { pixels[start &+ x] = Float(row[x]) }
      }
      count = size.width * size.height
    }
  }

  /// By how many pixels, roughly, a picture of this size is shifted around a place: how much of its brightness has
  /// changed, by how much that changes from pixel to pixel.
  package func shift(to view: LumaView, around place: PixelPoint) -> Float {
    let reach = 4
    let (x, y) = (Int(place.x + 0.5), Int(place.y + 0.5))
    guard x > reach, y > reach, x < size.width - reach - 1, y < size.height - reach - 1 else {
      return .infinity
    }
    var (changes, slopes) = (Float(0), Float(0))
    pixels.withUnsafeBufferPointer { own in
      for row in (y &- reach)...(y &+ reach) {
        let (start, other) = (row &* size.width, view.row(row))
        for column in (x &- reach)...(x &+ reach) {
          let here = own[start &+ column]
          changes += abs(Float(other[column]) - here)
          slopes += abs(own[start &+ column &+ 1] - here)
          slopes += abs(own[start &+ column &+ size.width] - here)
        }
      }
    }
    return changes / max(slopes / 2, 1)
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
            let (above, below) = (upper &+ 2 &* x, lower &+ 2 &* x)
            half[y &* size.width &+ x] =
              (whole[above] + whole[above &+ 1] + whole[below] + whole[below &+ 1]) * 0.25
          }
        }
      }
      count = size.width * size.height
    }
  }
}

/// A picture's brightness at its own size, half of it, a quarter and so on.
package struct LumaPyramid: Sendable {
  package private(set) var levels: [LumaLevel]

  /// The short side of the coarsest level has at least this many pixels: room for a patch of 16 that moves.
  private static let shortestSide = 32
  static let maximumLevels = 4

  package init(of view: LumaView) {
    levels = [LumaLevel(of: view)]
    while levels.count < Self.maximumLevels, let last = levels.last,
      min(last.size.width, last.size.height) >= 2 * Self.shortestSide
    {
      levels.append(LumaLevel(halving: last))
    }
  }

  package var size: PixelSize { levels[0].size }

  /// How many pixels of the whole picture, side by side, one of a level takes up.
  package static func scale(of level: Int) -> Double { Double(1 << level) }

  /// Where a place of the whole picture is at a level.
  package static func place(_ place: PixelPoint, at level: Int) -> PixelPoint {
    place.scaled(by: 1 / scale(of: level))
  }
}
