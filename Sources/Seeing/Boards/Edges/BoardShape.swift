internal import PlayfieldMaths
internal import VisionCore

/// How unlike a board something is.
enum BoardShape {
  /// Lenses by their focal length, in longer sides of the picture, from the widest of a telephone
  /// to one that sees far; and how unlikely each is: the square of how far it is off, in units of
  /// what passes.
  private static let lenses = [0.5, 0.6, 0.72, 0.86, 1.0, 1.2, 1.5, 2.0].map { length in
    let miss = naturalLogarithm(length / 0.9) / 0.45
    return (length: length, miss: miss * miss)
  }

  /// How unlike a board four corners are, as a camera with square pixels sees it: the squares of
  /// how far the ratio of the sides, their right angle and the lens are off, in units of what
  /// passes, for the lens for which that is least. Some boards are built a tenth too short, and
  /// pictures are cropped.
  ///
  /// - Parameters:
  ///   - toImage: From places on the board to pixels.
  ///   - picture: The upright picture's size.
  /// - Returns: 0 for a board before the commonest lens.
  static func miss(of toImage: Matrix3, in picture: PixelSize) -> Double {
    let middle = picture.vector / 2
    let (x, y, z) = toImage.rows
    let (u, v) = (x - middle.x * z, y - middle.y * z)
    let (seenAcross, seenAlong) = (SIMD2(u.x, v.x), SIMD2(u.y, v.y))
    var minimum = 1e9
    for lens in lenses {
      let focalLength = lens.length * Double(picture.longSide)
      let across = SIMD3(seenAcross / focalLength, z.x)
      let along = SIMD3(seenAlong / focalLength, z.y)
      let (a, b) = (across.length, along.length)
      let ratio = naturalLogarithm(b / a) / 0.08
      let angle = arcsine(of: min(max(across.dot(along) / (a * b), -1), 1)) / 0.12
      minimum = min(minimum, ratio * ratio + angle * angle + lens.miss)
    }
    return minimum
  }

  /// How unlike a board's a hole is: the square of how far its place and its radii are off, in
  /// units of what passes.
  ///
  /// - Parameters:
  ///   - rim: Points all round it, in pixels.
  ///   - toBoard: From pixels to places on the board.
  ///   - radius: A board's hole's, in its widths.
  /// - Returns: 0 for a board's.
  static func missOfHole(_ rim: [SIMD2<Double>], _ toBoard: Matrix3, radius: Double) -> Double {
    var (low, high) = (SIMD2(repeating: 1e9), SIMD2(repeating: -1e9))
    for point in rim {
      let place = toBoard.image(of: point)
      low = low.replacing(with: place, where: place .< low)
      high = high.replacing(with: place, where: place .> high)
    }
    let hole = Gameboard.holeCenter
    let expected = SIMD2(hole.x, hole.y) / Gameboard.width
    let away = ((low + high) / 2 - expected) / SIMD2(0.025, 0.05)
    let wide = ((high - low) / 2 / radius - 1) / SIMD2(0.1, 0.15)
    return (away * away).sum() + (wide * wide).sum()
  }

  /// How unlike its own mirror image a board is, in `0...1`: boards are painted alike on the left
  /// and on the right, so an edge that is taken from a stripe, a step or a shadow shows. Bags and
  /// letters count little, since all corners that are tried hold them. Only what the image shows
  /// counts.
  ///
  /// - Parameters:
  ///   - board: What the corners were found in.
  ///   - places: The corners, as places of that board, from the far left clockwise.
  /// - Returns: The mean over the places that are seen; 0 where none is.
  static func asymmetry(of board: StraightenedBoard, between places: [BoardWidthPoint]) -> Double {
    let (rows, columns) = (12, 10)
    // By how many levels colours differ that have nothing in common.
    let unlike = 60.0
    let toPlace = Matrix3(boardAt: places.map { PixelPoint($0.coordinates) })
    var (sum, count) = (0.0, 0)
    for row in 0..<rows {
      for column in 0..<columns {
        let x = 0.5 * (Double(column) + 0.5) / Double(columns)
        let y = StraightenedBoard.length * (Double(row) + 0.5) / Double(rows)
        guard let left = board.color(at: BoardWidthPoint(toPlace.image(of: SIMD2(x, y)))),
          let right = board.color(at: BoardWidthPoint(toPlace.image(of: SIMD2(1 - x, y))))
        else { continue }
        let difference = (0..<3).map { abs(Int(left[$0]) - Int(right[$0])) }.max() ?? 0
        sum += min(1, Double(difference) / unlike)
        count += 1
      }
    }
    return count > 0 ? sum / Double(count) : 0
  }
}
