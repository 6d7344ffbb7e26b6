internal import PlayfieldMaths
internal import VisionCore

extension TrajectoryObservation {
  /// - Parameters:
  ///   - flight: In widths of the picture.
  ///   - aspectRatio: The picture's width divided by its height.
  ///   - isFinished: Whether the flight has ended.
  init(_ flight: FlightTracker.Flight, aspectRatio: Double, isFinished: Bool) {
    let points = flight.points.map {
      Point(
        frame: $0.frame, time: $0.time, location: $0.object.place.normalized(aspectRatio),
        radius: $0.object.radius)
    }
    self.init(
      id: flight.id, points: points,
      equation: Self.equation(of: points, aspectRatio: aspectRatio),
      confidence: flight.confidence, isFinished: isFinished)
  }

  private static func equation(of points: [Point], aspectRatio: Double) -> Equation? {
    let places = points.map { $0.steadyLocation.inWidths(aspectRatio) }
    guard let left = places.map({ $0.x }).min(), let right = places.map({ $0.x }).max(),
      let top = places.map({ $0.y }).min(), let bottom = places.map({ $0.y }).max(),
      right - left > 0.1 * (bottom - top),
      let fit = QuadraticFit(points.map { ($0.steadyLocation.x, $0.steadyLocation.y) })
    else { return nil }
    let (c, b, a) = fit.coefficients
    return Equation(a: a, b: b, c: c)
  }
}
