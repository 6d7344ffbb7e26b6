public import VisionCore

extension Annotator {
  /// How long a path stays in the picture after its end, in seconds.
  private static let lingering = 1.5

  /// Draws the paths of what was thrown: a line through the points, with a dot at each, in a ring of two
  /// standard errors where it is that uncertain.
  ///
  /// - Parameters:
  ///   - trajectories: With points in coordinates of `image`, which stands upright.
  ///   - time: The picture's, in seconds: paths that ended long before it are left out.
  ///   - image: The picture that is drawn on.
  public func draw(
    trajectories: [TrajectoryObservation], at time: Double, on image: inout RGBImage
  ) {
    let (width, height) = (Double(image.width), Double(image.height))
    let line = max(1.5, (width * height).squareRoot() / 200)
    Canvas.draw(on: &image) { canvas in
      for path in trajectories {
        guard let last = path.points.last, time < last.time + Self.lingering else { continue }
        let places = path.points.map { (x: $0.location.x * width, y: $0.location.y * height) }
        for (from, to) in zip(places, places.dropFirst()) {
          canvas.line(from: from, to: to, width: line * 2, Self.shade)
        }
        for (from, to) in zip(places, places.dropFirst()) {
          canvas.line(from: from, to: to, width: line, Self.accent)
        }
        for ((x, y), error) in zip(places, path.errors) {
          let reach = 2 * error * width
          if reach > 1.5 * line {
            let ring = PixelRectangle(
              x: x - reach, y: y - reach, width: 2 * reach, height: 2 * reach)
            canvas.stroke(ring, radius: reach, lineWidth: line / 2, Self.white)
          }
          let dot = PixelRectangle(x: x - line, y: y - line, width: line * 2, height: line * 2)
          canvas.fill(dot, radius: line, Self.white)
        }
      }
    }
  }
}
