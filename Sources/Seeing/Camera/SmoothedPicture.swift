package import VisionCore

/// The grey levels of a picture, made small and smooth, by which it is seen whether a camera stands still.
package struct SmoothedPicture: Sendable {
  package let size: PixelSize
  /// Row by row from the top.
  package private(set) var levels: [Float]

  /// A picture that is shifted by a pixel differs by its slope along the shift, which is seldom less than a quarter of
  /// both its slopes together. Where most of its tiles differ by less than this part of them, times the picture's
  /// width, it is shifted by less than 0.0007 of its width, and stands still.
  private static let still: Float = 0.00017
  /// A tile's side, the mean slope in levels a pixel with which it counts, and how many have to.
  private static let (tile, plain, minimumTiles) = (24, Float(1.5), 12)

  /// - Parameters:
  ///   - luma: The picture's grey levels.
  ///   - block: How many pixels, across and down, become one.
  package init(_ luma: BytePlane, block: Int) {
    size = PixelSize(width: luma.size.width / block, height: luma.size.height / block)
    levels = Self.blurred(Self.means(of: luma, block: block, size), size)
  }

  private static func means(of luma: BytePlane, block: Int, _ size: PixelSize) -> [Float] {
    let share = 1 / Float(block * block)
    return [Float](unsafeUninitializedCapacity: size.width * size.height) { means, filled in
      luma.bytes.withUnsafeBufferPointer { bytes in
        for y in 0..<size.height {
          for x in 0..<size.width {
            var sum = 0
            for row in 0..<block {
              let start = (y &* block &+ row) &* luma.size.width &+ x &* block
              for column in 0..<block { sum &+= Int(bytes[start &+ column]) }
            }
            // Whole levels: halves are rounded up where four pixels become one, else to even ones.
            means[y &* size.width &+ x] =
              block == 2 ? Float((sum &+ 2) / 4) : (Float(sum) * share).rounded(.toNearestOrEven)
          }
        }
      }
      filled = size.width * size.height
    }
  }

  /// A Gaussian's weights with a deviation of a pixel, from the middle on. Without it a shift by half a pixel
  /// would smooth the noise of a plain wall, and seem better.
  private static let weights: [Float] = [
    0.398_943_5, 0.241_971_4, 0.053_991_1, 0.004_431_9, 0.000_133_8,
  ]

  /// At the picture's edge levels are as in a mirror.
  private static func blurred(_ levels: [Float], _ size: PixelSize) -> [Float] {
    let (width, height) = (size.width, size.height)
    var (across, smooth) = (levels, levels)
    levels.withUnsafeBufferPointer { levels in
      across.withUnsafeMutableBufferPointer { across in
        for y in 0..<height { blurRow(levels, y &* width, width, to: across) }
      }
    }
    across.withUnsafeBufferPointer { across in
      smooth.withUnsafeMutableBufferPointer { smooth in
        for y in 0..<height {
          let row = y &* width
          for x in 0..<width { smooth[row &+ x] = weights[0] * across[row &+ x] }
          for away in 1..<weights.count {
            let (above, below) = (
              mirrored(y - away, height) &* width, mirrored(y + away, height) &* width
            )
            let weight = weights[away]
            for x in 0..<width {
              smooth[row &+ x] += weight * (across[above &+ x] + across[below &+ x])
            }
          }
        }
      }
    }
    return smooth
  }

  @inline(__always)
  private static func blurRow(
    _ levels: UnsafeBufferPointer<Float>, _ start: Int, _ width: Int,
    to target: UnsafeMutableBufferPointer<Float>
  ) {
    let reach = weights.count - 1
    let (w0, w1, w2, w3, w4) = (weights[0], weights[1], weights[2], weights[3], weights[4])
    for x in 0..<width where x < reach || x >= width - reach {
      var sum = w0 * levels[start + x]
      for away in 1...reach {
        sum +=
          weights[away]
          * (levels[start + mirrored(x - away, width)] + levels[start + mirrored(x + away, width)])
      }
      target[start + x] = sum
    }
    guard width > 2 * reach else { return }
    for index in start &+ reach..<start &+ width &- reach {
      var sum = w0 * levels[index]
      sum += w1 * (levels[index &- 1] + levels[index &+ 1])
      sum += w2 * (levels[index &- 2] + levels[index &+ 2])
      sum += w3 * (levels[index &- 3] + levels[index &+ 3])
      sum += w4 * (levels[index &- 4] + levels[index &+ 4])
      target[index] = sum
    }
  }

  /// Whether the camera has not moved since an earlier picture of the same size.
  package func standsStill(since before: SmoothedPicture) -> Bool {
    precondition(size == before.size, "pictures of one size")
    let (columns, rows) = ((size.width - 1) / Self.tile, (size.height - 1) / Self.tile)
    var shifts: [Float] = []
    levels.withUnsafeBufferPointer { now in
      before.levels.withUnsafeBufferPointer { before in
        for row in 0..<rows {
          for column in 0..<columns {
            var (difference, slope) = (Float(0), Float(0))
            for y in row * Self.tile..<(row + 1) * Self.tile {
              var index = y &* size.width &+ column &* Self.tile
              for _ in 0..<Self.tile {
                difference += abs(before[index] - now[index])
                slope += abs(now[index &+ 1] - now[index])
                slope += abs(now[index &+ size.width] - now[index])
                index &+= 1
              }
            }
            let pixels = Float(Self.tile * Self.tile)
            if slope / pixels >= Self.plain { shifts.append(difference / slope) }
          }
        }
      }
    }
    guard shifts.count >= Self.minimumTiles else { return false }
    shifts.sort()
    return shifts[shifts.count / 2] < Self.still * Float(size.width)
  }
}
