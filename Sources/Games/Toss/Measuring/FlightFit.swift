internal import PlayfieldMaths
package import VisionCore

/// A throw in space and its figures, with their errors.
///
/// All that is not known is sought at once, by least squares: the camera, how the board stands, the
/// bag's place and velocity. The board's corners determine the camera; the points of the path, and
/// that it falls as on Earth, the flight; that the thrower stands behind the release, and that the
/// bag came down where the path ends, help where the view is poor. Errors are what the fit leaves of
/// all this together, so that a camera that is not known well makes figures uncertain, too.
package struct FlightFit {
  /// With Earth's gravity, or with that which the path shows where the two disagree.
  let model: FlightModel
  /// Gravity as the path shows it, in Earth's.
  package let gravityRatio: Estimate
  /// Whether gravity differs from Earth's by so much that the scale or the clip's speed must be off.
  package let gravityDisagrees: Bool
  /// Above the horizontal, in degrees.
  package let angle: Estimate
  /// Metres per second.
  package let speed: Estimate
  /// Along the ground from the release to the landing, in metres; `nil` where the path does not come
  /// down.
  package let distance: Estimate?
  /// Along the ground from the thrower's feet to the hole, in metres; `nil` where they are not seen.
  package let stand: Estimate?
  /// Where the bag comes down on the board, or on how it would go on.
  package var placeOnBoard: BoardPoint? {
    model.landing(on: .board).map { BoardPoint(x: $0.place.x, y: $0.place.y) }
  }

  /// - Returns: `nil` where the board or the path say too little.
  init?(_ sight: FlightSight) {
    guard sight.samples.count >= 5, sight.corners.count == 4,
      let (fitted, gravity, disagrees) = Self.fitted(to: sight)
    else { return nil }
    (model, gravityRatio, gravityDisagrees) = (fitted.model, gravity, disagrees)
    let release = sight.releaseTime
    func estimate(_ value: (_ model: FlightModel, _ release: Double) -> Double?) -> Estimate? {
      guard let here = value(fitted.model, release),
        let error = fitted.error(of: { value($0, release) })
      else { return nil }
      let late = value(fitted.model, release + sight.releaseError) ?? here
      let early = value(fitted.model, release - sight.releaseError) ?? here
      return Estimate(value: here, error: hypotenuse(error, (late - early) / 2))
    }
    guard let angle = estimate({ $0.angle(at: $1) }), let speed = estimate({ $0.speed(at: $1) })
    else { return nil }
    (self.angle, self.speed) = (angle, speed)
    distance = estimate { model, release in
      let landing = fitted.surface.map { model.landing(on: $0) } ?? model.landing
      return landing.map { model.distance(model.position(at: release), $0.place) }
    }
    stand = sight.feet.flatMap { feet in
      estimate { model, _ in model.stand(feet) }.map {
        Estimate(value: $0.value, error: hypotenuse($0.error, fitted.model.standError(feet)))
      }
    }
  }
}

extension FlightModel {
  private static let hole = SIMD3(Gameboard.holeCenter.x, Gameboard.holeCenter.y, 0)
  /// How far ankles may be from where they are found, in widths of the picture.
  static let ankleError = 0.004

  /// How far from the hole, along the ground, somebody stands whose feet are seen at a point of the picture, in
  /// metres; `nil` where no ground is seen there.
  func stand(_ feet: WidthPoint) -> Double? {
    ground(seenAt: feet, height: FlightFit.ankleHeight).map { distance($0, Self.hole) }
  }

  /// How much of that comes of not knowing exactly where the feet are.
  func standError(_ feet: WidthPoint) -> Double {
    guard let here = stand(feet) else { return 0 }
    return [SIMD2(Self.ankleError, 0), SIMD2(0, Self.ankleError)].reduce(0) { sum, move in
      hypotenuse(sum, (stand(feet + move) ?? here) - here)
    }
  }
}
