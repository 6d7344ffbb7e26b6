extension BytePlane {
  /// The minimum of each pixel and its eight neighbours; what lies outside does not count.
  package var eroded: BytePlane {
    BytePlane(size: size, bytes: filtered(bytes, planes: 1, size) { $0.minimum($1) })
  }

  /// The maximum of each pixel and its eight neighbours; what lies outside does not count.
  package var dilated: BytePlane {
    BytePlane(size: size, bytes: filtered(bytes, planes: 1, size) { $0.maximum($1) })
  }

  /// Without what is narrower than three pixels.
  package var opened: BytePlane { eroded.dilated }

  /// With gaps filled that are narrower than three pixels.
  package var closed: BytePlane { dilated.eroded }
}

extension ColorPlanes {
  /// The minimum of each pixel and its eight neighbours, colour by colour; what lies outside does not count.
  package var eroded: ColorPlanes {
    ColorPlanes(size: size, bytes: filtered(bytes, planes: 3, size) { $0.minimum($1) })
  }

  /// The maximum of each pixel and its eight neighbours, colour by colour; what lies outside does not count.
  package var dilated: ColorPlanes {
    ColorPlanes(size: size, bytes: filtered(bytes, planes: 3, size) { $0.maximum($1) })
  }

  /// Makes some rows what they are in ``eroded`` of another picture of the same size.
  package mutating func erode(_ picture: ColorPlanes, rows: Range<Int>) {
    refilter(picture, rows: rows) { $0.minimum($1) }
  }

  /// Makes some rows what they are in ``dilated`` of another picture of the same size.
  package mutating func dilate(_ picture: ColorPlanes, rows: Range<Int>) {
    refilter(picture, rows: rows) { $0.maximum($1) }
  }

  @inline(__always)
  private mutating func refilter(
    _ picture: ColorPlanes, rows: Range<Int>,
    _ operation: (SIMD16<UInt8>, SIMD16<UInt8>) -> SIMD16<UInt8>
  ) {
    precondition(size == picture.size, "pictures of one size")
    precondition(rows.lowerBound >= 0 && rows.upperBound <= size.height, "rows of the picture")
    guard !rows.isEmpty else { return }
    picture.bytes.withUnsafeBytes { source in
      bytes.withUnsafeMutableBytes { target in
        for plane in 0..<3 {
          filter(source, plane: plane, size, rows: rows, operation, into: target)
        }
      }
    }
  }
}

/// Combines each pixel of planes that follow one another with its eight neighbours.
@inline(__always)
private func filtered(
  _ bytes: [UInt8], planes: Int, _ size: PixelSize,
  _ operation: (SIMD16<UInt8>, SIMD16<UInt8>) -> SIMD16<UInt8>
) -> [UInt8] {
  written(bytes.count) { target in
    bytes.withUnsafeBytes { source in
      for plane in 0..<planes {
        filter(source, plane: plane, size, rows: 0..<size.height, operation, into: target)
      }
    }
  }
}

/// Combines each pixel in some rows of a plane with its neighbours across, then with those above and below.
@inline(__always)
private func filter(
  _ source: UnsafeRawBufferPointer, plane: Int, _ size: PixelSize, rows: Range<Int>,
  _ operation: (SIMD16<UInt8>, SIMD16<UInt8>) -> SIMD16<UInt8>,
  into target: UnsafeMutableRawBufferPointer
) {
  let (width, height) = (size.width, size.height)
  let origin = plane * width * height
  let needed = max(0, rows.lowerBound - 1)..<min(height, rows.upperBound + 1)
  let across = written(needed.count * width) { across in
    for y in needed {
      let (row, place) = (origin + y * width, (y - needed.lowerBound) * width)
      forEachVector(of: width) { x, count in
        // At the ends of a row a pixel is its own neighbour.
        let here = load(source, row + x, count)
        let left = x > 0 ? load(source, row + x - 1, count) : here.shiftedUp(count)
        let right =
          x + count < width ? load(source, row + x + 1, count) : here.shiftedDown(count)
        store(operation(operation(left, here), right), to: across, place + x, count)
      }
    }
  }
  across.withUnsafeBytes { across in
    for y in rows {
      let row = (y - needed.lowerBound) * width
      let above = (max(0, y - 1) - needed.lowerBound) * width
      let below = (min(height - 1, y + 1) - needed.lowerBound) * width
      forEachVector(of: width) { x, count in
        let middle = operation(load(across, above + x, count), load(across, row + x, count))
        store(
          operation(middle, load(across, below + x, count)), to: target, origin + y * width + x,
          count)
      }
    }
  }
}

/// `count` bytes, all of which `write` writes.
@inline(__always)
private func written(
  _ count: Int, by write: (UnsafeMutableRawBufferPointer) -> Void
) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: count) { bytes, filled in
    write(UnsafeMutableRawBufferPointer(start: bytes.baseAddress, count: count))
    filled = count
  }
}

extension SIMD16<UInt8> {
  /// Each of the first `count` in the place of the one after it; the first stays as well.
  fileprivate func shiftedUp(_ count: Int) -> Self {
    var shifted = self
    for k in 1..<Swift.max(1, count) { shifted[k] = self[k - 1] }
    return shifted
  }

  /// Each of the first `count` in the place of the one before it; the last stays as well.
  fileprivate func shiftedDown(_ count: Int) -> Self {
    var shifted = self
    for k in 0..<Swift.max(0, count - 1) { shifted[k] = self[k + 1] }
    return shifted
  }
}
