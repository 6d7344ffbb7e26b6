import DiceGame
import PageInterface
import RaceGame
import Testing
import VisionCore

@testable import PlayfieldWeb

@Suite("The module's area for the race")
final class RaceAreaTests {
  private var session = Session()

  /// A number of the race's state by the name of its field; NaN where it has none.
  private func state(_ name: String) -> Double {
    let names = raceRecord.shape.fields.map { "\($0.name)" }
    let numbers = records(session.race.state(), length: raceRecord.shape.length)[0]
    return numbers[names.firstIndex(of: name)!]
  }

  private var phase: Race.Phase? { Race.Phase(rawValue: UInt8(state("phase"))) }

  private var sections: [Double] {
    records(session.race.racers(), length: racerRecord.shape.length).map { $0[0] }
  }

  private func begin(_ players: Int32) {
    session.play { $0.clear() }
    #expect(session.race.begin(players) == 0)
    play(.race)
  }

  private func play(_ asker: Asker) {
    #expect(session.play { $0.play(Int32(asker.index)) } == 0)
  }

  private func add(_ value: Int32) {
    #expect(session.play { $0.add(value) } == 0)
  }

  /// Lays dice as a new roll.
  private func roll(_ values: Int32...) {
    session.play { $0.clear() }
    for value in values { add(value) }
  }

  /// A roll comes to rest before the camera.
  private func film(_ values: [DieValue], from start: Double) {
    for frame in 0..<40 {
      let y = 0.4 + 0.05 * Double(max(0, 8 - frame))
      let dice = values.enumerated().map { index, value in
        DieObservation(
          label: value, confidence: 0.9,
          boundingBox: BoundingBox(x: 0.2 + 0.3 * Double(index), y: y, width: 0.06, height: 0.08))
      }
      session.play { $0.see(dice, at: start + Double(frame) / 15) }
    }
  }

  @Test func `a race of two is played to the win, and back`() {
    begin(2)
    #expect(phase == .waiting && sections == [1, 1])
    roll(3, 4)
    #expect(phase == .asking && state("first") == 3 && state("second") == 4)
    #expect(state("sumSection") == 8 && state("differenceSection") == 2)
    #expect(session.answerRace(7, 1, 1) == Int32(Game.Verdict.right.rawValue))
    #expect(sections == [8, 1] && state("player") == 1 && state("first").isNaN)
    roll(6, 2)
    #expect(session.answerRace(8, 1, 1) == Int32(Game.Verdict.right.rawValue))
    #expect(phase == .won && state("winner") == 1)
    let moves = records(session.race.moves(), length: moveRecord.shape.length)
    #expect(moves == [[0, 3, 4, 7, 0, 1, 8], [1, 6, 2, 8, 0, 1, 9]])
    session.undoMove()
    #expect(phase == .asking && state("winner").isNaN && sections == [8, 1])
    #expect(state("first") == 6 && state("isRollOnTable") == 0)
  }

  @Test(
    "an answer is judged by its source",
    arguments: [
      (8, 0, 0.9, Game.Verdict.right),  // by hand, read well
      (8, 0, 0.5, .unsure),  // by hand, read badly
      (4, 1, 0.0, .right),  // the difference, by keys
      (9, 1, 1.0, .wrong),
      (42, 1, 1.0, .secret),
    ] as [(Int32, Int32, Float, Game.Verdict)])
  func verdicts(number: Int32, source: Int32, confidence: Float, verdict: Game.Verdict) {
    begin(1)
    #expect(
      session.answerRace(number, 1, 1) == Int32(Game.Verdict.unsure.rawValue), "nothing was rolled")
    roll(6, 2)
    #expect(session.answerRace(number, source, confidence) == Int32(verdict.rawValue))
    #expect((phase == .asking) == (verdict == .wrong || verdict == .unsure))
  }

  @Test func `other than two dice are refused by their number`() {
    begin(1)
    roll(5)
    #expect(phase == .tooFewDice && state("otherCount") == 1)
    add(5)
    #expect(phase == .asking)
    // The rules of the table ask about no more than two dice; other games leave more there.
    begin(1)
    play(.mode(.add))
    for value: Int32 in 1...5 { add(value) }
    #expect(phase == .waiting, "the race takes no dice of another game")
    play(.race)
    #expect(phase == .tooManyDice && state("otherCount") == 5)
  }

  @Test func `what the camera, a picture, a tap or a correction brings is the race's roll at once`()
  {
    begin(2)
    film([.three, .four], from: 0)
    #expect(phase == .asking && state("first") == 3 && state("second") == 4)
    #expect(state("isRollOnTable") == 1)
    #expect(session.play { $0.correct(1, 5) } == 0)
    #expect(phase == .asking && state("second") == 5)
    #expect(session.answerRace(2, 1, 1) == Int32(Game.Verdict.right.rawValue))
    #expect(phase == .waiting)
    let dice = [DieValue.six, .one].enumerated().map { index, value in
      DieObservation(
        label: value, confidence: 0.9,
        boundingBox: BoundingBox(x: 0.2 + 0.3 * Double(index), y: 0.5, width: 0.06, height: 0.08))
    }
    session.play { $0.look(at: dice) }
    #expect(phase == .asking && state("player") == 1 && state("first") == 6)
  }

  @Test func `dice at rest when the race begins are its roll`() {
    play(.mode(.add))
    add(2)
    add(6)
    #expect(session.race.begin(1) == 0)
    #expect(phase == .waiting)
    play(.race)
    #expect(phase == .asking && state("first") == 2 && state("second") == 6)
  }

  @Test func `a second roll counts only where it is chosen`() {
    begin(1)
    roll(1, 2)
    roll(6, 6)
    #expect(phase == .choosing && state("newFirst") == 6)
    session.race.choose(false)
    #expect(phase == .asking && state("first") == 1 && state("isRollOnTable") == 0)
    roll(5, 5)
    session.race.choose(true)
    #expect(phase == .asking && state("first") == 5 && state("isRollOnTable") == 1)
  }

  @Test func `dice that were answered are no roll of the next player`() {
    begin(2)
    roll(1, 2)
    #expect(session.answerRace(3, 1, 1) == Int32(Game.Verdict.right.rawValue))
    session.changeView()
    #expect(phase == .waiting && state("player") == 1)
  }

  @Test func `a race that was kept continues`() {
    begin(3)
    #expect(session.race.replay(3, 4, 7) == 1)
    #expect(session.race.replay(2, 2, 0) == 1)
    #expect(session.race.replay(2, 2, 3) == 0, "no answer, and no move")
    #expect(session.race.resume(5, 6) == 0)
    #expect(sections == [8, 1, 1] && state("player") == 2 && state("first") == 5)
    #expect(session.answerRace(11, 1, 1) == Int32(Game.Verdict.right.rawValue))
    #expect(sections == [8, 1, 3])
  }

  @Test func `arguments out of range are faults and change nothing`() {
    begin(2)
    for players: Int32 in [0, 5, -1] {
      #expect(session.race.begin(players) == WebFault.badArgument.rawValue)
    }
    #expect(session.race.replay(0, 3, 3) == WebFault.badArgument.rawValue)
    #expect(session.race.replay(3, 7, 10) == WebFault.badArgument.rawValue)
    begin(2)
    #expect(session.race.resume(3, 0) == WebFault.badArgument.rawValue)
    roll(3, 4)
    for source: Int32 in [-1, 3] {
      #expect(session.answerRace(7, source, 1) == WebFault.badArgument.rawValue)
    }
    #expect(sections == [1, 1])
  }
}
