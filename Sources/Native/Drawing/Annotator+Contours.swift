public import VisionCore

extension Annotator {
  /// Draws outlines: those at the top level in one colour, those in one of them in another, and so on in
  /// turn.
  ///
  /// - Parameters:
  ///   - contours: In coordinates of `image`, which stands upright.
  ///   - image: The picture that is drawn on.
  public func draw(contours: ContoursObservation, on image: inout RGBImage) {
    let (width, height) = (Double(image.width), Double(image.height))
    let line = max(1, (width * height).squareRoot() / 400)
    var depths: [Int] = []
    Canvas.draw(on: &image) { canvas in
      for contour in contours.contours {
        let depth = contour.parent.map { depths[$0] + 1 } ?? 0
        depths.append(depth)
        let places = contour.points.map { (x: $0.x * width, y: $0.y * height) }
        canvas.outline(places, width: line * 2, Self.shade)
        canvas.outline(places, width: line, depth.isMultiple(of: 2) ? Self.accent : Self.blue)
      }
    }
  }
}
