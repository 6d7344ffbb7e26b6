/// An image in memory: 8-bit red, green and blue, interleaved, row by row from the top, no padding.
public struct RGBImage: Hashable, Sendable {
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// `width * height * 3` bytes.
  public var pixels: [UInt8]

  /// - Precondition: `pixels.count == width * height * 3`, and both sides are at least 1.
  public init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(width > 0 && height > 0, "an image has at least one pixel")
    precondition(pixels.count == width * height * 3, "three bytes a pixel, no padding")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// An image whose pixels are drawn by `fill`, which receives `size.width * size.height * 3` bytes.
  init(size: PixelSize, _ fill: (UnsafeMutableBufferPointer<UInt8>) -> Void) {
    let count = 3 * size.width * size.height
    self.init(
      width: size.width, height: size.height,
      pixels: [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        fill(UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
        filled = count
      })
  }
}
