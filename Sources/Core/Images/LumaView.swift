/// The brightness of a picture in memory: a byte a pixel, row by row from the top.
package struct LumaView {
  package let size: PixelSize
  private let start: UnsafePointer<UInt8>
  /// From one row to the next, in bytes.
  private let stride: Int

  /// - Precondition: The memory holds `size.height` rows of `stride` bytes and outlives the view.
  package init(size: PixelSize, start: UnsafePointer<UInt8>, stride: Int) {
    precondition(size.width > 0 && size.height > 0 && stride >= size.width)
    self.size = size
    self.start = start
    self.stride = stride
  }

  func row(_ y: Int) -> UnsafePointer<UInt8> { start + y &* stride }
}
