internal import CWebRuntime

/// Zeros around a plane: so many rows above and below, so many columns left and right.
struct Border: Hashable {
  var rows: Int
  var columns: Int

  static let none = Border(rows: 0, columns: 0)
}

/// A feature map as the kernel reads it: in 16-bit integers, in units that its largest number decides,
/// with zeros around it.
struct QuantizedPlane {
  /// The corner of the zeros. Two neighbouring channels are one pair.
  let pairs: UnsafePointer<Int32>
  /// From one place to the next, and from one row to the next, in pairs.
  let columnStep: Int
  let rowStep: Int
  /// What an integer of 1 stands for.
  let unit: Float

  /// The largest magnitude of an integer: with 13 bits here, ``QuantizedWeights`` has about 12 for the
  /// largest layers.
  static let largest = 8191

  /// How many pairs a plane takes.
  static func pairCount(_ plane: NetworkPlan.Plane, border: Border) -> Int {
    (plane.width + 2 * border.columns) * (plane.height + 2 * border.rows) * plane.channels / 2
  }

  /// Writes a plane of floats down to `target`.
  init(
    _ plane: NetworkPlan.Plane, in memory: UnsafeMutablePointer<Float>, border: Border,
    to target: UnsafeMutablePointer<Int32>
  ) {
    pairs = UnsafePointer(target)
    columnStep = plane.channels / 2
    rowStep = columnStep * (plane.width + 2 * border.columns)
    // The bound keeps its inverse finite.
    let magnitude = max(Self.magnitude(of: plane, in: memory), 0x1p-100)
    unit = magnitude / Float(Self.largest)
    let scale = Float(Self.largest) / magnitude

    let edge = border.columns * columnStep
    target.update(repeating: 0, count: border.rows * rowStep)
    var row = target + border.rows * rowStep
    for y in 0..<plane.height {
      row.update(repeating: 0, count: edge)
      var place = UnsafeMutableRawPointer(row + edge).assumingMemoryBound(to: SIMD4<Int16>.self)
      plane.forEachRun(inRow: y, of: memory) { run in
        for vector in run {
          place.pointee = quantized_from_floats(vector * scale)
          place += 1
        }
      }
      row += rowStep
      (row - edge).update(repeating: 0, count: edge)
    }
    row.update(repeating: 0, count: border.rows * rowStep)
  }

  /// The largest magnitude of a plane's numbers; not finite when one of them is not.
  private static func magnitude(
    of plane: NetworkPlan.Plane, in memory: UnsafeMutablePointer<Float>
  ) -> Float {
    // Without its sign a float's bits grow as the number does.
    var largest = SIMD4<Int32>.zero
    for y in 0..<plane.height {
      plane.forEachRun(inRow: y, of: memory) { run in
        for vector in run {
          let bits = unsafeBitCast(vector, to: SIMD4<Int32>.self) & 0x7fff_ffff
          largest.replace(with: bits, where: bits .> largest)
        }
      }
    }
    return Float(bitPattern: UInt32(largest.max()))
  }
}

extension NetworkPlan.Plane {
  /// The vectors of a row, in as few runs as they lie in memory.
  @inline(__always)
  fileprivate func forEachRun(
    inRow y: Int, of memory: UnsafeMutablePointer<Float>,
    _ body: (UnsafeMutableBufferPointer<SIMD4<Float>>) -> Void
  ) {
    let start = origin + y * rowStep
    if columnStep == channels {
      body(UnsafeMutableBufferPointer(start: memory.vector(start), count: width * channels / 4))
    } else {
      for x in 0..<width {
        let place = memory.vector(start + x * columnStep)
        body(UnsafeMutableBufferPointer(start: place, count: channels / 4))
      }
    }
  }
}
