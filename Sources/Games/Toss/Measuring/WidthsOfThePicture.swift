package import VisionCore

extension HumanBodyPoseObservation {
  /// The length of the trunk as it is seen, in widths of the picture.
  package func trunk(_ aspectRatio: Double) -> Double {
    self[.neck].location.distance(to: self[.root].location, aspectRatio)
  }

  /// From the nearer wrist, in widths of the picture.
  package func distance(of point: NormalizedPoint, _ aspectRatio: Double) -> Double {
    min(
      self[.leftWrist].location.distance(to: point, aspectRatio),
      self[.rightWrist].location.distance(to: point, aspectRatio))
  }
}

extension NormalizedPoint {
  /// In widths of the picture.
  package func distance(to other: NormalizedPoint, _ aspectRatio: Double) -> Double {
    let (dx, dy) = (x - other.x, (y - other.y) / aspectRatio)
    return (dx * dx + dy * dy).squareRoot()
  }
}
