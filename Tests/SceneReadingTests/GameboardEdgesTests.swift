import Foundation
import TestScenes
import Testing
import VisionCore

@testable import SceneReading

/// What is done to find boards beside the networks: votes, edges, rims.
@Suite("Gameboards, beside the networks")
struct GameboardEdgesTests {
  @Test(
    "edges pull corners that are off by a fortieth of the board to a third of a pixel on average",
    arguments: [
      (RenderedBoard.nearView, SIMD2(2.5, -2), "down the board"),
      (.nearView, SIMD2(-2, 2.5), "up"), (.nearView, SIMD2(0, 0), "not at all"),
      (.sideView, SIMD2(2, -1.5), "seen from its side"),
    ])
  func refining(drawn: RenderedBoard, shift: SIMD2<Double>, why: String) throws {
    let image = drawn.picture()
    let signs = [SIMD2(1.0, 1), SIMD2(-1, 1), SIMD2(1, -1), SIMD2(0.5, 1)]
    let start = BoardQuadrilateral(
      points: zip(drawn.corners, signs).map { $0 + shift * $1 })
    let found = try refine(start, in: image)
    let (corners, rim) = (found.corners, found.hole)
    let misses = zip(corners.points, drawn.corners).map { corner, truth in
      let away = corner - truth
      return (away * away).sum().squareRoot()
    }
    #expect(misses.reduce(0, +) / 4 < 1.0 / 3, "\(why): \(misses)")
    #expect(misses.allSatisfy { $0 < 2.0 / 3 }, "\(why): \(misses)")
    let hole = drawn.pixel(Gameboard.holeCenter)
    #expect(abs(rim.center.x - hole.x) < 0.8 && abs(rim.center.y - hole.y) < 0.8)
    // The rim's ends across and along the board lie on the ellipse.
    for (dx, dy) in [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)] {
      let end = drawn.pixel(
        (
          Gameboard.holeCenter.x + dx * Gameboard.holeRadius,
          Gameboard.holeCenter.y + dy * Gameboard.holeRadius
        ))
      let (x, y) = (end.x - rim.center.x, end.y - rim.center.y)
      let u = (x * cos(rim.angle) + y * sin(rim.angle)) / rim.radii.x
      let v = (y * cos(rim.angle) - x * sin(rim.angle)) / rim.radii.y
      #expect(abs((u * u + v * v).squareRoot() - 1) < 0.08)
    }
    #expect(rim.radii.x >= rim.radii.y)
  }

  @Test(
    "a corner that is far off is brought back by the edges, the hole and what a camera can see",
    arguments: [(RenderedBoard.nearView, 2), (.nearView, 3), (.sideView, 2), (.sideView, 0)])
  func farOff(drawn: RenderedBoard, corner: Int) throws {
    var drawn = drawn
    drawn.bag = (0.4, 1.2)  // over the near edge
    var start = BoardQuadrilateral(points: drawn.corners)
    let opposite = drawn.corners[(corner + 2) % 4]
    start.points[corner] += (start.points[corner] - opposite) * 0.1
    let found = try refine(start, in: drawn.picture()).corners
    for (corner, truth) in zip(found.points, drawn.corners) {
      let away = corner - truth
      #expect((away * away).sum().squareRoot() < 1, "\(away)")
    }
  }

  @Test(
    "neither a stripe beside an edge nor the foot of the front passes for the edge",
    arguments: [
      (0.15, 1.0, 0.0, "the left stripe is clearer than the edge on the grass"),
      (0.0, 0.85, 0.0, "so is the right one"),
      (0.0, 1.0, 16.0, "the wall below the near edge has an edge of its own, at its foot"),
    ])
  func misleading(left: Double, right: Double, front: Double, why: String) throws {
    var drawn = RenderedBoard.nearView
    drawn.isStriped = true
    drawn.frontHeight = front
    // What a network takes for the board's corners.
    let (far, near) = (0.0, Gameboard.length)
    var start = BoardQuadrilateral(
      points: [(left, far), (right, far), (right, near), (left, near)].map { x, y in
        drawn.pixel((x * Gameboard.width, y))
      })
    for corner in 2...3 { start.points[corner].y += front }
    let found = try refine(start, in: drawn.picture()).corners
    for (corner, truth) in zip(found.points, drawn.corners) {
      let away = corner - truth
      #expect((away * away).sum().squareRoot() < 1.5, "\(why): \(away)")
    }
  }

  @Test("the board ends where a rim painted round it does", arguments: [0.015, 0.02, 0.025])
  func painted(rim: Double) throws {
    var drawn = RenderedBoard.nearView
    // Large enough for the rim to be a few pixels wide.
    (drawn.width, drawn.height) = (960, 720)
    drawn.corners = drawn.corners.map { PixelPoint(2 * $0.coordinates) }
    drawn.rim = rim
    let (left, far) = (rim, rim)
    let (right, near) = (Gameboard.width - rim, Gameboard.length - rim)
    let start = BoardQuadrilateral(
      points: [(left, far), (right, far), (right, near), (left, near)].map(drawn.pixel))
    let found = try refine(start, in: drawn.picture()).corners
    for (corner, truth) in zip(found.points, drawn.corners) {
      #expect((corner - truth).length < 1.5, "\(corner - truth)")
    }
  }

  @Test("a hole that is not seen is reported where it must be", arguments: [true, false])
  func hiddenHole(isCovered: Bool) throws {
    var drawn = RenderedBoard.nearView
    if isCovered { drawn.bag = Gameboard.holeCenter } else { drawn.hasHole = false }
    let rim = try refine(BoardQuadrilateral(points: drawn.corners), in: drawn.picture()).hole
    let hole = drawn.pixel(Gameboard.holeCenter)
    #expect(abs(rim.center.x - hole.x) < 4 && abs(rim.center.y - hole.y) < 4)
  }

  @Test func `a hole is dark all round, and none is where there is no hole`() throws {
    var drawn = RenderedBoard.nearView
    let start = BoardQuadrilateral(points: drawn.corners)
    let seen = try refine(start, in: drawn.picture()).holeDarkness
    drawn.hasHole = false
    let missing = try refine(start, in: drawn.picture()).holeDarkness
    #expect(seen > 0.9 && missing < 0.2, "\(seen), \(missing)")
  }

  @Test(
    "a picture is read as it is stored",
    arguments: [ImageOrientation.upMirrored, .down, .downMirrored, .right])
  func stored(orientation: ImageOrientation) throws {
    let upright = RenderedBoard.nearView.picture()
    let image = upright.stored(as: orientation)
    let start = BoardQuadrilateral(
      points: RenderedBoard.nearView.corners.map { $0 + SIMD2(1.5, 1.5) })
    let found = try refine(start, in: image, orientation: orientation).corners
    let expected = try refine(start, in: upright).corners
    #expect(found.distance(to: expected) < 1e-4)
  }

  @Test func `edges that meet in no board are none, and no failure`() {
    let image = RenderedBoard.nearView.picture()
    // Too far away for the picture to show anything of them.
    let far = PixelPoint(x: 900_000.001, y: 900_000.001)
    let start = BoardQuadrilateral(
      points: [SIMD2(0, 0), SIMD2(0.004, 0), SIMD2(0.004, 0.004), SIMD2(0, 0.004)].map { far + $0 })
    let found = BoardRefinement(
      of: start, hole: BoardWidthPoint(x: 0.5, y: 0.375), in: image, orientation: .up)
    #expect(found == nil)
  }

  @Test func `corners of no board are refused, not worked on`() {
    let image = RenderedBoard.nearView.picture()
    let crossed = BoardQuadrilateral(points: RenderedBoard.nearView.corners.reversed())
    let found = BoardRefinement(
      of: crossed, hole: BoardWidthPoint(x: 0.5, y: 0.375), in: image, orientation: .up)
    #expect(found == nil)
  }

  private func refine(
    _ start: BoardQuadrilateral, in image: RGBImage, orientation: ImageOrientation = .up
  ) throws -> BoardRefinement {
    try #require(
      BoardRefinement(
        of: start, hole: BoardWidthPoint(x: 0.5, y: 0.375), in: image, orientation: orientation))
  }

  @Test func `votes for one board are one candidate, whichever end they take for the far one`() {
    let board = BoardQuadrilateral(
      points: [(10, 10), (50, 12), (60, 90), (0, 88)].map { PixelPoint(x: $0.0, y: $0.1) })
    let moved = BoardQuadrilateral(points: board.points.map { $0 + SIMD2(2, 2) })
    let other = BoardQuadrilateral(points: board.points.map { $0 + SIMD2(200, 0) })
    let merged = GameboardFinderDecoder.merged([
      GameboardCandidate(confidence: 0.6, corners: moved.turned),
      GameboardCandidate(confidence: 0.6, corners: board),
      GameboardCandidate(confidence: 0.9, corners: other),
    ])
    #expect(merged.map(\.confidence) == [0.9, 0.6])
    let middle = merged[1].corners
    #expect(min(middle.distance(to: board), middle.turned.distance(to: board)) < 0.03)
  }

  @Test func `a board is outlined by the cells on it, whatever they say of its corners`() throws {
    let decoder = GameboardFinderDecoder(
      region: PixelRect(x: 100, y: 50, width: 320, height: 320), longSide: 160)
    let side = 20
    var cells = [Float](repeating: 0, count: 9 * side * side)
    // Columns 5 to 14, rows 8 to 11; and one cell by itself.
    for row in 8...11 { for column in 5...14 { cells[row * side + column] = 0.9 } }
    cells[2 * side + 2] = 0.4
    let found = try decoder.outlines(in: Tensor(shape: [1, 9, side, side], values: cells.span))
    #expect(found.count == 3, "one a level")
    let board = BoardQuadrilateral(
      points: [(180, 178), (340, 178), (340, 242), (180, 242)]
        .map { PixelPoint(x: $0.0, y: $0.1) })
    for candidate in found {
      let turns = [candidate.corners, candidate.corners.turned].flatMap { [$0, $0.rolled] }
      let nearest = turns.map { $0.distance(to: board) }.min() ?? .infinity
      // A cell is 16 pixels, an eighth of the board's size.
      #expect(nearest < 0.12, "\(candidate.corners.points)")
      #expect(candidate.confidence == 0.9)
    }
  }

  @Test func `nothing is outlined where there is nothing, and another network's output is refused`()
    throws
  {
    let decoder = GameboardFinderDecoder(
      region: PixelRect(x: 0, y: 0, width: 160, height: 160), longSide: 160)
    let nothing = [Float](repeating: 0, count: 9 * 400)
    #expect(try decoder.outlines(in: Tensor(shape: [1, 9, 20, 20], values: nothing.span)).isEmpty)
    let broken = [Float](repeating: .nan, count: 9 * 400)
    #expect(try decoder.outlines(in: Tensor(shape: [1, 9, 20, 20], values: broken.span)).isEmpty)
    #expect(throws: UnexpectedShape.self) {
      try decoder.outlines(in: Tensor(shape: [1, 9, 40, 10], values: nothing.span))
    }
  }
}
