import BeanBagToss
import Testing
import VisionCore

@Suite struct LikelyOutcomeTests {
  private static let besideLeft = BoardPoint(x: -0.05, y: 1.02)
  private static let onLeft = BoardPoint(x: 0.08, y: 1.09)
  private static let atRim = BoardPoint(x: 0.46, y: 0.28)
  private static let inHole = BoardPoint(
    x: Gameboard.holeCenter.x + 0.05, y: Gameboard.holeCenter.y)
  private static let belowHole = BoardPoint(x: 0.3, y: 0.6)

  @Test(
    "Where nobody saw a bag rest, its path shows what is likeliest",
    arguments: [
      (inHole, atRim, true, .hole, "it vanished over the hole, whatever the flight's depth"),
      (inHole, nil, false, .hole, "also where the flight was not measured"),
      (belowHole, belowHole, true, .hole, "it slid in: lying below the hole it would be seen"),
      (onLeft, onLeft, true, .board, "it hit the board far from the hole, and was seen there"),
      (besideLeft, onLeft, true, .off, "seen beside the board, it lies behind it"),
      (besideLeft, belowHole, true, .hole, "the flight leads to the hole past where it was lost"),
      (besideLeft, nil, true, .off, "neither seen on the board nor led there"),
      (onLeft, nil, true, .hole, "lost before the board, it was on its way down to it"),
      (onLeft, nil, false, .board, "seen last on the board, and nothing else is known"),
      (nil, onLeft, true, .off, "seen last above the horizon of the board's plane"),
    ] as [(BoardPoint?, BoardPoint?, Bool, Outcome, String)])
  func likely(
    lastSeen: BoardPoint?, hit: BoardPoint?, isMeasured: Bool, outcome: Outcome, why: String
  ) {
    #expect(
      Outcome(lastSeen: lastSeen, hit: hit, isMeasured: isMeasured) == outcome, "\(why)")
  }
}
