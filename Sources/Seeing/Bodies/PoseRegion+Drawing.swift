internal import PlayfieldMaths
package import VisionCore

extension PoseRegion {
  /// Whether it is a square at all, and near enough for places in it to be counted in parts of
  /// pixels.
  package var isDrawable: Bool {
    let numbers = [center.x, center.y, side, angle]
    return side > 0 && numbers.allSatisfy { abs($0) < 1e6 }
  }

  /// Draws what the square shows of a picture.
  ///
  /// - Precondition: ``isDrawable``.
  /// - Parameters:
  ///   - image: The picture as it is stored.
  ///   - orientation: How it is to be turned to stand upright.
  ///   - border: What is seen beyond its edge.
  ///   - inputSide: The length of the drawing's sides, in pixels.
  ///   - input: Three bytes for each of its pixels.
  package func draw(
    _ image: RGBImage, orientation: ImageOrientation, beyond border: PictureBorder, inputSide: Int,
    into input: UnsafeMutableBufferPointer<UInt8>
  ) {
    precondition(isDrawable, "a square near the picture")
    let toStored = orientation.toStored(from: image.uprightSize(orientation))
    image.draw(
      through: toStored * toPicture(inputSide: inputSide), beyond: border,
      size: PixelSize(width: inputSide, height: inputSide), into: input)
  }

  /// From the drawing's pixels to the upright picture's. The first pixel of the drawing lies at the
  /// square's corner in a frame in which the centres of pixels have whole numbers, and the corners
  /// are of 32 bits: so MediaPipe draws them, to whose pixels its networks were fitted.
  private func toPicture(inputSide: Int) -> Matrix3 {
    let degrees = Float(angle * 180 / .pi)
    let turn = Double(degrees) * .pi / 180
    let (cosine, sine) = (
      Float(PlayfieldMaths.cosine(of: turn)), Float(PlayfieldMaths.sine(of: turn))
    )
    let half = Float(side) * 0.5
    let (x, y) = (Float(center.x), Float(center.y))
    func corner(_ right: Float, _ down: Float) -> SIMD2<Double> {
      SIMD2(
        Double(x + half * (right * cosine - down * sine)),
        Double(y + half * (right * sine + down * cosine)))
    }
    let start = corner(-1, -1)
    let across = (corner(1, -1) - start) / Double(inputSide)
    let down = (corner(-1, 1) - start) / Double(inputSide)
    return Matrix3(
      SIMD3(across.x, down.x, start.x), SIMD3(across.y, down.y, start.y), SIMD3(0, 0, 1))
  }
}
