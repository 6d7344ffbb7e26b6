package import VisionCore

/// Small pictures of a board on which a bag slides and comes to rest, before a camera of 30 frames a second.
package enum BoardFilm {
  private static let board = RenderedBoard(
    width: 240, height: 180,
    corners: [(80, 30), (150, 30), (172, 160), (58, 160)].map { PixelPoint(x: $0.0, y: $0.1) })
  package static let corners = GameboardObservation.Corners(
    farLeft: point(0), farRight: point(1), nearRight: point(2), nearLeft: point(3))
  package static let bare = picture(bag: nil)
  package static let black = RGBImage(
    width: 240, height: 180, pixels: [UInt8](repeating: 0, count: 240 * 180 * 3))
  private static let slide = (0...8).map { picture(bag: (0.3, 1.3 - 0.07 * Double($0))) }
  /// The bag where it lies.
  package static let lying = slide[slide.count - 1]
  package static let rest = BoardPoint(x: 0.3, y: 0.74)

  /// The bag slides from frame 10 on, and lies still from frame 18 on.
  package static let toss =
    [RGBImage](repeating: bare, count: 10) + slide + [RGBImage](repeating: lying, count: 30)

  private static func point(_ index: Int) -> NormalizedPoint {
    PixelSize(width: board.width, height: board.height).normalized(board.corners[index])
  }

  private static func picture(bag: (Double, Double)?) -> RGBImage {
    var drawn = board
    drawn.bag = bag.map { (x: $0.0, y: $0.1) }
    return drawn.picture()
  }
}
