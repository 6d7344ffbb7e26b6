extension PlanarImage {
  /// The same picture of one in memory, as it is stored: its samples, where they are planes already, and by BT.601 in full
  /// range those of red, green and blue.
  ///
  /// - Parameter picture: The part that is shown begins at an even row and column.
  package init(_ picture: PicturePlanes) {
    let size = picture.size
    switch picture.format {
    case .rgba, .bgra:
      self.init(picture.colors)
    case .i420, .nv12:
      let samples = [UInt8](unsafeUninitializedCapacity: Self.sampleCount(of: size)) {
        picture.copySamples(to: $0.baseAddress!)
        $1 = $0.count
      }
      self.init(size: size, encoding: picture.encoding, samples: samples)
    }
  }
}

extension PicturePlanes {
  /// Writes luma, then blue's difference, then red's, without gaps.
  fileprivate func copySamples(to start: UnsafeMutablePointer<UInt8>) {
    let (width, height) = (size.width, size.height)
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    for y in 0..<height {
      (start + y * width).update(from: planes[0].row(visible.y + y) + visible.x, count: width)
    }
    let blue = start + width * height
    let red = blue + halfWidth * halfHeight
    let (left, top) = (visible.x / 2, visible.y / 2)
    for y in 0..<halfHeight {
      let (blue, red) = (blue + y * halfWidth, red + y * halfWidth)
      if format == .i420 {
        blue.update(from: planes[1].row(top + y) + left, count: halfWidth)
        red.update(from: planes[2].row(top + y) + left, count: halfWidth)
      } else {
        let pairs = planes[1].row(top + y) + 2 * left
        for x in 0..<halfWidth {
          blue[x] = pairs[2 &* x]
          red[x] = pairs[2 &* x &+ 1]
        }
      }
    }
  }

  /// Red, green and blue of a picture that has these.
  fileprivate var colors: RGBImage {
    let (red, blue) = format == .rgba ? (0, 2) : (2, 0)
    let pixels = [UInt8](unsafeUninitializedCapacity: 3 * size.width * size.height) {
      var target = $0.baseAddress!
      for y in 0..<size.height {
        let row = planes[0].row(visible.y + y) + 4 * visible.x
        for x in 0..<size.width {
          let pixel = row + 4 &* x
          target[0] = pixel[red]
          target[1] = pixel[1]
          target[2] = pixel[blue]
          target += 3
        }
      }
      $1 = $0.count
    }
    return RGBImage(width: size.width, height: size.height, pixels: pixels)
  }
}
