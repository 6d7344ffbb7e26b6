/// What is seen beyond a picture's edge.
package enum PictureBorder: Sendable {
  /// All colours of one level.
  case level(UInt8)
  /// The colours of the edge.
  case replicated
}

/// Reads a picture between its pixels: of the four around a place, which is rounded to a 32nd of a
/// pixel, with the numbers of OpenCV's `remap`.
package struct LinearSampling {
  /// The number of parts of a pixel to which places are rounded, 2^5.
  package static let parts = 32

  @usableFromInline let pixels: RGBBytes
  @usableFromInline let size: PixelSize
  @usableFromInline let border: PictureBorder

  /// - Parameters:
  ///   - pixels: Red, green and blue, row by row, which outlive this value.
  ///   - size: The picture's.
  ///   - border: What is seen beyond its edge.
  package init(
    _ pixels: UnsafeBufferPointer<UInt8>, size: PixelSize, beyond border: PictureBorder
  ) {
    self.pixels = RGBBytes(pixels, of: size)
    self.size = size
    self.border = border
  }

  /// A coordinate of a place in parts of a pixel; far away from every picture where it is no
  /// number.
  @inlinable @inline(__always)
  package static func inParts(_ coordinate: Double) -> Int {
    let parts = coordinate * Double(Self.parts)
    guard parts > -1e8, parts < 1e8 else { return parts >= 1e8 ? 100_000_000 : -100_000_000 }
    return Int(parts.rounded(.toNearestOrEven))
  }

  /// Red, green, blue, and a number that says nothing, at a place in parts of pixels from the
  /// middle of the first one.
  @inlinable @inline(__always)
  package func color(_ x: Int, _ y: Int) -> SIMD4<UInt8> {
    // A shift rounds down, also what is below 0.
    let (left, top) = (x >> 5, y >> 5)
    let (across, down) = (Float(x & 31) * (1 / 32), Float(y & 31) * (1 / 32))
    let (a, b, c, d): (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
    if left >= 0, top >= 0, left < size.width &- 1, top < size.height &- 1 {
      let first = top &* size.width &+ left
      let below = first &+ size.width
      (a, b, c, d) = (pixel(first), pixel(first &+ 1), pixel(below), pixel(below &+ 1))
    } else {
      (a, b) = (pixelOrBorder(left, top), pixelOrBorder(left + 1, top))
      (c, d) = (pixelOrBorder(left, top + 1), pixelOrBorder(left + 1, top + 1))
    }
    // Exact: 18 bits at most.
    let upper = a * (1 - across) + b * across
    let lower = c * (1 - across) + d * across
    let level = upper * (1 - down) + lower * down
    // A quarter of the smallest part makes halves go up. From 2^23 on floats have no fractions, so
    // that adding it rounds; their last bits are then the whole number.
    let whole = level + (1 / 4096) + 8_388_608
    return SIMD4<UInt8>(truncatingIfNeeded: unsafeBitCast(whole, to: SIMD4<UInt32>.self))
  }

  @inlinable @inline(__always)
  func pixel(_ index: Int) -> SIMD4<Float> {
    SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: pixels[index]))
  }

  @usableFromInline @inline(never)
  func pixelOrBorder(_ x: Int, _ y: Int) -> SIMD4<Float> {
    var (x, y) = (x, y)
    switch border {
    case .level(let level):
      guard x >= 0, y >= 0, x < size.width, y < size.height else {
        return SIMD4(repeating: Float(level))
      }
    case .replicated:
      x = min(max(x, 0), size.width - 1)
      y = min(max(y, 0), size.height - 1)
    }
    return pixel(y * size.width + x)
  }
}

extension RGBImage {
  /// Draws what is seen of the picture through a projective map.
  ///
  /// - Parameters:
  ///   - map: From the drawing's pixels to the picture's.
  ///   - border: What is seen beyond the picture's edge.
  ///   - size: The drawing's.
  ///   - output: Three bytes for each of its pixels.
  package func draw(
    through map: Matrix3, beyond border: PictureBorder, size: PixelSize,
    into output: UnsafeMutableBufferPointer<UInt8>
  ) {
    precondition(output.count == 3 * size.width * size.height, "three bytes a pixel")
    pixels.withUnsafeBufferPointer { pixels in
      let sampling = LinearSampling(
        pixels, size: PixelSize(width: width, height: height), beyond: border)
      map.forEachImage(ofPixelsIn: size) { index, x, y in
        let color = sampling.color(LinearSampling.inParts(x), LinearSampling.inParts(y))
        output[3 &* index] = color.x
        output[3 &* index &+ 1] = color.y
        output[3 &* index &+ 2] = color.z
      }
    }
  }
}

extension Matrix3 {
  /// Calls `body` with the index and the image of each pixel of a picture, row by row.
  @inlinable @inline(__always)
  package func forEachImage(
    ofPixelsIn size: PixelSize, _ body: (_ index: Int, _ x: Double, _ y: Double) -> Void
  ) {
    let (first, second, third) = rows
    let isAffine = third.x == 0 && third.y == 0
    var index = 0
    for row in 0..<size.height {
      let start = SIMD3(
        first.y * Double(row) + first.z, second.y * Double(row) + second.z,
        third.y * Double(row) + third.z)
      var share = 1 / start.z
      for column in 0..<size.width {
        let x = Double(column)
        if !isAffine { share = 1 / (start.z + x * third.x) }
        body(index, (start.x + x * first.x) * share, (start.y + x * second.x) * share)
        index &+= 1
      }
    }
  }
}
