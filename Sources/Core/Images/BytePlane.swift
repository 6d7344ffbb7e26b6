/// A plane of bytes, row by row from the top: grey levels, or a mask of 0 and 255.
package struct BytePlane: Hashable, Sendable {
  package let size: PixelSize
  package var bytes: [UInt8]

  package init(size: PixelSize, bytes: [UInt8]) {
    precondition(bytes.count == size.width * size.height, "a byte a pixel")
    self.size = size
    self.bytes = bytes
  }

  package init(size: PixelSize, repeating byte: UInt8) {
    self.init(size: size, bytes: [UInt8](repeating: byte, count: size.width * size.height))
  }

  /// A plane all of whose bytes `fill` writes.
  @inline(__always)
  package init(size: PixelSize, filledBy fill: (UnsafeMutableRawBufferPointer) -> Void) {
    let count = size.width * size.height
    self.init(
      size: size,
      bytes: [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
        fill(UnsafeMutableRawBufferPointer(start: bytes.baseAddress, count: count))
        filled = count
      })
  }

  @inlinable
  package subscript(x: Int, y: Int) -> UInt8 { bytes[y &* size.width &+ x] }

  /// A mask of the pixels above a level.
  package func above(_ level: UInt8) -> BytePlane {
    let limit = SIMD16<UInt8>(repeating: level)
    return bytes.withUnsafeBytes { bytes in
      BytePlane(size: size) { mask in
        forEachVector(of: mask.count) { index, count in
          var above = SIMD16<UInt8>.zero
          above.replace(with: 255, where: load(bytes, index, count) .> limit)
          store(above, to: mask, index, count)
        }
      }
    }
  }

  /// How many pixels are not 0.
  package var filledCount: Int {
    bytes.withUnsafeBytes { bytes in
      let whole = bytes.count / 16 * 16
      var count = 0
      for index in stride(from: 0, to: whole, by: 16) {
        let vector = bytes.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
        guard vector != .zero else { continue }
        for k in 0..<16 where vector[k] != 0 { count &+= 1 }
      }
      for index in whole..<bytes.count where bytes[index] != 0 { count &+= 1 }
      return count
    }
  }

  /// The rows from the first to the last that have a pixel that is not 0; empty if all are 0.
  package var filledRows: Range<Int> {
    guard let first = bytes.firstIndex(where: { $0 != 0 }),
      let last = bytes.lastIndex(where: { $0 != 0 })
    else { return 0..<0 }
    return first / size.width..<last / size.width + 1
  }

  /// Makes every byte what `operation` makes of it and of the other plane's.
  @inlinable @inline(__always)
  package mutating func combine(
    with other: BytePlane, _ operation: (SIMD16<UInt8>, SIMD16<UInt8>) -> SIMD16<UInt8>
  ) {
    precondition(size == other.size, "planes of one size")
    other.bytes.withUnsafeBytes { other in
      bytes.withUnsafeMutableBytes { bytes in
        forEachVector(of: bytes.count) { index, count in
          let (a, b) = (load(bytes, index, count), load(other, index, count))
          store(operation(a, b), to: bytes, index, count)
        }
      }
    }
  }
}

extension BytePlane {
  /// The pixels of this mask that are also another's.
  package func intersection(_ other: BytePlane) -> BytePlane {
    var both = self
    both.combine(with: other) { $0 & $1 }
    return both
  }

  /// The pixels of this mask that are not another's.
  package func subtracting(_ other: BytePlane) -> BytePlane {
    var rest = self
    rest.combine(with: other) { $0 & ~$1 }
    return rest
  }
}

/// Goes through `count` bytes, sixteen at a time; at the end what is left.
@inlinable @inline(__always)
package func forEachVector(of count: Int, _ body: (_ index: Int, _ count: Int) -> Void) {
  let whole = count / 16 * 16
  var index = 0
  while index < whole {
    body(index, 16)
    index &+= 16
  }
  if whole < count { body(whole, count - whole) }
}

/// Sixteen bytes from an index on; zeros in place of those beyond `count`.
@inlinable @inline(__always)
package func load(
  _ bytes: UnsafeMutableRawBufferPointer, _ index: Int, _ count: Int
) -> SIMD16<UInt8> {
  load(UnsafeRawBufferPointer(bytes), index, count)
}

@inlinable @inline(__always)
package func load(_ bytes: UnsafeRawBufferPointer, _ index: Int, _ count: Int) -> SIMD16<UInt8> {
  if count == 16 {
    return bytes.baseAddress.unsafelyUnwrapped.loadUnaligned(
      fromByteOffset: index, as: SIMD16<UInt8>.self)
  }
  var vector = SIMD16<UInt8>.zero
  for k in 0..<count { vector[k] = bytes[index + k] }
  return vector
}

/// Writes the first `count` of sixteen bytes.
@inlinable @inline(__always)
package func store(
  _ vector: SIMD16<UInt8>, to bytes: UnsafeMutableRawBufferPointer, _ index: Int, _ count: Int
) {
  if count == 16 {
    bytes.baseAddress.unsafelyUnwrapped.storeBytes(
      of: vector, toByteOffset: index, as: SIMD16<UInt8>.self)
  } else {
    for k in 0..<count { bytes[index + k] = vector[k] }
  }
}

extension SIMD16<UInt8> {
  /// By how much two differ.
  @inlinable @inline(__always)
  package func difference(to other: Self) -> Self {
    maximum(other) &- minimum(other)
  }

  // The standard library's functions are calls, which take several times as long.

  /// The minimum of each two.
  @inlinable @inline(__always)
  package func minimum(_ other: Self) -> Self {
    var minimum = self
    minimum.replace(with: other, where: other .< self)
    return minimum
  }

  /// The maximum of each two.
  @inlinable @inline(__always)
  package func maximum(_ other: Self) -> Self {
    var maximum = self
    maximum.replace(with: other, where: other .> self)
    return maximum
  }

  /// What is left of each, not less than 0.
  @inlinable @inline(__always)
  package func subtractingToZero(_ other: Self) -> Self { maximum(other) &- other }
}
