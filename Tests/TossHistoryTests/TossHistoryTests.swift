import BeanBagToss
import Foundation
import GRDB
import Testing
import VisionCore

@testable import SimulatedToss
@testable import TossHistory

@Suite("The history of games")
struct TossHistoryTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("data/history.sqlite")
  }

  /// What a session is after its poses were rounded to where the history keeps them.
  private func rounded(_ session: Session) -> Session {
    var session = session
    for index in session.throwsMade.indices {
      for place in session.throwsMade[index].poses.indices {
        for name in JointName.allCases {
          var joint = session.throwsMade[index].poses[place].pose[name]
          joint.location.x = (joint.location.x * 1e5).rounded() / 1e5
          joint.location.y = (joint.location.y * 1e5).rounded() / 1e5
          session.throwsMade[index].poses[place].pose[name] = joint
        }
      }
    }
    return session
  }

  @Test func `a game comes back as it was kept, whole`() throws {
    let session = SimulatedGame.session(seed: 1, styles: [.overhand, .underleg, .none])
    let id = try TossHistory(path: path).begin(session)
    // By another connection, as the next run of the program has it.
    #expect(try TossHistory(path: path).session(id) == rounded(session))
  }

  @Test func `the bonuses of a game come back, and its score with them`() throws {
    var session = SimulatedGame.session(seed: 1, styles: [.overhand, .underleg])
    session.rules.styleBonus = StyleBonus(overhand: 7, underhand: 0, underleg: 100)
    let id = try TossHistory(path: path).begin(session)
    let history = try TossHistory(path: path)
    #expect(try history.session(id).rules == session.rules)
    let summary = try #require(try history.sessions().readable.first)
    #expect(summary.scoreboard.rules == session.rules)
  }

  @Test(
    "games kept before bonuses could be set are read, by the rules of that time",
    arguments: [
      (ScoringRules.practice, StyleBonus(underleg: 5)), (.cornhole, StyleBonus()),
    ])
  func beforeBonuses(rules: ScoringRules, bonus: StyleBonus) throws {
    let session = SimulatedGame.session(seed: 1, styles: [.overhand, .underleg], rules: rules)
    let id = try TossHistory(path: path).begin(session)
    // Back to the schema without them.
    try DatabaseQueue(path: path).write { db in
      for style in ["overhand", "underhand", "underleg"] {
        try db.execute(sql: "ALTER TABLE session DROP COLUMN \(style)Bonus")
      }
      try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier LIKE '2 %'")
    }
    let read = try TossHistory(path: path).session(id)
    #expect(read.rules == ScoringRules(rules.preset, styleBonus: bonus))
    #expect(read.throwsMade == rounded(session).throwsMade)
  }

  @Test func `what was not measured, not seen or remarked comes back, too`() throws {
    var session = SimulatedReport.troubledSession
    session.throwsMade[4].distance = nil
    let history = try TossHistory(path: path)
    let id = try history.begin(session)
    #expect(try history.session(id) == rounded(session))
  }

  @Test func `a figure that is no number is kept as none, and its throw with the rest`() throws {
    var session = SimulatedGame.session(seed: 1, throwCount: 1)
    session.throwsMade[0].speed = Estimate(value: .nan, error: 1)
    session.throwsMade[0].distance = Estimate(value: 8, error: .nan)
    let history = try TossHistory(path: path)
    let made = try history.session(history.begin(session)).throwsMade[0]
    #expect(made.speed == nil)
    #expect(made.distance == Estimate(value: 8, error: .infinity))
    #expect(made.trajectory == session.throwsMade[0].trajectory)
  }

  @Test func `throws are added one by one, and a bag that slides later changes its throw`() throws {
    var session = SimulatedGame.session(seed: 2, throwCount: 3)
    let throwsMade = session.throwsMade
    session.throwsMade = []
    let history = try TossHistory(path: path)
    let id = try history.begin(session)
    for made in throwsMade { try history.append(made, to: id) }
    #expect(try history.sessions().readable.map(\.isFinished) == [false])
    try history.finish(id)
    var slid = throwsMade[1]
    (slid.outcome, slid.points) = (.hole, 3)
    try history.update(slid, in: id)

    let summary = try #require(try history.sessions().readable.first)
    #expect(summary.isFinished && summary.throwsMade.map(\.number) == [1, 2, 3])
    #expect(summary.throwsMade[1] == slid.figures)
    session.throwsMade = [throwsMade[0], slid, throwsMade[2]]
    #expect(try history.session(id) == rounded(session))
    #expect(
      try count("pathPoint") == session.throwsMade.reduce(0) { $0 + $1.trajectory.points.count })
  }

  private func count(_ table: String) throws -> Int {
    try DatabaseQueue(path: path).read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM \(table)")!
    }
  }

  @Test func `a game that is removed takes its throws along, and its number is not used again`()
    throws
  {
    let history = try TossHistory(path: path)
    let first = try history.begin(SimulatedGame.session(seed: 1))
    let second = try history.begin(SimulatedGame.session(seed: 2, throwCount: 1))
    try history.remove(second)
    #expect(try history.sessions().readable.map(\.id) == [first])
    #expect(try count("throw") == 8)
    #expect(try history.begin(SimulatedGame.session(seed: 2)) > second)
    try history.remove(first)
    #expect(try count("pose") == 8 * 39)
  }

  @Test func `a throw is kept once, and only of a game that is there`() throws {
    let session = SimulatedGame.session(seed: 1, throwCount: 2)
    let history = try TossHistory(path: path)
    let id = try history.begin(session)
    #expect(throws: HistoryError.self) { try history.append(session.throwsMade[0], to: id) }
    #expect(throws: HistoryError.noSession(id: 9)) {
      try history.append(session.throwsMade[0], to: 9)
    }
    #expect(throws: HistoryError.noSession(id: 9)) { try history.finish(9) }
    #expect(throws: HistoryError.noSession(id: 9)) { try history.remove(9) }
    #expect(throws: HistoryError.noSession(id: 9)) { try history.session(9) }
    var third = session.throwsMade[0]
    third.number = 3
    #expect(throws: HistoryError.noThrow(number: 3, session: id)) {
      try history.update(third, in: id)
    }
    #expect(try history.session(id).throwsMade.map(\.number) == [1, 2])
  }

  @Test func `games stand in the order in which they were played`() throws {
    let history = try TossHistory(path: path)
    let ids = try [3, 1, 2].map { day in
      try history.begin(
        SimulatedGame.session(seed: 1, throwCount: 1, startTime: 1_800_000_000 + day * 86_400))
    }
    #expect(try history.sessions().readable.map(\.id) == [ids[1], ids[2], ids[0]])
    #expect(try history.sessions(before: ids[2]).readable.map(\.id) == [ids[1]])
    #expect(throws: HistoryError.noSession(id: 77)) {
      try history.sessions(before: 77).readable
    }
  }

  @Test func `two programs that begin a history at once both keep their games`() async throws {
    let session = SimulatedGame.session(seed: 1, styles: [.overhand])
    for pair in 0..<20 {
      let path = folder.path("pair-\(pair)/history.sqlite")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask { _ = try TossHistory(path: path).begin(session) }
        }
        try await group.waitForAll()
      }
      #expect(try TossHistory(path: path).sessions().readable.count == 2, "pair \(pair)")
    }
  }

  @Test func `a history that cannot be written is read, with what its log holds, and not changed`()
    throws
  {
    let session = SimulatedGame.session(seed: 1, styles: [.overhand, .underleg])
    let writing = try TossHistory(path: path)
    let id = try writing.begin(session)
    // Still open: what was written lies in the log.
    #expect(FileManager.default.fileExists(atPath: path + "-wal"))
    let reading = try TossHistory(path: path, isNewAllowed: false, canWrite: { _ in false })
    #expect(try reading.sessions().readable.map(\.id) == [id])
    #expect(try reading.session(id) == rounded(session))
    #expect(throws: HistoryError.writingForbidden(path: path)) { try reading.remove(id) }
    #expect(throws: HistoryError.writingForbidden(path: path)) {
      try TossHistory(path: path, isNewAllowed: true, canWrite: { _ in false })
    }
    #expect(try writing.sessions().readable.count == 1)
  }

  @Test func `two programs write at the same time`() throws {
    let (one, other) = (try TossHistory(path: path), try TossHistory(path: path))
    let (a, b) = (
      try one.begin(SimulatedGame.session(seed: 1, throwCount: 0)),
      try other.begin(SimulatedGame.session(seed: 2, throwCount: 0))
    )
    for made in SimulatedGame.session(seed: 3).throwsMade {
      try one.append(made, to: a)
      try other.append(made, to: b)
    }
    #expect(try one.sessions().readable.map(\.throwsMade.count) == [8, 8])
  }

  @Test func `writes go to a log and wait for the disk`() throws {
    let history = try TossHistory(path: path)
    let (journal, synchronous, foreign) = try history.database.read { db in
      (
        try String.fetchOne(db, sql: "PRAGMA journal_mode"),
        try Int.fetchOne(db, sql: "PRAGMA synchronous"),
        try Int.fetchOne(db, sql: "PRAGMA foreign_keys")
      )
    }
    #expect(journal == "wal" && synchronous == 2 && foreign == 1)
  }

  // MARK: What can be wrong with the file

  @Test(
    "a damaged file is reported and left as it is",
    arguments: [
      ("text", "no database at all"), ("middle", "a page overwritten"), ("cut", "cut short"),
    ])
  func damaged(how: String, reason: String) throws {
    do {
      let history = try TossHistory(path: path)
      for seed in UInt64(1)...3 { _ = try history.begin(SimulatedGame.session(seed: seed)) }
    }
    let file = URL(filePath: path)
    var bytes = try Data(contentsOf: file)
    switch how {
    case "text": bytes = Data(repeating: UInt8(ascii: "x"), count: 5000)
    case "middle":
      let pages = bytes.count / 4096
      for page in pages / 4..<pages / 2 {
        bytes.replaceSubrange(
          page * 4096..<page * 4096 + 64, with: Data(repeating: 0xA5, count: 64))
      }
    default: bytes = bytes.prefix(bytes.count / 2)
    }
    try bytes.write(to: file)
    let error = #expect(throws: HistoryError.self, "\(reason)") {
      _ = try TossHistory(path: path).sessions().readable
    }
    guard case .damaged(let damaged, _) = error else {
      Issue.record("\(reason): \(String(describing: error))")
      return
    }
    #expect(damaged == path)
    #expect(try Data(contentsOf: file) == bytes)
  }

  @Test(
    "a game with a row that nobody can read is reported, and the others are read",
    arguments: [
      ("throw SET style = 'sidearm'", "a value nobody knows"),
      ("session SET date = 'yesterday'", "a date nobody can read"),
      ("throw SET points = \(Int64.max)", "more points than a bag is worth"),
      ("throw SET outcome = 'bounced'", "an outcome nobody knows"),
      ("session SET underlegBonus = \(Int64.max)", "a bonus that nobody can set"),
    ])
  func tampered(change: String, reason: String) throws {
    let history = try TossHistory(path: path)
    let ids = try (UInt64(1)...3).map { try history.begin(SimulatedGame.session(seed: $0)) }
    let column = change.hasPrefix("session") ? "id" : "sessionId"
    try history.database.write {
      try $0.execute(
        sql: "UPDATE \(change) WHERE id = (SELECT max(id) FROM \(change.prefix { $0 != " " })"
          + " WHERE \(column) = \(ids[1]))")
    }
    let (games, unreadable) = try history.sessions()
    #expect(games.map(\.id).sorted() == [ids[0], ids[2]], "\(reason)")
    #expect(Array(unreadable.keys) == [ids[1]], "\(reason)")
    let error = #expect(throws: HistoryError.self) { try history.session(ids[1]) }
    #expect(error == unreadable[ids[1]], "\(reason)")
    guard case .unreadableSession(ids[1], path, _) = error else {
      Issue.record("\(reason): \(String(describing: error))")
      return
    }
    #expect(error == #expect(throws: HistoryError.self) { try history.sessions(before: ids[1]) })
    #expect(try history.session(ids[0]).throwsMade.count == 8)
    try history.remove(ids[1])
    #expect(try history.sessions().unreadable.isEmpty)
  }

  @Test func `a pose that nobody can read is reported with its game, which is listed`() throws {
    let history = try TossHistory(path: path)
    let id = try history.begin(SimulatedGame.session(seed: 1))
    try history.database.write { try $0.execute(sql: "UPDATE pose SET joints = '{}'") }
    #expect(try history.sessions().readable.map(\.id) == [id])
    let error = #expect(throws: HistoryError.self) { try history.session(id) }
    guard case .unreadableSession(id, path, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `a history is known by its first bytes`() throws {
    _ = try TossHistory(path: path)
    #expect(TossHistory.isHistory(path))
    let other = folder.path("other.sqlite")
    try DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE recipe (id INTEGER)") }
    #expect(!TossHistory.isHistory(other) && !TossHistory.isHistory(folder.path("nothing")))
  }

  @Test func `a damaged file is set aside with its log, never over another`() throws {
    _ = try TossHistory(path: path).begin(SimulatedGame.session(seed: 1))
    let file = URL(filePath: path)
    for number in 1...2 {
      try Data("broken \(number)".utf8).write(to: file)
      try Data("log \(number)".utf8).write(to: URL(filePath: path + "-wal"))
      let place = try TossHistory.setAside(path)
      #expect(place == path + (number == 1 ? ".damaged" : ".damaged-2"))
      #expect(try String(contentsOfFile: place, encoding: .utf8) == "broken \(number)")
      #expect(try String(contentsOfFile: place + "-wal", encoding: .utf8) == "log \(number)")
      #expect(try TossHistory(path: path).sessions().readable.isEmpty)
    }
  }

  @Test func `the file of a later version is reported and left as it is`() throws {
    _ = try TossHistory(path: path).begin(SimulatedGame.session(seed: 1))
    let later = try DatabaseQueue(path: path)
    try later.write {
      try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('9 something new')")
    }
    #expect(throws: HistoryError.newer(path: path)) { try TossHistory(path: path) }
    #expect(try count("throw") == 8)
  }

  @Test func `the database of another program is left alone`() throws {
    let other = folder.path("other.sqlite")
    try DatabaseQueue(path: other).write { try $0.execute(sql: "CREATE TABLE recipe (id INTEGER)") }
    let bytes = try Data(contentsOf: URL(filePath: other))
    #expect(throws: HistoryError.foreign(path: other)) { try TossHistory(path: other) }
    #expect(try Data(contentsOf: URL(filePath: other)) == bytes)
  }

  @Test func `a full disk is reported, and what was kept before is there`() throws {
    let history = try TossHistory(path: path)
    let session = SimulatedGame.session(seed: 1)
    let id = try history.begin(session)
    // The database may not grow: to SQLite that is the same as a disk without room.
    try history.database.writeWithoutTransaction { db in
      let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
      try db.execute(sql: "PRAGMA max_page_count = \(pages)")
    }
    #expect(throws: HistoryError.diskFull(path: path)) {
      for _ in 0..<50 { _ = try history.begin(session) }
    }
    let games = try TossHistory(path: path).sessions().readable
    #expect(games.first?.id == id && games.allSatisfy { $0.throwsMade.count == 8 })
  }

  @Test func `a place where no file can be is reported`() throws {
    #expect(throws: HistoryError.isDirectory(path: folder.url.path)) {
      try TossHistory(path: folder.url.path)
    }
    let file = folder.path("file")
    try Data().write(to: URL(filePath: file))
    #expect(throws: HistoryError.directoryFailed(directory: file + "/")) {
      try TossHistory(path: file + "/history.sqlite")
    }
    #expect(throws: HistoryError.notFound(path: path)) {
      try TossHistory(path: path, isNewAllowed: false)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test(
    "Its place is where the XDG specification has the data of programs",
    arguments: [
      (["HOME": "/home/a"], "/home/a/.local/share", "what it is without the variable"),
      (["HOME": "/home/a", "XDG_DATA_HOME": "/data"], "/data", "the variable"),
      (["HOME": "/home/a", "XDG_DATA_HOME": ""], "/home/a/.local/share", "empty is unset"),
      (
        ["HOME": "/home/a", "XDG_DATA_HOME": "data"], "/home/a/.local/share", "relative is ignored"
      ),
    ])
  func defaultPath(environment: [String: String], folder: String, reason: String) {
    #expect(
      TossHistory.defaultPath(environment: environment) == folder + "/playfield/history.sqlite",
      "\(reason)")
  }
}
