import Foundation
import PlayfieldMaths
import Testing
import VisionCore

@testable import RaceGame

@Suite struct BoardDieTests {
  /// A die on the board of a table, as a pinhole camera sees its top.
  struct Seen: Sendable, CustomTestStringConvertible {
    let view: TableView
    let middle: SIMD2<Double>
    let turn: Double

    var testDescription: String { "\(view), at \(middle), turned by \(turn)" }

    static let all: [Seen] = TableView.all.filter { $0.elevation > 30 }.flatMap { view in
      [
        (SIMD2(0.0, 0), 0.0), (SIMD2(0.5, -0.3), 0.3), (SIMD2(-0.4, 0.6), 0.785),
        (SIMD2(0.2, 0.5), 1.3),
      ].map { Seen(view: view, middle: $0.0, turn: $0.1) }
    }
  }

  private let side = 0.125

  private func corners(_ seen: Seen, turn: Double, height: Double) -> [SIMD3<Double>] {
    (0..<4).map { corner in
      let angle = turn + (0.25 + 0.5 * Double(corner)) * .pi
      return SIMD3(
        seen.middle + SIMD2(cosine(of: angle), sine(of: angle)) * (side * 0.5.squareRoot()), height)
    }
  }

  private func project(_ point: SIMD3<Double>, _ sight: BoardSight) -> SIMD2<Double> {
    let image = sight.plane * SIMD3(point.x, point.y, 1) + sight.up * point.z
    return SIMD2(image.x, image.y) / image.z
  }

  @Test(arguments: Seen.all)
  func `a die is found where it lies, as large as it is, turned so that its box fits`(_ seen: Seen)
    throws
  {
    let view = seen.view
    let sight = BoardPlacing(
      fitting: view.picture, camera: view.camera, up: view.up, heightAboveDice: view.height * 8 - 1
    ).sight
    let top = corners(seen, turn: seen.turn, height: side).map { project($0, sight) }
    // What the network sees of it: an ellipse through its corners, up to perspective.
    let middle = project(SIMD3(seen.middle, side), sight)
    let (first, second) = ((top[0] - top[2]) / 2, (top[1] - top[3]) / 2)
    let square = Symmetric2(
      xx: first.x * first.x + second.x * second.x, xy: first.x * first.y + second.x * second.y,
      yy: first.y * first.y + second.y * second.y)
    let (low, high) = (
      top.reduce(top[0], pointwiseMin), top.reduce(top[0], pointwiseMax)
    )
    let box = BoundingBox(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    let root = (square.determinant).squareRoot()
    let trace = (square.xx + square.yy + 2 * root).squareRoot()
    let shape = Symmetric2(
      xx: (square.xx + root) / trace, xy: square.xy / trace, yy: (square.yy + root) / trace)
    let die = try #require(
      BoardDie(SeenSquare(middle: EdgePoint(middle), shape: shape), box: box, on: sight))
    #expect((die.middle - seen.middle).length < 0.03 * side)
    #expect(abs(die.side / side - 1) < 0.03)
    // Of two turns that look the same either will do.
    let found = corners(seen, turn: die.turn, height: side).map { project($0, sight) }
    let size = found.reduce(found[0], pointwiseMax) - found.reduce(found[0], pointwiseMin)
    #expect(abs(size.x / box.width - 1) < 0.05)
    #expect(abs(size.y / box.height - 1) < 0.05)
  }

  @Test func `neither a point nor what is larger than the board is a die`() {
    let view = TableView(height: 3, elevation: 60, picture: PixelSize(width: 960, height: 720))
    let sight = BoardPlacing(
      fitting: view.picture, camera: view.camera, up: view.up, heightAboveDice: 20
    ).sight
    let box = BoundingBox(x: 400, y: 300, width: 100, height: 90)
    let middle = EdgePoint(x: 450, y: 345)
    for (size, reason) in [(0.0, "a point"), (3000, "larger than the board")] {
      let square = SeenSquare(middle: middle, shape: Symmetric2(xx: size, xy: 0, yy: size))
      #expect(BoardDie(square, box: box, on: sight) == nil, "\(reason)")
    }
  }
}
