internal import PlayfieldMaths
public import SceneReading
public import VisionCore

extension HumanBodyPoseObservation {
  /// How far somebody stands from the hole, by the board alone: what is shown before a throw. A throw's own figures
  /// (``Throw/stand``) know the camera better.
  ///
  /// - Parameters:
  ///   - camera: The camera, as the board shows it.
  ///   - aspectRatio: The picture's width divided by its height.
  /// - Returns: In metres along the ground; `nil` where the feet are not seen, or no ground there.
  public func stand(before camera: CameraPose, aspectRatio: Double) -> Estimate? {
    guard let feet = feet(aspectRatio), let stand = camera.distanceFromHole(of: feet, aspectRatio)
    else { return nil }
    let moves = [SIMD2(FlightModel.ankleError, 0), SIMD2(0, FlightModel.ankleError)]
    let error = moves.reduce(camera.focalLengthError * stand) { error, move in
      let moved = camera.distanceFromHole(of: feet + move, aspectRatio)
      return hypotenuse(error, (moved ?? stand) - stand)
    }
    return Estimate(value: stand, error: error)
  }
}

extension CameraPose {
  /// How far a place at the height of ankles is from the hole, along the ground.
  fileprivate func distanceFromHole(of feet: WidthPoint, _ aspectRatio: Double) -> Double? {
    let ray = ray(through: NormalizedPoint(x: feet.x, y: feet.y * aspectRatio))
    let fall = position.z - FlightFit.ankleHeight
    guard ray.z < 0, fall > 0 else { return nil }
    let place = position + ray * (fall / -ray.z)
    let hole = CameraPose.world(
      ofBoard: BoardPoint(x: Gameboard.holeCenter.x, y: Gameboard.holeCenter.y))
    return hypotenuse(place.x - hole.x, place.y - hole.y)
  }
}
