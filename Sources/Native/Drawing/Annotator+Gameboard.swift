internal import Glibc
public import VisionCore

extension Annotator {
  /// Draws boards: the edges of the playing surface, the far one in another colour, and the rim of the
  /// hole.
  ///
  /// - Parameters:
  ///   - boards: In coordinates of `image`, which stands upright.
  ///   - image: The picture that is drawn on.
  public func draw(boards: [GameboardObservation], on image: inout RGBImage) {
    let (width, height) = (Double(image.width), Double(image.height))
    let line = max(1.2, (width * height).squareRoot() / 240)
    Canvas.draw(on: &image) { canvas in
      for board in boards {
        let corners = outline(board, width: width, height: height, line: line, canvas)
        canvas.line(from: corners[0], to: corners[1], width: line, Self.blue)
      }
    }
  }

  /// Draws a board's edges and the rim of its hole on a picture of `width` x `height` pixels.
  ///
  /// - Returns: Its corners, in pixels, as ``GameboardObservation/Corners/all`` has them.
  @discardableResult
  func outline(
    _ board: GameboardObservation, width: Double, height: Double, line: Double, _ canvas: Canvas
  ) -> [(x: Double, y: Double)] {
    let corners = board.corners.all.map { (x: $0.x * width, y: $0.y * height) }
    let rim = board.hole.outline(of: 36, width: width, height: height)
    for (ink, thickness) in [(Self.shade, line * 2), (Self.accent, line)] {
      canvas.outline(corners, width: thickness, ink)
      canvas.outline(rim, width: thickness, ink)
    }
    return corners
  }
}

extension Ellipse {
  /// Points of it, in pixels of a picture of `width` x `height`.
  fileprivate func outline(
    of count: Int, width: Double, height: Double
  ) -> [(x: Double, y: Double)] {
    let turn = angle * .pi / 180
    return (0..<count).map { step in
      let around = 2 * Double.pi * Double(step) / Double(count)
      let (u, v) = (width * radii.first * cos(around), width * radii.second * sin(around))
      return (
        center.x * width + u * cos(turn) - v * sin(turn),
        center.y * height + u * sin(turn) + v * cos(turn)
      )
    }
  }
}
