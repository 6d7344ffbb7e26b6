import BeanBagToss
import Testing
import TossReportPage
import VisionCore

@testable import SimulatedToss

@Suite("The record of a game")
struct GameRecordTests {
  private static var played: GameRecord {
    var session = SimulatedReport.troubledSession
    session.board = SimulatedGame.board
    session.throwsMade[1].isWithdrawn = true
    session.throwsMade[1].points = 0
    session.throwsMade[0].stand = Estimate(value: 7.6, error: .infinity)
    return GameRecord(
      session: session, isFinished: true,
      corrections: [
        .outcome(throw: 1, .hole), .noThrow(2), .board(SimulatedGame.board.corners), .boardUnknown,
      ])
  }

  @Test func `what was written is read again`() throws {
    let record = Self.played
    let read = try GameRecord(reading: Array(record.text.utf8))
    #expect(read.corrections == record.corrections && read.isFinished)
    #expect(
      read.session.throwsMade.map { $0.figures.outcome }
        == record.session.throwsMade.map { $0.figures.outcome })
    #expect(read.session.throwsMade[0].stand?.error == .infinity)
    #expect(read.session.throwsMade[1].isWithdrawn)
    #expect(
      read.session.throwsMade.map { $0.remarks } == record.session.throwsMade.map { $0.remarks })
    #expect(read.session.source == record.session.source)
    // Once it is rounded nothing changes any more.
    #expect(read.text == record.text)
    #expect(try GameRecord(reading: Array(read.text.utf8)) == read)
  }

  @Test func `a record that was read has the report of the game that was written`() throws {
    let date = (machine: "2026-11-30T10:00:00Z", words: "30 November 2026 at 10:00")
    let read = try GameRecord(reading: Array(Self.played.text.utf8))
    let again = try GameRecord(reading: Array(read.text.utf8))
    let pages = [read, again].map {
      ReportPage(session: $0.session, units: .metric, date: date).text
    }
    #expect(pages[0] == pages[1] && pages[0].contains("id=\"throw-1\""))
  }

  @Test func `what was said to be no throw is in the record, and not in the report`() throws {
    var session = SimulatedGame.session(seed: 1, throwCount: 3)
    for index in session.throwsMade.indices {
      session.throwsMade[index].outcome = .board
      session.throwsMade[index].points = 1
    }
    (session.throwsMade[1].isWithdrawn, session.throwsMade[1].points) = (true, 0)
    let read = try GameRecord(reading: Array(GameRecord(session: session).text.utf8))
    let page = ReportPage(session: read.session, units: .metric, date: ("", "")).text
    #expect(read.session.throwsMade.count == 3)
    #expect(page.contains("<strong>2</strong> points") && page.contains("2 throws: "))
    #expect(page.contains("id=\"throw-3\"") && !page.contains("throw-2"))
  }

  @Test func `another format is refused, and says which`() {
    let text = Self.played.text.replacing("\"format\": 1", with: "\"format\": 7")
    #expect(throws: GameRecord.ReadingError.otherFormat(7)) {
      try GameRecord(reading: Array(text.utf8))
    }
    #expect(throws: GameRecord.ReadingError.otherFormat(nil)) {
      try GameRecord(reading: Array("[]".utf8))
    }
  }

  @Test func `what no camera sees is refused, or drawn all the same`() throws {
    let text = Self.played.text
    let endless = text.replacing("\"began\": ", with: "\"began\": 1e999, \"then\": ")
    #expect(throws: GameRecord.ReadingError.badValue("began")) {
      try GameRecord(reading: Array(endless.utf8))
    }
    var far = Self.played
    far.session.throwsMade[0].trajectory.points[0].location.x = 900_000
    let read = try GameRecord(reading: Array(far.text.utf8))
    let page = ReportPage(session: read.session, units: .metric, date: ("", "")).text
    #expect(page.contains("900000000"))
  }

  @Test func `damaged records are refused`() {
    let text = Array(Self.played.text.utf8)
    // Cut off anywhere, and without any one of its values.
    for count in stride(from: 0, to: text.count - 1, by: max(1, text.count / 200)) {
      #expect(throws: GameRecord.ReadingError.self) {
        try GameRecord(reading: Array(text[..<count]))
      }
    }
    for key in [
      "began", "source", "rules", "overhand", "width", "frameRate", "finished", "throws", "corners",
      "radii", "throw", "time", "label", "outcome", "points", "kind", "withdrawn", "path", "joints",
      "corrections",
    ] {
      let renamed = Self.played.text.replacing("\"\(key)\"", with: "\"other\"")
      #expect(throws: GameRecord.ReadingError.self, "\(key)") {
        try GameRecord(reading: Array(renamed.utf8))
      }
    }
  }
}
