internal import PlayfieldMaths

/// The features of a whole path by which `FlightJudge` decides whether it is that of something thrown.
package struct FlightEvidence: Hashable, Sendable {
  /// How far gravity bends the path, in residuals of its points: what merely jitters has a parabola, too, but lies
  /// badly on it.
  var bend: Double
  /// The residual, as a part of what a flight may have when it is found.
  var roughness: Double
  /// The ninth decile of its radii, all as they would look at the last point, divided by the first.
  var sizes: Double
  /// The median share of its upright box that it fills.
  var fill: Double
  /// How many points there are.
  var points: Double
  /// How far it leads, in radii, and how far from a straight line, as a part of that.
  var extent: Double
  var sagitta: Double
  /// How many other objects of its size are near it at a time.
  var neighbours: Double

  /// Of a path, `nil` for fewer than three points.
  ///
  /// - Parameters:
  ///   - points: In the order of time.
  ///   - neighbours: The mean number of other objects of its size near it.
  init?(points: [TrajectoryPoint], neighbours: Double) {
    guard let path = BallisticPath(points) else { return nil }
    let objects = points.map { $0.object }
    let radius = path.radius
    bend = path.bend / max(path.residual, BallisticPath.minimumError)
    roughness = path.residual / FlightRule.allowedResidual(radius: radius)
    let sorted = path.radii.sorted()
    sizes = sorted[sorted.count * 9 / 10] / max(sorted[sorted.count / 10], 1e-6)
    fill = objects.map { $0.fill }.median() ?? 0
    self.points = Double(points.count)
    let moved = points.extent
    extent = moved / radius
    sagitta = path.sagitta / max(moved, 1e-6)
    self.neighbours = neighbours
  }

  /// In the order of the judge's weights, most by their logarithms, and within bounds.
  package var features: [(name: String, value: Double)] {
    func log(_ value: Double, _ range: ClosedRange<Double>) -> Double {
      Double(naturalLogarithm(Float(min(max(value, range.lowerBound), range.upperBound))))
    }
    return [
      ("bend", log(bend, 1...500)), ("roughness", log(roughness, 0.05...5)),
      ("sizes", log(sizes, 1...5)), ("fill", fill), ("points", log(points, 4...60)),
      ("extent", log(extent, 1...100)), ("sagitta", log(sagitta, 0.003...1)),
      ("neighbours", log(1 + neighbours, 1...100)),
    ]
  }
}
