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
}

/// Combines each pixel of planes that follow one another with its neighbours across, then with those above and below.
@inline(__always)
private func filtered(
  _ bytes: [UInt8], planes: Int, _ size: PixelSize,
  _ operation: (SIMD16<UInt8>, SIMD16<UInt8>) -> SIMD16<UInt8>
) -> [UInt8] {
  let (width, height) = (size.width, size.height)
  let across = written(bytes.count) { across in
    bytes.withUnsafeBytes { source in
      for row in stride(from: 0, to: source.count, by: width) {
        forEachVector(of: width) { x, count in
          // At the ends of a row a pixel is its own neighbour.
          let here = load(source, row + x, count)
          let left = x > 0 ? load(source, row + x - 1, count) : here.shiftedUp(count)
          let right =
            x + count < width ? load(source, row + x + 1, count) : here.shiftedDown(count)
          store(operation(operation(left, here), right), to: across, row + x, count)
        }
      }
    }
  }
  return written(bytes.count) { target in
    across.withUnsafeBytes { source in
      for plane in 0..<planes {
        let first = plane * height
        for y in first..<first + height {
          let (above, row) = (max(first, y - 1) * width, y * width)
          let below = min(first + height - 1, y + 1) * width
          forEachVector(of: width) { x, count in
            let middle = operation(load(source, above + x, count), load(source, row + x, count))
            store(operation(middle, load(source, below + x, count)), to: target, row + x, count)
          }
        }
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
