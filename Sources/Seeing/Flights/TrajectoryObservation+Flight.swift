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
        frame: $0.frame, time: $0.time,
        location: NormalizedPoint(x: $0.object.x, y: $0.object.y * aspectRatio),
        radius: $0.object.radius)
    }
    self.init(
      id: flight.id, points: points,
      equation: Self.equation(of: points, aspectRatio: aspectRatio),
      confidence: flight.confidence, isFinished: isFinished)
  }

  private static func equation(of points: [Point], aspectRatio: Double) -> Equation? {
    let across = points.map { $0.steadyLocation.x }
    let down = points.map { $0.steadyLocation.y / aspectRatio }
    guard let left = across.min(), let right = across.max(), let top = down.min(),
      let bottom = down.max(), right - left > 0.1 * (bottom - top),
      let fit = QuadraticFit(points.map { ($0.steadyLocation.x, $0.steadyLocation.y) })
    else { return nil }
    let (c, b, a) = fit.coefficients
    return Equation(a: a, b: b, c: c)
  }
}
