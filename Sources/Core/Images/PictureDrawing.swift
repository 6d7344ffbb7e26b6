/// An image in memory as a browser's canvas has it: 8-bit red, green, blue and opacity, row by row
/// from the top, no padding. The opacity is not looked at.
package struct RGBAPixels {
  package let size: PixelSize
  package let pixels: UnsafePointer<SIMD4<UInt8>>

  /// There are `size.width * size.height` pixels, which outlive this value.
  package init(size: PixelSize, pixels: UnsafePointer<SIMD4<UInt8>>) {
    self.size = size
    self.pixels = pixels
  }
}

extension Drawing {
  /// Draws the part of an image, upright, as a network is to see it: opaque, with grey (114, as in
  /// training) where nothing is drawn.
  ///
  /// Shrinking averages areas, growing interpolates linearly, with the numbers of OpenCV's
  /// `resize`.
  ///
  /// - Parameters:
  ///   - image: An image of ``picture``'s size once it stands upright.
  ///   - orientation: How it is to be turned.
  ///   - output: As many pixels as ``inputSize``.
  package func draw(
    _ image: RGBAPixels, orientation: ImageOrientation,
    into output: UnsafeMutableBufferPointer<SIMD4<UInt8>>
  ) {
    let turned = prepare(output, orientation, stored: image.size)
    let resampling = Resampling(of: RGBARows(image, part: turned.part), to: turned.size)
    resampling.run { x, y, pixel in output[turned[x, y]] = pixel }
  }

  /// The same of an image of three bytes a pixel, into an input of as many.
  package func draw(
    _ image: RGBImage, orientation: ImageOrientation,
    into output: UnsafeMutableBufferPointer<UInt8>
  ) {
    let size = PixelSize(width: image.width, height: image.height)
    let turned = prepare(output, orientation, stored: size)
    image.pixels.withUnsafeBufferPointer { bytes in
      let rows = RGBRows(bytes, image: size, part: turned.part)
      Resampling(of: rows, to: turned.size).run { x, y, pixel in
        let index = 3 &* turned[x, y]
        output[index] = pixel.x
        output[index &+ 1] = pixel.y
        output[index &+ 2] = pixel.z
      }
    }
  }

  /// Makes all of the network's input grey, and says what of the stored picture goes where in it.
  func prepare(
    _ output: UnsafeMutableBufferPointer<SIMD4<UInt8>>, _ orientation: ImageOrientation,
    stored: PixelSize
  ) -> TurnedPart {
    precondition(
      output.count == inputSize.width * inputSize.height, "the picture has the input's size")
    output.update(repeating: SIMD4(Self.grey, Self.grey, Self.grey, 255))
    return turnedPart(orientation, stored: stored)
  }

  /// The same for an input of three bytes a pixel.
  func prepare(
    _ output: UnsafeMutableBufferPointer<UInt8>, _ orientation: ImageOrientation,
    stored: PixelSize
  ) -> TurnedPart {
    precondition(
      output.count == 3 * inputSize.width * inputSize.height, "the picture has the input's size")
    output.update(repeating: Self.grey)
    return turnedPart(orientation, stored: stored)
  }

  /// The level of what is not drawn, as in training.
  private static let grey: UInt8 = 114

  private func turnedPart(_ orientation: ImageOrientation, stored: PixelSize) -> TurnedPart {
    let input = inputSize
    precondition(orientation.uprightSize(of: stored) == picture, "a part of another picture")
    precondition(
      place.x >= 0 && place.y >= 0 && place.width > 0 && place.height > 0
        && place.x <= input.width - place.width && place.y <= input.height - place.height,
      "a place in the input")
    precondition(
      region.x >= 0 && region.y >= 0 && region.width > 0 && region.height > 0
        && region.x <= picture.width - region.width && region.y <= picture.height - region.height,
      "a part of the picture")
    let (orientation, region) = view(of: orientation)
    // Resizing before turning touches fewer pixels, and comes to the same.
    var turn = Turn(orientation, from: input.width, drawn: place.size)
    turn.origin += place.y * input.width + place.x
    return TurnedPart(
      part: orientation.storedRegion(of: region, in: picture),
      size: orientation.swapsAxes
        ? PixelSize(width: place.height, height: place.width) : place.size,
      turn: turn)
  }
}

/// The part of a stored picture that is drawn.
struct TurnedPart {
  let part: PixelRect
  /// How large it is drawn, as it is stored.
  let size: PixelSize
  fileprivate let turn: Turn

  /// Where a pixel of the drawing, as it is stored, goes in the network's input.
  @inline(__always)
  subscript(x: Int, y: Int) -> Int { turn.origin + x * turn.columnStep + y * turn.rowStep }
}

/// Where a pixel of the stored form goes in the upright picture.
private struct Turn {
  var origin = 0
  var columnStep = 1
  var rowStep = 1

  /// `width` is that of the upright picture in memory; `drawn`, how much of it is drawn on.
  init(_ orientation: ImageOrientation, from width: Int, drawn: PixelSize) {
    let right = drawn.width - 1
    let bottom = (drawn.height - 1) * width
    (origin, columnStep, rowStep) =
      switch orientation {
      case .up: (0, 1, width)
      case .upMirrored: (right, -1, width)
      case .down: (right + bottom, -1, -width)
      case .downMirrored: (bottom, 1, -width)
      case .leftMirrored: (0, width, 1)
      case .right: (right, width, -1)
      case .rightMirrored: (right + bottom, -width, -1)
      case .left: (bottom, -width, 1)
      }
  }
}
