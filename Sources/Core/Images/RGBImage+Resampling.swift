extension RGBImage: Picture {
  public func uprightSize(_ orientation: ImageOrientation) -> PixelSize {
    orientation.uprightSize(of: PixelSize(width: width, height: height))
  }

  public func resampled(
    _ region: PixelRect, orientation: ImageOrientation, to size: PixelSize
  ) -> RGBImage {
    RGBImage(size: size) { output in
      Drawing(of: region, in: uprightSize(orientation), to: size).draw(
        self, orientation: orientation, into: output)
    }
  }
}

extension RGBImage {
  /// The picture made smaller, so that several requests need not each do so.
  ///
  /// - Parameter longSide: The most pixels that its longer side may have, at least 1.
  /// - Returns: The picture with its areas averaged; itself where it is small enough.
  public func shrunk(toLongSide longSide: Int) -> RGBImage {
    let size = PixelSize(width: width, height: height)
    let small = size.limited(toLongSide: longSide)
    guard small.longSide < max(width, height) else { return self }
    return resampled(
      PixelRect(x: 0, y: 0, width: width, height: height), orientation: .up, to: small)
  }

  /// The brightness of a part of the upright picture, by the weights of BT.601.
  ///
  /// - Parameters:
  ///   - region: Within the upright picture.
  ///   - orientation: How the picture is to be turned to stand upright.
  ///   - size: What the part is brought to; areas are averaged where it is smaller.
  /// - Returns: A byte a pixel, row by row from the top.
  package func luma(
    of region: PixelRect, orientation: ImageOrientation, size: PixelSize
  ) -> [UInt8] {
    let colors = resampled(region, orientation: orientation, to: size)
    return colors.pixels.withUnsafeBufferPointer { colors in
      [UInt8](unsafeUninitializedCapacity: size.width * size.height) { luma, filled in
        for index in 0..<(size.width * size.height) {
          let red = Int(colors[3 * index])
          let green = Int(colors[3 * index + 1])
          let blue = Int(colors[3 * index + 2])
          luma[index] = UInt8((77 * red + 150 * green + 29 * blue + 128) >> 8)
        }
        filled = size.width * size.height
      }
    }
  }

  /// The picture turned upright, for one stored in `orientation`.
  public func turnedUpright(from orientation: ImageOrientation) -> RGBImage {
    guard orientation != .up else { return self }
    let size = uprightSize(orientation)
    return resampled(
      PixelRect(x: 0, y: 0, width: size.width, height: size.height), orientation: orientation,
      to: size)
  }
}
