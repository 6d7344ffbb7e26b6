import Testing
import VisionCore

@testable import BeanBagToss

@Suite struct GameboardCornersTests {
  @Test func `a board that fills the picture has its hole where the rules have it`() throws {
    // Twice as high as wide, seen from straight above.
    let board = try #require(
      GameboardObservation(
        corners: GameboardObservation.Corners(
          farLeft: NormalizedPoint(x: 0, y: 0), farRight: NormalizedPoint(x: 1, y: 0),
          nearRight: NormalizedPoint(x: 1, y: 1), nearLeft: NormalizedPoint(x: 0, y: 1)),
        aspectRatio: 0.5))
    #expect(abs(board.hole.center.x - 0.5) < 1e-9)
    #expect(abs(board.hole.center.y - 0.1875) < 1e-9)
    #expect(abs(board.hole.radii.first - 0.125) < 1e-6)
    #expect(abs(board.hole.radii.second - 0.125) < 1e-6)
  }

  @Test func `seen from aside the hole is a flat ellipse that lies with the board`() throws {
    let board = try #require(
      GameboardObservation(
        corners: GameboardObservation.Corners(
          farLeft: NormalizedPoint(x: 0.3, y: 0.5), farRight: NormalizedPoint(x: 0.7, y: 0.5),
          nearRight: NormalizedPoint(x: 0.7, y: 0.6), nearLeft: NormalizedPoint(x: 0.3, y: 0.6)),
        aspectRatio: 1))
    // 0.4 wide and 0.1 deep for 2 by 4 feet: eight times as flat.
    #expect(abs(board.hole.radii.first / board.hole.radii.second - 8) < 0.01)
    #expect(abs(board.hole.angle) < 0.01 || abs(board.hole.angle - 180) < 0.01)
  }

  @Test func `corners on one line are no board`() {
    let point = { (x: Double) in NormalizedPoint(x: x, y: 0.5) }
    #expect(
      GameboardObservation(
        corners: GameboardObservation.Corners(
          farLeft: point(0.1), farRight: point(0.2), nearRight: point(0.3), nearLeft: point(0.4)),
        aspectRatio: 1) == nil)
  }
}
