import PageInterface
import Testing
import VisionCore

@testable import PlayfieldWeb

@Suite("The module's area for the race's board")
final class BoardAreaTests {
  private var session = Session()
  /// The plane of a board that is seen from straight above, half as wide as the picture.
  private let plane = [0.25, 0, 0.5, 0, -1.0 / 3, 0.5, 0, 0, 1]

  private var sight: [Double]? {
    records(session.board.share(), length: sightRecord.shape.length).first
  }

  private func put(_ plane: [Double], _ orientation: Int32 = 1, focalShare: Double = 0.67) -> Int32
  {
    for (index, number) in plane.enumerated() { session.board.memory()?[index] = number }
    return session.board.put(session.frame.picture, orientation, focalShare: focalShare)
  }

  private func lay(_ up: SIMD3<Double>, _ orientation: Int32 = 1, focalShare: Double = 0.67)
    -> Int32
  {
    session.board.lay(session.frame.picture, orientation, focalShare: focalShare, up: up)
  }

  @Test func `a board is seen where it was put, and what stands on it rises towards the camera`()
    throws
  {
    _ = session.showBlack(640, 480)
    #expect(put(plane) == 0)
    let sight = try #require(sight)
    for (found, expected) in zip(sight, plane) { #expect(abs(found - expected) < 1e-9) }
    // From straight above what is higher is nearer, and seen in the same direction.
    #expect(sight[11] < 0)
    #expect(abs(sight[9] / sight[11] - 0.5) < 1e-9 && abs(sight[10] / sight[11] - 0.5) < 1e-9)
  }

  @Test func `a board is laid as gravity has it, else as tables mostly are seen`() throws {
    _ = session.showBlack(640, 480)
    #expect(lay(.zero) == 0)
    let usual = try #require(sight)
    #expect(lay(SIMD3(0, 0, -2)) == 0)
    let above = try #require(sight)
    // Seen from straight above its horizon is infinitely far away.
    #expect(abs(above[6]) < 1e-9 && abs(above[7]) < 1e-9)
    #expect(usual[7] > 0.1)
  }

  @Test func `a board moves with its table`() throws {
    _ = session.showBlack(640, 480)
    #expect(put(plane) == 0)
    #expect(session.board.begin() != nil)
    let moved = Matrix3(SIMD3(1, 0, 0.1), SIMD3(0, 1, -0.05), SIMD3(0, 0, 1))
    session.board.follow(moved)
    let sight = try #require(sight)
    #expect(abs(sight[2] - 0.6) < 1e-9 && abs(sight[5] - 0.45) < 1e-9)
  }

  @Test func `what makes no board is refused, and what comes out of turn`() {
    #expect(session.beginBoard(1, at: 0) == WebFault.outOfTurn.rawValue)
    #expect(lay(.zero) == WebFault.outOfTurn.rawValue)
    #expect(sight == nil)
    _ = session.showBlack(640, 480)
    #expect(lay(.zero, 9) == WebFault.badArgument.rawValue)
    #expect(lay(.zero, focalShare: 0) == WebFault.badArgument.rawValue)
    #expect(lay(SIMD3(.nan, 0, 0)) == WebFault.badArgument.rawValue)
    #expect(put([Double](repeating: 0, count: 9)) == WebFault.badArgument.rawValue)
    #expect(
      session.board.lay(session.frame.picture, 1, focalShare: 0.67, on: nil)
        == WebFault.outOfTurn.rawValue)
    #expect(session.followBoard(1, at: 0) == WebFault.outOfTurn.rawValue)
  }
}
