extension BytePlane {
  /// How steep the levels are at each pixel, row by row: eight times the change from pixel to pixel, across and
  /// down together (Sobel's operator). At the plane's edge they are as in a mirror.
  package var slopes: [UInt16] {
    let (width, height) = (size.width, size.height)
    return [UInt16](unsafeUninitializedCapacity: width * height) { slopes, filled in
      bytes.withUnsafeBufferPointer { bytes in
        for y in 0..<height {
          let (above, below) = Self.neighbours(of: y, in: height)
          let row = y &* width
          /// Of the pixel there and those to its left and right.
          @inline(__always) func slope(_ x: Int, _ left: Int, _ right: Int) -> UInt16 {
            @inline(__always) func level(_ across: Int, _ down: Int) -> Int16 {
              Int16(truncatingIfNeeded: bytes[row &+ down &* width &+ x &+ across])
            }
            let rising = level(right, below) &- level(left, above)
            let falling = level(right, above) &- level(left, below)
            let across = rising &+ falling &+ 2 &* (level(right, 0) &- level(left, 0))
            let down = rising &- falling &+ 2 &* (level(0, below) &- level(0, above))
            return UInt16(
              truncatingIfNeeded: (across < 0 ? 0 &- across : across)
                &+ (down < 0 ? 0 &- down : down))
          }
          for x in [0, width - 1] {
            let (left, right) = Self.neighbours(of: x, in: width)
            slopes[row &+ x] = slope(x, left, right)
          }
          var x = 1
          while x < width &- 1 {
            slopes[row &+ x] = slope(x, -1, 1)
            x &+= 1
          }
        }
      }
      filled = width * height
    }
  }

  /// How far it is to the pixel before one and to the one behind it.
  private static func neighbours(of place: Int, in length: Int) -> (before: Int, behind: Int) {
    guard length > 1 else { return (0, 0) }
    return (place == 0 ? 1 : -1, place == length - 1 ? -1 : 1)
  }
}
