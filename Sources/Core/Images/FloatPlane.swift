/// A plane of numbers, row by row from the top.
package struct FloatPlane: Hashable, Sendable {
  package let size: PixelSize
  package let values: [Float]

  package init(size: PixelSize, values: [Float]) {
    precondition(values.count == size.width * size.height, "a number a pixel")
    self.size = size
    self.values = values
  }

  /// The number at a place between four pixels; `nil` where they are not all there.
  @inlinable
  package func value(at place: SIMD2<Double>) -> Float? {
    let (x, y) = (place.x, place.y)
    guard x >= 0, y >= 0, x < Double(size.width - 1), y < Double(size.height - 1) else {
      return nil
    }
    let (left, top) = (Int(x), Int(y))
    let (u, v) = (Float(x - Double(left)), Float(y - Double(top)))
    return values.withUnsafeBufferPointer { values in
      let above = top &* size.width &+ left
      let below = above &+ size.width
      return (1 - v) * ((1 - u) * values[above] + u * values[above &+ 1])
        + v * ((1 - u) * values[below] + u * values[below &+ 1])
    }
  }
}
