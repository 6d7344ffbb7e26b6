package import DiceReading
package import VisionCore

extension PlaneOfSquares {
  /// Where the plane is on which dice lie, by their tops.
  ///
  /// Fails where no top is seen as a square, and where all are seen above the horizon.
  ///
  /// - Parameters:
  ///   - dice: The boxes of their top faces, normalized to the upright picture.
  ///   - picture: As it is stored.
  ///   - orientation: How it is to be turned to stand upright.
  ///   - focalShare: The focal length as a share of the picture's diagonal; the camera looks at the
  ///     picture's middle.
  ///   - knownUp: Where up is, if that is known by other means, of length 1 along the camera's axes: right,
  ///     down, ahead.
  ///   - reader: What sees the tops.
  /// - Throws: ``UnexpectedShape`` where the reader's network is not one for tops.
  package init?(
    under dice: [BoundingBox], in picture: PicturePlanes, orientation: ImageOrientation,
    focalShare: Double, knownUp: SIMD3<Double>? = nil, reader: TopReader
  ) throws(UnexpectedShape) {
    let squares = try reader.squares(of: dice, in: picture, orientation: orientation)
      .compactMap { $0 }
    let camera = PinholeCamera(
      focalShare: focalShare, picture: orientation.uprightSize(of: picture.size))
    self.init(squares, camera: camera, knownUp: knownUp)
  }
}
