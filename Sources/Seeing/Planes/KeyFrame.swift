import VisionCore

/// A frame whose view of the plane is known, against which later ones are compared.
struct KeyFrame: Sendable {
  /// A place on the plane, in the key frame.
  struct Feature: Sendable {
    var place: PixelPoint
    /// How far it has moved with the plane so far, 0 to 1. What stands on the plane, or moves over it,
    /// soon counts little.
    var reliability = 1.0
  }

  let pyramid: LumaPyramid
  /// From pixels of the reference frame to those of this one.
  let pose: Matrix3
  var features: [Feature]
  let descriptors: [DescribedCorner]

  /// - Parameters:
  ///   - pyramid: The frame.
  ///   - pose: From pixels of the reference frame to those of this one.
  ///   - cell: In each square of so many pixels are two features at most; a 16th of the frame's long side
  ///     unless given.
  ///   - isWanted: Whether there may be a feature at a place of this frame.
  init(
    _ pyramid: LumaPyramid, pose: Matrix3, cell: Int? = nil,
    where isWanted: (PixelPoint) -> Bool
  ) {
    self.pyramid = pyramid
    self.pose = pose
    let cell = cell ?? max(16, pyramid.size.longSide / 16)
    features = Corners.find(
      in: pyramid.levels[0], cell: cell, margin: Patch.side / 2 + 2, perCell: 2, where: isWanted
    ).map { Feature(place: $0) }
    descriptors = DescribedCorner.find(in: pyramid, where: isWanted)
  }
}
