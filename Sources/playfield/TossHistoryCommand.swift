import ArgumentParser
import BeanBagToss
import Foundation
import TossHistory
import TossReport
import VisionCore

struct TossHistoryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Shows the games that were kept: all of them, or one throw by throw.",
    discussion: """
      Without a number it lists the games; with one, or with 'all', their throws. --csv and --json \
      print the same for other programs. With --json a game is a line {"game", "date", "source", \
      "rules", "finished", "throws", "points", "hole", "board", "off", "score", "styleBonus"}; "points" is what the \
      bags were worth, "score" of cornhole what the rounds left of it, [first side, second]. A throw \
      is a line as 'toss analyze' prints it, with its game before it and without "decidedBy", always \
      in degrees, m/s and m. A game is "stopped" where the program or the clip ended during it; its \
      throws up to then are there.
      """)

  @OptionGroup var quiet: QuietOption

  @Argument(help: ArgumentHelp("Numbers of games, or 'all'.", valueName: "game"))
  var games: [String] = []

  @OptionGroup var history: HistoryOption

  @Option(help: "Units of tables, CSV and reports: metric or imperial.")
  var units = UnitsArgument.metric

  @Option(help: ArgumentHelp("Write the report of one game again.", valueName: "dir"))
  var report: String?

  @Option(
    help: ArgumentHelp(
      "The game's clip, so that the report has pictures; history keeps none.", valueName: "file"))
  var video: String?

  @Flag(help: "Take the games out of the history, for good.")
  var remove = false

  @Flag(help: "Print CSV.")
  var csv = false

  @Flag(help: "Print JSON Lines.")
  var json = false

  func validate() throws {
    for game in games where game != "all" && Int64(game) == nil {
      throw ValidationError("'\(game)' is no game. Give its number, or 'all'.")
    }
    guard [csv, json, remove, report != nil].count(where: { $0 }) <= 1 else {
      throw ValidationError("Give one of --csv, --json, --remove and --report.")
    }
    if remove, games.isEmpty {
      throw ValidationError("Name the games that --remove is to take away, or 'all'.")
    }
    if report != nil, games.count != 1 || games == ["all"] {
      throw ValidationError("Name the one game of which --report is to be.")
    }
    if video != nil, report == nil { throw ValidationError("--video goes with --report.") }
  }

  func run() async throws {
    var failures = FailureLog()
    do {
      try await show(&failures)
    } catch let error as HistoryError {
      failures.report(Failure(error))
    } catch let error as ReportError {
      failures.report(Failure(error))
    } catch let error as Failure {
      failures.report(error)
    }
    try failures.exitIfAny()
  }

  private func show(_ failures: inout FailureLog) async throws {
    // One's own history begins with the first game; a file that was named has to be there.
    guard history.history != nil || FileManager.default.fileExists(atPath: history.path) else {
      guard games.allSatisfy({ $0 == "all" }) else {
        throw HistoryError.notFound(path: history.path)
      }
      printToStandardError("No game was kept yet.")
      return
    }
    let history = try TossHistory(path: history.path, isNewAllowed: false)
    let (all, unreadable) = try history.sessions()
    let there = all.map(\.id) + unreadable.keys.sorted()
    let numbers = try chosen(from: there)
    if remove {
      for number in numbers { try history.remove(number) }
      printToStandardError("\(there.count - numbers.count) of \(there.count) games are left.")
      return
    }
    for (number, error) in unreadable.sorted(by: { $0.key < $1.key })
    where games.isEmpty || numbers.contains(number) {
      failures.report(Failure(error))
    }
    let readable = numbers.filter { unreadable[$0] == nil }
    if let report {
      for number in readable { try await write(number, of: history, to: report) }
    } else if games.isEmpty {
      try list(all)
      if there.isEmpty, !json, !csv { printToStandardError("No game was kept yet.") }
    } else {
      try showThrows(of: readable, from: history, &failures)
    }
  }

  /// The games that were named, each once: those that can be read in their order, then the others.
  private func chosen(from there: [Int64]) throws(HistoryError) -> [Int64] {
    if games.contains("all") { return there }
    let wanted = games.compactMap(Int64.init)
    if let missing = wanted.first(where: { !there.contains($0) }) { throw .noSession(id: missing) }
    return there.filter(wanted.contains)
  }

  private func list(_ all: [SessionSummary]) throws {
    if json {
      for game in all { try printLine(JSON(game).text) }
    } else if csv {
      for line in HistoryTable.gamesCSV(all) { try printLine(line) }
    } else if !all.isEmpty {
      try printLine(HistoryTable.games(all).description)
    }
  }

  private func showThrows(
    of numbers: [Int64], from history: TossHistory, _ failures: inout FailureLog
  ) throws {
    if csv { try printLine(HistoryTable.throwsHead(units: units.units)) }
    for (index, number) in numbers.enumerated() {
      let session: Session
      do throws(HistoryError) {
        session = try history.session(number)
      } catch {
        guard case .unreadableSession = error else { throw error }
        failures.report(Failure(error))
        continue
      }
      if json {
        for made in session.throwsMade { try printLine(JSON.kept(made, game: number).text) }
      } else if csv {
        for line in HistoryTable.throwsCSV(session, game: number, units: units.units) {
          try printLine(line)
        }
      } else {
        if index > 0 { try printLine("") }
        try printLine(HistoryTable.title(session, game: number))
        if !session.throwsMade.isEmpty {
          try printLine(HistoryTable.throwsMade(session, units: units.units).description)
        }
      }
    }
  }

  private func write(_ number: Int64, of history: TossHistory, to folder: String) async throws {
    let session = try history.session(number)
    var pictures: ThrowPictures?
    if let video {
      _ = try openVideo(video)  // no folder is made for a clip that is not there
      try prepare(reportFolder: folder, sparing: video)
      pictures = try await ThrowPictures(of: session, from: video)
    }
    let (earlier, unreadable) = try history.sessions(before: number)
    reportLeftOut(unreadable)
    let report = Report(
      session: session, earlier: earlier, units: units.units,
      field: pictures?.field, clips: pictures?.clips ?? [:])
    try printLine(try report.write(to: folder))
  }
}
