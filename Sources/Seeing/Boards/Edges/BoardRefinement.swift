package import VisionCore

/// A board with its corners where its edges meet in the picture, to a fraction of a pixel.
package struct BoardRefinement: Hashable, Sendable {
  package var corners: BoardQuadrilateral
  /// The rim of its hole, in pixels; where the hole is not seen, it is where it must be.
  package var hole: FittedEllipse
  /// How much of the edges is seen, in `0...1`.
  package var edgeSupport: Double
  /// In what share of directions it is darker in the hole than around it, in `0...1`.
  package var holeDarkness: Double

  /// Finds the edges near a board that is known roughly: first within 0.28 of its width, then at
  /// the picture's own size. `nil` where the corners are no board's, before or after.
  ///
  /// - Parameters:
  ///   - start: Where the board is, roughly.
  ///   - hole: Where its hole is, roughly, in its widths.
  ///   - image: The picture as it is stored.
  ///   - orientation: How it is to be turned to stand upright.
  package init?(
    of start: BoardQuadrilateral, hole: BoardWidthPoint, in image: RGBImage,
    orientation: ImageOrientation
  ) {
    guard start.isDrawable else { return nil }
    let scene = Scene(image: image, orientation: orientation)
    let rough = Self.likeliest(near: start, hole: hole, in: scene)
    let sharp = min(max(rough.size / StraightenedBoard.length.squareRoot(), 48), 288)
    guard let fine = Self.atEdges(near: rough, width: Int(sharp), in: scene) else { return nil }
    (corners, edgeSupport) = fine

    let toImage = Matrix3(boardAt: corners.points)
    guard let toBoard = toImage.inverse else { return nil }
    // The hole was given in the widths of the board as it was at the start.
    let center = BoardWidthPoint(
      toBoard.image(of: Matrix3(boardAt: start.points).image(of: hole.coordinates)))
    let board = scene.straightened(
      corners, width: min(max(Int(sharp), 96), 288), margin: 0.05, isBlurred: false)
    let seen = HoleRim.points(
      near: center, radius: Self.holeRadius, in: board, board.slopes)
    let rim = seen.isEmpty ? HoleRim.circle(around: center, radius: Self.holeRadius) : seen
    holeDarkness = HoleRim.darkShare(within: Self.holeRadius, of: rim.mean(), in: board)
    let ellipse = FittedEllipse(through: rim.map { toImage.image(of: $0.coordinates) })
    guard let ellipse else { return nil }
    self.hole = ellipse
  }

  /// In widths of the board.
  private static let holeRadius = Gameboard.holeRadius / Gameboard.width

  /// A picture, in which boards are straightened.
  private struct Scene {
    var image: RGBImage
    var orientation: ImageOrientation
    var size: PixelSize { image.uprightSize(orientation) }

    /// A board drawn `width` pixels wide, with `margin` of its widths on each side.
    func straightened(
      _ corners: BoardQuadrilateral, width: Int, margin: Double, isBlurred: Bool = true
    ) -> StraightenedBoard {
      func pixels(_ length: Double) -> Int {
        Int((Double(width) * (length + 2 * margin)).rounded(.toNearestOrEven))
      }
      return StraightenedBoard(
        corners, in: image, orientation: orientation,
        size: PixelSize(width: pixels(1), height: pixels(StraightenedBoard.length)),
        margin: SIMD2(repeating: margin), isBlurred: isBlurred)
    }
  }

  /// The corners, roughly: of all that the four edges may be those are taken that are seen from
  /// corner to corner, that lie where they were guessed, between which a camera would see a board,
  /// painted alike on both sides, and in which the hole is where it belongs. Where a bag hides an
  /// edge, or a step or a stripe is next to it, the others decide.
  private static func likeliest(
    near guess: BoardQuadrilateral, hole: BoardWidthPoint, in scene: Scene
  ) -> BoardQuadrilateral {
    let doubt = EdgeDoubt(maximum: 0.28, likely: 0.06)
    // What shape, hole and likeness of left and right weigh against an edge that is seen or not,
    // and how much of the first two counts.
    let (shapeWeight, holeWeight, maximumMiss, symmetryWeight) = (0.045, 0.02, 20.0, 2.0)
    let board = scene.straightened(guess, width: 96, margin: doubt.maximum + 0.02)
    let slopes = board.slopes
    let edges = boardEdges(in: board, slopes, doubt: doubt, count: 7)
    let rim = wholeRim(near: hole, in: board, slopes)
    let size = scene.size

    var (best, maximum) = (guess, -1e9)
    for four in combinations(of: edges) {
      let places = corners(between: four)
      let corners = BoardQuadrilateral(points: places.map { board.imagePoint(of: $0) })
      guard corners.isDrawable else { continue }
      let toImage = Matrix3(boardAt: corners.points)
      var score = score(of: four, between: places)
      score -= shapeWeight * min(maximumMiss, BoardShape.miss(of: toImage, in: size))
      if !rim.isEmpty, let toBoard = toImage.inverse {
        let miss = BoardShape.missOfHole(rim, toBoard, radius: holeRadius)
        score -= holeWeight * min(maximumMiss, miss)
      }
      guard score > maximum else { continue }
      score -= symmetryWeight * BoardShape.asymmetry(of: board, between: places)
      if score > maximum { (best, maximum) = (corners, score) }
    }
    return best
  }

  /// All ways to take one edge of each side.
  private static func combinations(of edges: [[BoardEdge]]) -> [[BoardEdge]] {
    edges.reduce([[]]) { taken, side in taken.flatMap { some in side.map { some + [$0] } } }
  }

  /// Points all round the ellipse that a hole's rim makes in the image, of which a bag may hide a
  /// part; none where no rim is seen.
  private static func wholeRim(
    near hole: BoardWidthPoint, in board: StraightenedBoard, _ slopes: PictureSlopes
  ) -> [SIMD2<Double>] {
    let places = HoleRim.points(near: hole, radius: holeRadius, in: board, slopes)
    let ellipse = FittedEllipse(through: places.map { board.imagePoint(of: $0).coordinates })
    guard let ellipse else { return [] }
    return (0..<48).map { ellipse.point(atTurn: 2 * .pi * Double($0) / 48) }
  }

  /// Where four edges meet.
  private static func corners(between edges: [BoardEdge]) -> [BoardWidthPoint] {
    (0..<4).map { edges[($0 + 3) % 4].line.meeting(edges[$0].line) }
  }

  /// The corners where the edges next to them meet, at the picture's own size, and how much of the
  /// edges is seen; `nil` if no board has such corners.
  private static func atEdges(
    near corners: BoardQuadrilateral, width: Int, in scene: Scene
  ) -> (corners: BoardQuadrilateral, support: Double)? {
    let reach = max(0.012, 2 / Double(width))
    let board = scene.straightened(corners, width: width, margin: 0.15)
    let slopes = board.slopes
    let inner = boardEdges(
      in: board, slopes, doubt: EdgeDoubt(maximum: reach, likely: reach), count: 1
    ).map { $0[0] }
    let rim = PaintedRim.maximumWidth
    let others = boardEdges(
      in: board, slopes, doubt: EdgeDoubt(maximum: rim, likely: rim), count: 4)
    let outer = PaintedRim.outerEdges(of: inner, among: others, in: board)
    let support = (0..<4).reduce(0) { sum, side in
      sum + max(inner[side].line.support, outer?[side].line.support ?? 0) / 4
    }
    let places = Self.corners(between: outer ?? inner)
    let found = BoardQuadrilateral(points: places.map { board.imagePoint(of: $0) })
    return found.isDrawable ? (found, support) : nil
  }
}
