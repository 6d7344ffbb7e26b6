/// The pixels around one that a filter of a mask looks at: for each row from the topmost on, how
/// far to both sides.
package struct StructuringElement: Sendable {
  fileprivate let reaches: [Int]

  /// Ellipses, as OpenCV draws them.
  package static let ellipseOf5 = StructuringElement(reaches: [0, 2, 2, 2, 0])
  package static let ellipseOf7 = StructuringElement(reaches: [0, 2, 3, 3, 3, 2, 0])
}

extension BytePlane {
  /// The maximum of the pixels that an element covers about each one; what lies outside does not
  /// count.
  package func dilated(by element: StructuringElement) -> BytePlane {
    filtered(by: element, outside: 0) { $0.maximum($1) }
  }

  /// The minimum of the pixels that an element covers about each one; what lies outside does not
  /// count.
  package func eroded(by element: StructuringElement) -> BytePlane {
    filtered(by: element, outside: 255) { $0.minimum($1) }
  }

  /// With gaps filled in which the element does not fit.
  package func closed(by element: StructuringElement) -> BytePlane {
    dilated(by: element).eroded(by: element)
  }

  @inline(__always)
  private func filtered(
    by element: StructuringElement, outside: UInt8,
    _ operation: (SIMD16<UInt8>, SIMD16<UInt8>) -> SIMD16<UInt8>
  ) -> BytePlane {
    let (width, height) = (size.width, size.height)
    let rows = element.reaches.count / 2
    let margin = element.reaches.max() ?? 0
    // With a margin all round, and room for the last vector of a row.
    let stride = width + 2 * margin + 16
    var padded = [UInt8](repeating: outside, count: stride * (height + 2 * rows))
    padded.withUnsafeMutableBytes { padded in
      bytes.withUnsafeBytes { bytes in
        for y in 0..<height {
          let target = (y + rows) * stride + margin
          padded[target..<target + width].copyBytes(from: bytes[y * width..<(y + 1) * width])
        }
      }
    }
    return padded.withUnsafeBytes { padded in
      BytePlane(size: size) { target in
        for y in 0..<height {
          forEachVector(of: width) { x, count in
            var filtered = SIMD16<UInt8>(repeating: outside)
            for (row, reach) in element.reaches.enumerated() {
              let middle = (y &+ row) &* stride &+ margin &+ x
              for place in middle &- reach...middle &+ reach {
                filtered = operation(filtered, load(padded, place, 16))
              }
            }
            store(filtered, to: target, y &* width &+ x, count)
          }
        }
      }
    }
  }
}
