import BeanBagToss
import Foundation
import Testing
import TossHistory
import VisionCore

@testable import playfield
@testable import SimulatedToss

@Suite("A game that is kept while it is played")
struct KeptGameTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.url.appending(path: "history.sqlite").path
  }

  /// A game of which the first so many throws are known.
  private func session(throwCount: Int) -> Session {
    var session = SimulatedGame.session(seed: 1)
    session.throwsMade.removeLast(8 - throwCount)
    return session
  }

  @Test func `it begins with its first throw, and ends when it was watched to its end`() throws {
    for isWhole in [false, true] {
      let history = try TossHistory(path: path)
      var (game, failures) = (KeptGame(in: history), FailureLog())
      let before = try history.sessions().readable.count
      for count in 1...3 {
        let session = session(throwCount: count)
        game.keep(session.throwsMade[count - 1], isNew: true, of: session, &failures)
        #expect(try history.sessions().readable.count == before + 1)
      }
      game.end(session(throwCount: 3), isWhole: isWhole, &failures)
      let kept = try #require(try history.sessions().readable.last)
      #expect(kept.throwsMade.count == 3 && kept.isFinished == isWhole)
      #expect(failures.status == nil)
    }
  }

  @Test func `a game that is watched again after it was stopped is kept once`() throws {
    let history = try TossHistory(path: path)
    var failures = FailureLog()
    func watch(throwCount: Int, source: String = "garden.mp4", isResumed: Bool) {
      var game = KeptGame(in: history, isResumed: isResumed)
      for count in 1...throwCount {
        var session = session(throwCount: count)
        session.source = source
        game.keep(session.throwsMade[count - 1], isNew: true, of: session, &failures)
      }
      game.end(session(throwCount: throwCount), isWhole: throwCount == 3, &failures)
    }
    watch(throwCount: 3, isResumed: false)
    watch(throwCount: 2, source: "yard.mp4", isResumed: false)
    watch(throwCount: 1, isResumed: false)
    watch(throwCount: 2, isResumed: true)
    #expect(
      try history.sessions().readable.map(\.throwsMade.count).sorted() == [1, 2, 2, 3],
      "what is stopped again replaces nothing")
    watch(throwCount: 3, isResumed: true)
    let games = try history.sessions().readable
    #expect(Set(games.map(\.source)) == ["garden.mp4", "yard.mp4"])
    #expect(games.map(\.throwsMade.count).sorted() == [2, 3, 3], "what else was kept stays")
    #expect(failures.status == nil)
  }

  @Test func `a board that is found late is kept`() throws {
    var (game, failures) = (KeptGame(in: try TossHistory(path: path)), FailureLog())
    var session = session(throwCount: 1)
    session.board = nil
    game.keep(session.throwsMade[0], isNew: true, of: session, &failures)
    session.board = SimulatedGame.board
    game.end(session, isWhole: true, &failures)
    #expect(try TossHistory(path: path).session(1).board == SimulatedGame.board)
  }

  @Test func `a history from which the game was removed is reported once and given up`() throws {
    var (game, failures) = (KeptGame(in: try TossHistory(path: path)), FailureLog())
    game.keep(
      session(throwCount: 1).throwsMade[0], isNew: true, of: session(throwCount: 1), &failures)
    try TossHistory(path: path).remove(1)
    let later = session(throwCount: 2)
    game.keep(later.throwsMade[1], isNew: true, of: later, &failures)
    #expect(failures.status == .fault)

    var afterwards = FailureLog()
    game.keep(later.throwsMade[1], isNew: false, of: later, &afterwards)
    game.end(later, isWhole: true, &afterwards)
    #expect(afterwards.status == nil && game.earlier(&afterwards) == nil)
    #expect(
      try TossHistory(path: path).sessions().readable.isEmpty,
      "it does not begin again in the middle")
  }
}
