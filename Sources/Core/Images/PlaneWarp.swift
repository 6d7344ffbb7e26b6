/// How a value between pixels is made of those around it.
package enum Interpolation: Sendable {
  /// The nearest pixel's.
  case nearest
  /// Of the four around it.
  case linear
  /// Of the sixteen around it, which keeps a picture as sharp as on its pixels: Keys, "Cubic Convolution
  /// Interpolation for Digital Image Processing" (1981), with a slope of -0.75 as OpenCV has it.
  case cubic
}

extension ColorPlanes {
  /// The picture under a homography, which leads from its pixels to those of the new one; black where
  /// nothing of it comes.
  package func warped(by movement: Matrix3, _ interpolation: Interpolation) -> ColorPlanes {
    ColorPlanes(
      size: size,
      bytes: warpedBytes(bytes, planes: 3, size, by: movement, interpolation))
  }
}

extension BytePlane {
  /// The plane under a homography, which leads from its pixels to those of the new one; 0 where nothing
  /// of it comes.
  package func warped(by movement: Matrix3, _ interpolation: Interpolation) -> BytePlane {
    BytePlane(
      size: size,
      bytes: warpedBytes(bytes, planes: 1, size, by: movement, interpolation))
  }
}

/// Planes of one size, one after the other, under a homography.
private func warpedBytes(
  _ bytes: [UInt8], planes: Int, _ size: PixelSize, by movement: Matrix3,
  _ interpolation: Interpolation
) -> [UInt8] {
  var warped = [UInt8](repeating: 0, count: bytes.count)
  guard let back = movement.inverse else { return warped }
  guard interpolation != .nearest else {
    moveNearest(bytes, planes: planes, size, through: back, to: &warped)
    return warped
  }
  let source = PaddedLevels(bytes, planes: planes, size)
  let weights = (0..<PaddedLevels.parts).map { lineWeights(of: $0, interpolation) }
  warped.withUnsafeMutableBufferPointer { target in
    back.forEachImage(ofPixelsIn: size) { index, x, y in
      source.draw(x, y, weights, to: target, index, planes: planes)
    }
  }
  return warped
}

private func moveNearest(
  _ bytes: [UInt8], planes: Int, _ size: PixelSize, through back: Matrix3,
  to warped: inout [UInt8]
) {
  let count = size.width * size.height
  back.forEachImage(ofPixelsIn: size) { index, x, y in
    guard x >= -0.5, y >= -0.5, x <= Double(size.width), y <= Double(size.height) else { return }
    let (column, row) = (Int(x.rounded(.toNearestOrEven)), Int(y.rounded(.toNearestOrEven)))
    guard column < size.width, row < size.height else { return }
    for plane in 0..<planes {
      warped[plane &* count &+ index] = bytes[plane &* count &+ row &* size.width &+ column]
    }
  }
}

/// The weights of four pixels in a line for a place between the second and the third.
private func lineWeights(of parts: Int, _ interpolation: Interpolation) -> SIMD4<Float> {
  let part = Float(parts) / Float(PaddedLevels.parts)
  guard interpolation == .cubic else { return [0, 1 - part, part, 0] }
  let a: Float = -0.75
  func near(_ d: Float) -> Float { ((a + 2) * d - (a + 3)) * d * d + 1 }
  func far(_ d: Float) -> Float { ((a * d - 5 * a) * d + 8 * a) * d - 4 * a }
  return [far(1 + part), near(part), near(1 - part), far(2 - part)]
}

/// Planes of levels with zeros around them, so that sixteen pixels around any place near them are there.
private struct PaddedLevels {
  /// The number of parts of a pixel to which places are rounded.
  static let parts = LinearSampling.parts
  private static let margin = 4

  private let levels: [Float]
  private let size: PixelSize
  /// From one row, and from one plane, to the next.
  private let stride: Int
  private let planeStep: Int

  init(_ bytes: [UInt8], planes: Int, _ size: PixelSize) {
    self.size = size
    let (stride, margin) = (size.width + 2 * Self.margin, Self.margin)
    let planeStep = stride * (size.height + 2 * margin)
    var levels = [Float](repeating: 0, count: planes * planeStep)
    bytes.withUnsafeBufferPointer { bytes in
      levels.withUnsafeMutableBufferPointer { levels in
        for plane in 0..<planes {
          for y in 0..<size.height {
            let target = plane &* planeStep &+ (y &+ margin) &* stride &+ margin
            let source = (plane &* size.height &+ y) &* size.width
            for x in 0..<size.width { levels[target &+ x] = Float(bytes[source &+ x]) }
          }
        }
      }
    }
    (self.levels, self.stride, self.planeStep) = (levels, stride, planeStep)
  }

  /// Writes what is seen at a place, of each plane.
  @inline(__always)
  func draw(
    _ x: Double, _ y: Double, _ weights: [SIMD4<Float>],
    to target: UnsafeMutableBufferPointer<UInt8>, _ index: Int, planes: Int
  ) {
    // Farther out sixteen pixels would reach beyond the margin, once the place is rounded.
    guard x > -2.9, y > -2.9, x < Double(size.width) + 1.9, y < Double(size.height) + 1.9 else {
      return
    }
    let parts = Double(Self.parts)
    let (u, v) = (Int((x * parts).rounded()), Int((y * parts).rounded()))
    let (across, down) = (weights[u & (Self.parts - 1)], weights[v & (Self.parts - 1)])
    // A shift rounds down, also what is below 0.
    let (left, top) = ((u >> 5) &- 1 &+ Self.margin, (v >> 5) &- 1 &+ Self.margin)
    let start = top &* stride &+ left
    levels.withUnsafeBytes { levels in
      for plane in 0..<planes {
        var place = (plane &* planeStep &+ start) &* 4
        var sum = SIMD4<Float>.zero
        for row in 0..<4 {
          sum += levels.loadUnaligned(fromByteOffset: place, as: SIMD4<Float>.self) * down[row]
          place &+= stride &* 4
        }
        sum *= across
        let value = (sum.x + sum.y) + (sum.z + sum.w)
        let whole = min(max(value.rounded(.toNearestOrEven), 0), 255)
        target[plane &* size.width &* size.height &+ index] = UInt8(whole)
      }
    }
  }
}
