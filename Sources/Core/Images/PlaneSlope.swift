extension BytePlane {
  /// How steep the levels are at a pixel: eight times the change from pixel to pixel, across and down
  /// together (Sobel's operator). At the plane's edge they are as in a mirror.
  @inlinable @inline(__always)
  package func slope(_ x: Int, _ y: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let (width, height) = (size.width, size.height)
    var (left, right, above, below) = (-1, 1, -width, width)
    if x == 0 { left = min(1, width - 1) }
    if x == width - 1 { right = -min(1, x) }
    if y == 0 { above = height > 1 ? width : 0 }
    if y == height - 1 { below = height > 1 ? -width : 0 }
    let middle = y &* width &+ x
    @inline(__always) func level(_ offset: Int) -> Int { Int(bytes[middle &+ offset]) }
    let across =
      level(above &+ right) &- level(above &+ left) &+ 2 &* (level(right) &- level(left))
      &+ level(below &+ right) &- level(below &+ left)
    let down =
      level(below &+ left) &- level(above &+ left) &+ 2 &* (level(below) &- level(above))
      &+ level(below &+ right) &- level(above &+ right)
    return abs(across) &+ abs(down)
  }
}
