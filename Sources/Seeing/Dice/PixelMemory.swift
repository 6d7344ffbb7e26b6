internal import VisionCore

/// Where a picture is drawn for a network; it stays until the next one.
package struct PixelMemory: ~Copyable {
  private var pixels = UnsafeMutableBufferPointer<SIMD4<UInt8>>(start: nil, count: 0)

  deinit { pixels.deallocate() }

  /// RGBA; `nil` before the first picture.
  package var start: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(pixels.baseAddress) }

  /// Room for a picture of that size, in place of the last one.
  mutating func room(for size: PixelSize) -> UnsafeMutableBufferPointer<SIMD4<UInt8>> {
    let count = size.width * size.height
    if count != pixels.count {
      pixels.deallocate()
      pixels = .allocate(capacity: count)
      pixels.update(repeating: .zero)
    }
    return pixels
  }
}
