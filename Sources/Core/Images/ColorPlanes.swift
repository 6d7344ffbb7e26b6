/// A picture's red, green and blue, a plane each.
package struct ColorPlanes: Hashable, Sendable {
  package let size: PixelSize
  /// Row by row from the top: all of red, then of green, then of blue.
  package var bytes: [UInt8]

  /// How many pixels there are.
  package var count: Int { size.width * size.height }

  package init(size: PixelSize, bytes: [UInt8]) {
    precondition(bytes.count == 3 * size.width * size.height, "three bytes a pixel")
    self.size = size
    self.bytes = bytes
  }

  /// The picture turned to stand upright.
  package init(_ image: RGBImage, orientation: ImageOrientation) {
    let stored = PixelSize(width: image.width, height: image.height)
    let size = orientation.uprightSize(of: stored)
    self.size = size
    let count = size.width * size.height
    bytes = [UInt8](unsafeUninitializedCapacity: 3 * count) { planes, filled in
      image.pixels.withUnsafeBufferPointer { pixels in
        // Where the upright picture's first pixel lies, and from one to the next across and down.
        let (start, across, down) = orientation.steps(in: stored)
        for y in 0..<size.height {
          var source = 3 &* (start &+ y &* down)
          let row = y &* size.width
          for x in 0..<size.width {
            planes[row &+ x] = pixels[source]
            planes[count &+ row &+ x] = pixels[source &+ 1]
            planes[2 &* count &+ row &+ x] = pixels[source &+ 2]
            source &+= 3 &* across
          }
        }
      }
      filled = 3 * count
    }
  }

  /// The brightness, by the weights of BT.601.
  package var luma: BytePlane {
    let count = count
    return BytePlane(
      size: size,
      bytes: [UInt8](unsafeUninitializedCapacity: count) { luma, filled in
        bytes.withUnsafeBufferPointer { bytes in
          for index in 0..<count {
            let red = UInt32(bytes[index]) &* 9798
            let green = UInt32(bytes[count &+ index]) &* 19235
            let blue = UInt32(bytes[2 &* count &+ index]) &* 3735
            luma[index] = UInt8(truncatingIfNeeded: (red &+ green &+ blue &+ 16384) &>> 15)
          }
        }
        filled = count
      })
  }

  /// By how much each pixel's colours differ from another picture's, the one that differs most.
  package func maximumDifference(to other: ColorPlanes) -> BytePlane {
    precondition(size == other.size, "pictures of one size")
    let count = count
    return bytes.withUnsafeBytes { a in
      other.bytes.withUnsafeBytes { b in
        BytePlane(size: size) { plane in
          forEachVector(of: count) { index, length in
            var most = SIMD16<UInt8>.zero
            for start in [index, index &+ count, index &+ 2 &* count] {
              let difference = load(a, start, length).difference(to: load(b, start, length))
              most = most.maximum(difference)
            }
            store(most, to: plane, index, length)
          }
        }
      }
    }
  }
}

extension ImageOrientation {
  /// Where in a stored picture the upright one's first pixel lies, and how far the next ones are, across and
  /// down, in pixels.
  fileprivate func steps(in stored: PixelSize) -> (start: Int, across: Int, down: Int) {
    let (right, below) = (1, stored.width)
    let (lastColumn, lastRow) = (stored.width - 1, (stored.height - 1) * stored.width)
    return switch self {
    case .up: (0, right, below)
    case .upMirrored: (lastColumn, -right, below)
    case .down: (lastColumn + lastRow, -right, -below)
    case .downMirrored: (lastRow, right, -below)
    case .leftMirrored: (0, below, right)
    case .right: (lastRow, -below, right)
    case .rightMirrored: (lastColumn + lastRow, -below, -right)
    case .left: (lastColumn, below, -right)
    }
  }
}
