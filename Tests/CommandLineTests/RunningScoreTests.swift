import BeanBagToss
import Testing
import VisionCore

@testable import playfield

@Suite("The score of landings alone")
struct RunningScoreTests {
  private func landing(_ number: Int, _ outcome: Outcome) -> BagLanding {
    BagLanding(
      number: number, firstFrame: number * 100, firstTime: Double(number),
      restFrame: number * 100 + 30, restTime: Double(number) + 1, rest: .seen(outcome),
      place: BoardPoint(x: 0.3, y: 0.3))
  }

  @Test func `what lands when the practice is over is not counted`() {
    var score = RunningScore(rules: .practice)
    for number in 1...9 { score.note(.landed(landing(number, .hole))) }
    #expect((1...9).map { score.points(of: $0) } == Array(repeating: 3, count: 9))
    #expect(score.summary.hasSuffix("score 24; the last 1 of them came when the game was over"))
  }

  @Test func `a bag of which nobody knows where it lies is worth nothing, and says why`() {
    var score = RunningScore(rules: .practice)
    var lost = landing(1, .board)
    lost.rest = .unknown(.cut)
    score.note(.landed(lost))
    score.note(.landed(landing(2, .board)))
    #expect(score.points(of: 1) == 0 && score.points(of: 2) == 1)
    #expect(score.line(for: lost).contains("cut off by the picture's edge"))
    #expect(score.summary.contains("1 on the board") && score.summary.contains("1 unknown"))
    #expect(
      JSON.landing(lost, points: 0).text
        == #"{"landing": 1, "firstFrame": 100, "restFrame": 130, "outcome": null, "#
        + #""reason": "cut", "points": 0}"#)
  }

  @Test func `a bag that moves counts for where it lies then`() {
    var score = RunningScore(rules: .cornhole)
    score.note(.landed(landing(1, .board)))
    score.note(.moved(BagMove(landing: 1, frame: 200, time: 6, rest: .seen(.hole))))
    #expect(score.points(of: 1) == 3)
    // One that lay there before the game is nobody's.
    score.note(.moved(BagMove(landing: nil, frame: 201, time: 6, rest: .seen(.hole))))
    #expect(score.points(of: nil) == 0)
    #expect(score.line(for: landing(1, .hole)).contains("score 0 : 0 (this round 3 : 0)"))
  }
}
