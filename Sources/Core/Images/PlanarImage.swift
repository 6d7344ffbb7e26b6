/// An image in memory as films and most cameras have it: 8-bit luma, and the differences of blue and of red from it
/// in planes of half the width and height. FFmpeg calls it `yuv420p`, WebCodecs I420.
public struct PlanarImage: Hashable, Sendable {
  /// In pixels.
  public let size: PixelSize
  /// What the samples mean.
  public let encoding: ColorEncoding
  /// All of luma, then of blue's difference, then of red's: a byte each, row by row from the top, no padding. Odd
  /// sides are rounded up where they are halved.
  public let samples: [UInt8]

  /// - Precondition: There are ``sampleCount(of:)`` samples, and both sides are at least 1.
  public init(size: PixelSize, encoding: ColorEncoding, samples: [UInt8]) {
    precondition(size.width > 0 && size.height > 0, "an image has at least one pixel")
    precondition(samples.count == Self.sampleCount(of: size), "a byte a sample, no padding")
    self.size = size
    self.encoding = encoding
    self.samples = samples
  }

  /// How many samples an image has.
  public static func sampleCount(of size: PixelSize) -> Int {
    size.width * size.height + 2 * ((size.width + 1) / 2) * ((size.height + 1) / 2)
  }

  /// Calls `body` with the planes, which are gone when it returns.
  package func withPlanes<Answer>(_ body: (PicturePlanes) -> Answer) -> Answer {
    let (width, half) = (size.width, (size.width + 1) / 2)
    let luma = width * size.height
    let difference = half * ((size.height + 1) / 2)
    return samples.withUnsafeBufferPointer { samples in
      guard let start = samples.baseAddress else { preconditionFailure("an image has samples") }
      let planes = [(0, width), (luma, half), (luma + difference, half)].map {
        PicturePlanes.Plane(start: start + $0.0, stride: $0.1)
      }
      return body(
        PicturePlanes(
          format: .i420, encoding: encoding,
          visible: PixelRect(x: 0, y: 0, width: size.width, height: size.height), planes: planes))
    }
  }
}

extension PlanarImage: Picture {
  public func uprightSize(_ orientation: ImageOrientation) -> PixelSize {
    orientation.uprightSize(of: size)
  }

  public func resampled(
    _ region: PixelRect, orientation: ImageOrientation, to size: PixelSize
  ) -> RGBImage {
    withPlanes { $0.resampled(region, orientation: orientation, to: size) }
  }
}

extension PlanarImage {
  /// The same picture of an image of red, green and blue, by BT.601 and in full range; a difference is that of the
  /// mean of its 2 x 2 pixels.
  public init(_ image: RGBImage) {
    let size = PixelSize(width: image.width, height: image.height)
    let (halfWidth, halfHeight) = ((size.width + 1) / 2, (size.height + 1) / 2)
    let luma = ColorPlanes(image, orientation: .up).luma.bytes
    let count = halfWidth * halfHeight
    var differences = [UInt8](repeating: 0, count: 2 * count)
    image.pixels.withUnsafeBufferPointer { pixels in
      differences.withUnsafeMutableBufferPointer { differences in
        for y in 0..<halfHeight {
          // A last row or column of an odd number counts twice.
          let upper = 2 * y * size.width
          let lower = min(2 * y + 1, size.height - 1) * size.width
          for x in 0..<halfWidth {
            let (left, right) = (2 * x, min(2 * x + 1, size.width - 1))
            func sum(_ channel: Int) -> Float {
              func level(_ pixel: Int) -> Int32 { Int32(pixels[3 &* pixel &+ channel]) }
              return Float(
                level(upper + left) &+ level(upper + right) &+ level(lower + left)
                  &+ level(lower + right))
            }
            let (red, green, blue) = (sum(0), sum(1), sum(2))
            let luma = 0.299 * red + 0.587 * green + 0.114 * blue
            // Of four pixels.
            func byte(_ difference: Float) -> UInt8 {
              UInt8(min(max((128 + difference).rounded(), 0), 255))
            }
            let place = y * halfWidth + x
            differences[place] = byte((blue - luma) * (0.125 / (1 - 0.114)))
            differences[place + count] = byte((red - luma) * (0.125 / (1 - 0.299)))
          }
        }
      }
    }
    self.init(
      size: size, encoding: ColorEncoding(.bt601, isFullRange: true), samples: luma + differences)
  }
}
