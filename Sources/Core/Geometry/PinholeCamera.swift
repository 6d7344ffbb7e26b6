/// A camera without distortion and with square pixels.
package struct PinholeCamera: Hashable, Sendable {
  /// In pixels.
  package let focalLength: Double
  /// Where its axis meets the picture, in pixels.
  package let center: SIMD2<Double>

  package init(focalLength: Double, center: SIMD2<Double>) {
    self.focalLength = focalLength
    self.center = center
  }

  /// A camera that looks at the middle of its picture.
  ///
  /// - Parameters:
  ///   - focalShare: The focal length as a share of the picture's diagonal.
  ///   - picture: In pixels, upright.
  package init(focalShare: Double, picture: PixelSize) {
    let center = SIMD2(Double(picture.width), Double(picture.height)) / 2
    self.init(focalLength: focalShare * 2 * center.length, center: center)
  }

  /// The direction in which a pixel is seen, along the camera's axes: right, down, ahead, which is 1.
  package func ray(through pixel: SIMD2<Double>) -> SIMD3<Double> {
    SIMD3((pixel - center) / focalLength, 1)
  }

  /// From directions along the camera's axes to pixels.
  package var matrix: Matrix3 {
    Matrix3(
      SIMD3(focalLength, 0, center.x), SIMD3(0, focalLength, center.y), SIMD3(0, 0, 1))
  }
}
