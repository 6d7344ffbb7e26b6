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
    func place(_ point: NormalizedPoint) -> (x: Double, y: Double) {
      (point.x * width, point.y * height)
    }
    Canvas.draw(on: &image) { canvas in
      for board in boards {
        let corners = board.corners.all.map(place)
        let edges = (0..<4).map { (corners[$0], corners[($0 + 1) % 4]) }
        let hole = board.hole
        let rim = (0...36).map { step -> (x: Double, y: Double) in
          let (turn, around) = (hole.angle * .pi / 180, Double(step) * .pi / 18)
          let (u, v) = (hole.radii.first * cos(around), hole.radii.second * sin(around))
          let center = place(hole.center)
          return (
            center.x + width * (u * cos(turn) - v * sin(turn)),
            center.y + width * (u * sin(turn) + v * cos(turn))
          )
        }
        let lines = edges + zip(rim, rim.dropFirst())
        for (from, to) in lines {
          canvas.line(from: from, to: to, width: line * 2, Self.shade)
        }
        for (index, (from, to)) in lines.enumerated() {
          canvas.line(from: from, to: to, width: line, index == 0 ? Self.blue : Self.accent)
        }
      }
    }
  }
}
