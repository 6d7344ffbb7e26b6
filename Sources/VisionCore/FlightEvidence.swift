/// The features of a whole path by which `FlightJudge` decides whether it is that of something thrown.
package struct FlightEvidence: Hashable, Sendable {
  /// How far gravity bends the path, in residuals of its points: what merely jitters has a parabola, too, but lies
  /// badly on it.
  var bend: Double
  /// The residual, as a part of what a flight may have when it is found.
  var roughness: Double
  /// The ninth decile of its radii, all as they would look at the last point, divided by the first.
  var sizes: Double
  /// The root mean square distance of its colours from their mean, 0 to 255.
  var colors: Double
  /// The median share of its upright box that it fills.
  var fill: Double
  /// The parts of the points that stand alone, and that touch the picture's edge.
  var isolated: Double
  var atEdge: Double
  /// How many points there are, and the share of the frames looked at in which it was seen.
  var points: Double
  var seen: Double
  /// Its acceleration across, as a part of that downwards.
  var sideways: Double
  /// How far it leads, in radii, and how far from a straight line, as a part of that.
  var extent: Double
  var sagitta: Double
  /// Its speed at the end, as a multiple of that at the start.
  var speeds: Double
  /// How many other objects of its size are near it at a time.
  var neighbours: Double

  /// Of a path, `nil` for fewer than three points.
  ///
  /// - Parameters:
  ///   - points: In the order of time.
  ///   - framesSeen: How many frames were looked at from the first of the points to the last.
  ///   - neighbours: The mean number of other objects of its size near it.
  init?(points: [TrajectoryPoint], framesSeen: Int, neighbours: Double) {
    guard let path = BallisticPath(points), let first = points.first, let last = points.last else {
      return nil
    }
    let objects = points.map { $0.object }
    let count = Double(points.count)
    let radii = objects.map { $0.radius }.sorted()
    let radius = radii[radii.count / 2]
    bend = path.bend / max(path.residual, BallisticPath.minimumError)
    roughness = path.residual / FlightRule.allowedResidual(radius: radius)
    let sorted = path.radii.sorted()
    sizes = sorted[sorted.count * 9 / 10] / max(sorted[sorted.count / 10], 1e-6)
    let color = objects.reduce(SIMD3()) { $0 + $1.color } / count
    let squares = objects.reduce(0.0) { sum, object in
      let away = object.color - color
      return sum + (away * away).sum()
    }
    colors = (squares / count).squareRoot()
    fill = objects.map { $0.fill }.sorted()[objects.count / 2]
    isolated = Double(objects.count { $0.isIsolated }) / count
    atEdge = Double(objects.count { $0.touchesEdge }) / count
    self.points = count
    seen = count / Double(max(framesSeen, 1))
    sideways = abs(path.acceleration.x) / max(path.acceleration.y, 1e-6)
    let moved = points.extent
    extent = moved / radius
    sagitta = path.sagitta / max(moved, 1e-6)
    speeds = path.speed(at: last.time) / max(path.speed(at: first.time), 1e-6)
    self.neighbours = neighbours
  }

  /// In the order of the judge's weights, most by their logarithms, and within bounds.
  package var features: [(name: String, value: Double)] {
    func log(_ value: Double, _ range: ClosedRange<Double>) -> Double {
      Double(naturalLogarithm(Float(min(max(value, range.lowerBound), range.upperBound))))
    }
    return [
      ("bend", log(bend, 1...500)), ("roughness", log(roughness, 0.05...5)),
      ("sizes", log(sizes, 1...5)), ("colors", log(colors, 1...100)), ("fill", fill),
      ("isolated", isolated), ("atEdge", atEdge), ("points", log(points, 4...60)), ("seen", seen),
      ("sideways", min(sideways, 1)), ("extent", log(extent, 1...100)),
      ("sagitta", log(sagitta, 0.003...1)), ("speeds", abs(log(speeds, 0.05...20))),
      ("neighbours", log(1 + neighbours, 1...100)),
    ]
  }
}
