/// A small blur, across and down, with the numbers of OpenCV's `GaussianBlur` of bytes: its weights
/// are 256ths.
package struct PictureBlur: Sendable {
  /// From the middle on.
  private let weights: [UInt16]

  /// A Gaussian with a standard deviation of 0.8 pixels.
  package static let soft = PictureBlur(weights: [128, 58, 6])
  /// Of three pixels.
  package static let small = PictureBlur(weights: [128, 64])

  /// Blurs rows of interleaved or single channels; at the edges they are as in a mirror.
  fileprivate func run(
    _ source: UnsafeBufferPointer<UInt8>, channels: Int, _ size: PixelSize,
    into target: UnsafeMutableBufferPointer<UInt8>
  ) {
    let (width, height, reach) = (size.width, size.height, weights.count - 1)
    precondition(
      source.count == channels * width * height && target.count >= source.count, "a byte a channel")
    let count = channels * width
    // A row's sums of columns, with as many mirrored pixels on both sides as are needed.
    var sums = [UInt16](repeating: 0, count: count + 2 * reach * channels)
    sums.withUnsafeMutableBufferPointer { sums in
      let inner = UnsafeMutableBufferPointer(rebasing: sums[(reach * channels)...])
      for y in 0..<height {
        let row = y &* count
        for index in 0..<count { inner[index] = weights[0] &* UInt16(source[row &+ index]) }
        for away in 1...reach {
          let above = mirrored(y - away, height) &* count
          let below = mirrored(y + away, height) &* count
          let weight = weights[away]
          for index in 0..<count {
            inner[index] &+=
              weight &* (UInt16(source[above &+ index]) &+ UInt16(source[below &+ index]))
          }
        }
        for away in 1...reach {
          for channel in 0..<channels {
            sums[(reach - away) * channels + channel] =
              inner[mirrored(-away, width) * channels + channel]
            inner[count + (away - 1) * channels + channel] =
              inner[mirrored(width - 1 + away, width) * channels + channel]
          }
        }
        sumAcross(sums, channels, count, into: target, row)
      }
    }
  }

  @inline(__always)
  private func sumAcross(
    _ sums: UnsafeMutableBufferPointer<UInt16>, _ channels: Int, _ count: Int,
    into target: UnsafeMutableBufferPointer<UInt8>, _ row: Int
  ) {
    let middle = (weights.count - 1) * channels
    let (w0, w1) = (UInt32(weights[0]), UInt32(weights[1]))
    let w2 = weights.count > 2 ? UInt32(weights[2]) : 0
    let far = weights.count > 2 ? 2 * channels : 0
    for index in 0..<count {
      let place = middle &+ index
      var sum = w0 &* UInt32(sums[place]) &+ 32768
      sum &+= w1 &* (UInt32(sums[place &- channels]) &+ UInt32(sums[place &+ channels]))
      sum &+= w2 &* (UInt32(sums[place &- far]) &+ UInt32(sums[place &+ far]))
      target[row &+ index] = UInt8(truncatingIfNeeded: sum &>> 16)
    }
  }
}

extension RGBImage {
  package func blurred(_ blur: PictureBlur) -> RGBImage {
    RGBImage(
      width: width, height: height,
      pixels: [UInt8](unsafeUninitializedCapacity: pixels.count) { target, filled in
        pixels.withUnsafeBufferPointer {
          blur.run($0, channels: 3, PixelSize(width: width, height: height), into: target)
        }
        filled = pixels.count
      })
  }
}

extension ColorPlanes {
  package func blurred(_ blur: PictureBlur) -> ColorPlanes {
    ColorPlanes(
      size: size,
      bytes: [UInt8](unsafeUninitializedCapacity: bytes.count) { target, filled in
        bytes.withUnsafeBufferPointer { source in
          for plane in 0..<3 {
            let part = plane * count..<(plane + 1) * count
            blur.run(
              UnsafeBufferPointer(rebasing: source[part]), channels: 1, size,
              into: UnsafeMutableBufferPointer(rebasing: target[part]))
          }
        }
        filled = bytes.count
      })
  }
}

/// A place in a line of `count` pixels, beyond whose ends they come again as in a mirror.
package func mirrored(_ place: Int, _ count: Int) -> Int {
  guard count > 1 else { return 0 }
  let turned = abs(place) % (2 * (count - 1))
  return turned < count ? turned : 2 * (count - 1) - turned
}
