/// A camera without distortion and with square pixels, whose pictures have coordinates of one frame.
package struct PinholeCamera<Frame>: Hashable, Sendable {
  /// In the frame's unit.
  package let focalLength: Double
  /// Where its axis meets the picture.
  package let center: Point<Frame>

  package init(focalLength: Double, center: Point<Frame>) {
    self.focalLength = focalLength
    self.center = center
  }

  /// The direction in which a point is seen, along the camera's axes: right, down, ahead, which is 1.
  package func ray(through point: Point<Frame>) -> SIMD3<Double> {
    SIMD3((point - center) / focalLength, 1)
  }

  /// From directions along the camera's axes to the picture.
  package var matrix: Matrix3 {
    Matrix3(
      SIMD3(focalLength, 0, center.x), SIMD3(0, focalLength, center.y), SIMD3(0, 0, 1))
  }
}

extension PinholeCamera<EdgeFrame> {
  /// A camera that looks at the middle of its picture.
  ///
  /// - Parameters:
  ///   - focalShare: The focal length as a share of the picture's diagonal.
  ///   - picture: In pixels, upright.
  package init(focalShare: Double, picture: PixelSize) {
    let center = picture.vector / 2
    self.init(focalLength: focalShare * 2 * center.length, center: EdgePoint(center))
  }
}
