import BeanBagToss
import Foundation
import GRDB
import Testing

@testable import TossHistory

/// A real process keeps throws and is killed at any moment.
///
/// `PLAYFIELD_KILLS=200` kills it so often (`Scripts/check-history.sh`).
@Suite("A program that is killed")
struct KilledProgramTests {
  private static let kills =
    ProcessInfo.processInfo.environment["PLAYFIELD_KILLS"].flatMap(Int.init) ?? 12

  /// The program lies beside the bundle of tests.
  private static let program: URL = {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
    var folder = URL(filePath: bundle)
    while folder.path != "/" {
      folder.deleteLastPathComponent()
      let program = folder.appending(path: "SimulatedToss")
      if FileManager.default.isExecutableFile(atPath: program.path) { return program }
    }
    return folder
  }()

  /// What the program has said to be kept.
  private struct Promises {
    var throwsMade: [Int64: Set<Int>] = [:]
    var slid: [Int64: Set<Int>] = [:]
    var finished: Set<Int64> = []
    private(set) var count = 0

    mutating func note(_ line: Substring) {
      let words = line.split(separator: " ")
      guard words.count >= 2, let id = Int64(words[1]) else { return }
      count += 1
      let number = words.count > 2 ? Int(words[2]) : nil
      switch (words[0], number) {
      case ("began", _): throwsMade[id] = []
      case ("threw", let number?): throwsMade[id, default: []].insert(number)
      case ("slid", let number?): slid[id, default: []].insert(number)
      case ("finished", _): finished.insert(id)
      default: Issue.record("unknown line \(line)")
      }
    }
  }

  /// Lets the program run until it has kept so many things, or only begun to start, and a little
  /// longer; kills it.
  private func runAndKill(keeping path: String, things: Int, then pause: UInt32) throws -> String {
    let process = Process()
    process.executableURL = Self.program
    process.arguments = ["keep", path]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    var said = Data()
    while said.count(where: { $0 == UInt8(ascii: "\n") }) < things {
      let more = pipe.fileHandleForReading.availableData
      if more.isEmpty { break }
      said.append(more)
    }
    usleep(pause)
    kill(process.processIdentifier, SIGKILL)
    said.append(try pipe.fileHandleForReading.readToEnd() ?? Data())
    process.waitUntilExit()
    #expect(
      process.terminationReason == .uncaughtSignal, "it was killed, and did not end by itself")
    return String(decoding: said, as: UTF8.self)
  }

  /// Compares a history with what was promised of it.
  private func check(_ path: String, against promises: Promises) throws {
    let history = try TossHistory(path: path)
    let (integrity, orphans) = try history.database.read { db in
      (
        try String.fetchAll(db, sql: "PRAGMA integrity_check"),
        try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").count
      )
    }
    #expect(integrity == ["ok"] && orphans == 0)
    let games = try history.sessions().readable
    var known: Set<Int64> = []
    for game in games {
      known.insert(game.id)
      let numbers = Set(game.throwsMade.map(\.number))
      #expect(game.throwsMade.map(\.number) == (0..<numbers.count).map { $0 + 1 })
      #expect(numbers.isSuperset(of: promises.throwsMade[game.id] ?? []), "a throw is lost")
      if promises.finished.contains(game.id) { #expect(game.isFinished) }
      if game.isFinished { #expect(numbers.count == 8) }
      for made in game.throwsMade where promises.slid[game.id]?.contains(made.number) == true {
        #expect(made.outcome == .hole)
      }
    }
    #expect(known.isSuperset(of: promises.throwsMade.keys), "a game is lost")
    // A throw is there with its path and its poses or not at all.
    let halves = try history.database.read { db in
      try Int.fetchOne(
        db,
        sql: """
          SELECT count(*) FROM throw WHERE
            (SELECT count(*) FROM pathPoint WHERE throwId = throw.id) <> endFrame - startFrame + 1
            OR (SELECT count(*) FROM pose WHERE throwId = throw.id) <> 39
          """)
    }
    #expect(halves == 0)
  }

  @Test func `every throw that was kept is there, whole, whenever the program is killed`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("history.sqlite")
    var promises = Promises()
    for round in 0..<Self.kills {
      // Every fourth time a new file, killed while it is made or soon after.
      let isNew = round % 4 == 3
      let place = isNew ? folder.path("new-\(round).sqlite") : path
      let said = try runAndKill(
        keeping: place, things: isNew ? .random(in: 0...2) : .random(in: 1...40),
        then: isNew ? .random(in: 0...60_000) : .random(in: 0...3000))
      var news = Promises()
      for line in said.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        if isNew { news.note(line) } else { promises.note(line) }
      }
      try check(place, against: isNew ? news : promises)
    }
    #expect(promises.count >= Self.kills / 2, "there was something to lose")
  }
}
