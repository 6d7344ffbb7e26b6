extension BytePlane {
  /// The minimum of each pixel and its eight neighbours; what lies outside does not count.
  package var eroded: BytePlane { filtered { $0.minimum($1) } }

  /// The maximum of each pixel and its eight neighbours; what lies outside does not count.
  package var dilated: BytePlane { filtered { $0.maximum($1) } }

  /// Without what is narrower than three pixels.
  package var opened: BytePlane { eroded.dilated }

  /// With gaps filled that are narrower than three pixels.
  package var closed: BytePlane { dilated.eroded }

  /// Combines each pixel with its neighbours across, then with those above and below.
  @inline(__always)
  private func filtered(
    _ operation: (SIMD16<UInt8>, SIMD16<UInt8>) -> SIMD16<UInt8>
  ) -> BytePlane {
    let (width, height) = (size.width, size.height)
    let across = bytes.withUnsafeBytes { source in
      BytePlane(size: size) { target in
        for y in 0..<height {
          let row = y * width
          forEachVector(of: width) { x, count in
            // At the ends of a row a pixel is its own neighbour.
            let here = load(source, row + x, count)
            let left = x > 0 ? load(source, row + x - 1, count) : here.shiftedUp(count)
            let right =
              x + count < width ? load(source, row + x + 1, count) : here.shiftedDown(count)
            store(operation(operation(left, here), right), to: target, row + x, count)
          }
        }
      }
    }
    return across.bytes.withUnsafeBytes { source in
      BytePlane(size: size) { target in
        for y in 0..<height {
          let (above, row) = (max(0, y - 1) * width, y * width)
          let below = min(height - 1, y + 1) * width
          forEachVector(of: width) { x, count in
            let middle = operation(
              load(source, above + x, count), load(source, row + x, count))
            store(operation(middle, load(source, below + x, count)), to: target, row + x, count)
          }
        }
      }
    }
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
