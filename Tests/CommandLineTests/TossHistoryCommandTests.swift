import BeanBagToss
import Foundation
import GRDB
import Media
import Testing
import VisionCore

@testable import playfield
@testable import SimulatedToss
@testable import TossHistory

/// `playfield toss history`, as users run it.
@Suite struct TossHistoryCommandTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.url.appending(path: "history.sqlite").path
  }

  /// A practice of eight throws, ended, and one of two, during which the program was stopped.
  private func keepTwoGames() throws {
    let history = try TossHistory(path: path)
    let first = try history.begin(SimulatedGame.session(seed: 1))
    try history.finish(first)
    var second = SimulatedReport.troubledSession
    second.throwsMade.removeLast(6)
    _ = try history.begin(second)
  }

  private func run(_ arguments: String...) throws -> Program.Outcome {
    try Program.finish(
      Program.start(["toss", "history"] + arguments + ["--history", path]))
  }

  private func objects(_ run: Program.Outcome) throws -> [[String: Any]] {
    try run.lines.map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test func `games are listed, the one that was stopped as such`() throws {
    try keepTwoGames()
    let table = try run()
    #expect(table.status == 0 && table.lines.count == 3, "\(table.errors)")
    #expect(table.lines[0].hasPrefix("game  date"))
    #expect(table.lines[1].hasPrefix("1 ") && table.lines[1].contains("yes"))
    #expect(table.lines[2].hasPrefix("2 ") && table.lines[2].contains("stopped"))
    #expect(!table.output.unicodeScalars.contains { $0.value < 32 && $0 != "\n" })

    let lines = try objects(run("--json"))
    #expect(lines.map { $0["throws"] as? Int } == [8, 2])
    #expect(lines.map { $0["finished"] as? Bool } == [true, false])
    #expect(lines[1]["source"] as? String == SimulatedReport.hostileName)
    let game = SimulatedGame.session(seed: 1).throwsMade.map(\.figures)
    #expect(lines[0]["points"] as? Int == game.points)
    #expect(lines[0]["hole"] as? Int == game.count(of: .hole))
    #expect(lines[0]["score"] as? Int == game.points)

    let csv = try run("--csv")
    #expect(csv.lines[0] == "game,date,source,rules,finished,throws,points,hole,board,off,score")
    #expect(csv.lines[1].hasPrefix("1,2026-11-18T"))
    #expect(csv.lines[2].contains(#","<script>alert(1)</script>""'&amp;"#))
  }

  @Test func `a game's throws are lines with the keys of the manual`() throws {
    try keepTwoGames()
    let made = SimulatedGame.session(seed: 1).throwsMade[0]
    let lines = try objects(run("1", "--json"))
    #expect(lines.count == 8)
    let first = try #require(lines.first)
    for key in ["throw", "startFrame", "endFrame", "releaseFrame", "points"] {
      #expect(first[key] is Int, "\(key)")
    }
    #expect(first["game"] as? Int == 1)
    #expect(first["time"] as? Double == made.time)
    #expect((first["style"] as? [String: Any])?["label"] as? String == "underhand")
    let speed = try #require((first["speed"] as? [String: Double])?["value"])
    #expect(abs(speed - (try #require(made.speed)).value) < 0.001)
    let path = try #require(first["trajectory"] as? [String: Any])
    #expect((path["points"] as? [[Double]])?.count == made.trajectory.points.count)

    let unmeasured = try objects(run("2", "--json"))[0]
    #expect(unmeasured["speed"] is NSNull && unmeasured["distance"] is NSNull)
    #expect(
      try objects(run("all", "--json")).map { $0["game"] as? Int } == [
        1, 1, 1, 1, 1, 1, 1, 1, 2, 2,
      ])
  }

  @Test func `throws come as CSV and as a table, in either system of units`() throws {
    try keepTwoGames()
    let speed = try #require(SimulatedGame.session(seed: 1).throwsMade[0].speed).value
    for (units, unit, factor) in [("metric", "m_s", 1), ("imperial", "mph", 3600 / 1609.344)] {
      let csv = try run("1", "--csv", "--units", units)
      #expect(csv.lines.count == 9)
      let column = try #require(csv.lines[0].split(separator: ",").firstIndex(of: "speed_\(unit)"))
      let cells = csv.lines[1].split(separator: ",", omittingEmptySubsequences: false)
      #expect(abs(try #require(Double(cells[column])) - speed * factor) < 0.001)
    }
    let table = try run("2")
    #expect(table.lines.count == 4)
    #expect(table.lines[0].hasPrefix("game 2, 2026-11-18") && table.lines[2].contains("–"))
    #expect(try run("all", "--csv").lines.count == 11)
  }

  @Test func `a game is removed for good`() throws {
    try keepTwoGames()
    let removal = try run("1", "--remove")
    #expect(removal.status == 0 && removal.output.isEmpty)
    #expect(try objects(run("--json")).map { $0["game"] as? Int } == [2])
    #expect(try run("all", "--remove").status == 0)
    #expect(try run().output.isEmpty)
  }

  @Test func `of two sides the score is reported, not the sum of all bags`() throws {
    var session = SimulatedGame.session(seed: 1, rules: .cornhole)
    // A round of eight: the first side three in the hole, the second two on the board.
    for index in session.throwsMade.indices {
      let outcome: Outcome = [.hole, .board, .hole, .board, .hole, .off, .off, .off][index]
      session.throwsMade[index].outcome = outcome
      session.throwsMade[index].points = ScoringRules.cornhole.points(for: outcome, style: .none)
    }
    _ = try TossHistory(path: path).begin(session)
    #expect(try run().lines[1].contains(" 7 : 0 "))
    #expect(try run("1").lines[0].hasSuffix("cornhole: 7 : 0 points"))
    let line = try #require(try objects(run("--json")).first)
    #expect(line["score"] as? [Int] == [7, 0] && line["points"] as? Int == 11)
    #expect(try run("--csv").lines[1].hasSuffix(",8,11,3,2,3,7 : 0"))
  }

  @Test func `what is beside the board is off, in the file and in every form`() throws {
    var session = SimulatedGame.session(seed: 1, throwCount: 1)
    (session.throwsMade[0].outcome, session.throwsMade[0].points) = (.off, 0)
    let history = try TossHistory(path: path)
    _ = try history.begin(session)
    let kept = try history.database.read {
      try String.fetchOne($0, sql: "SELECT outcome FROM throw")
    }
    #expect(kept == "off")
    #expect(try objects(run("--json"))[0]["off"] as? Int == 1)
    #expect(try objects(run("1", "--json"))[0]["outcome"] as? String == "off")
    let csv = try run("1", "--csv").lines
    #expect(csv[0].hasSuffix(",outcome,points,remarks") && csv[1].hasSuffix(",off,0,"))
    let table = try run("1").lines
    #expect(table[1].contains("outcome") && table[2].contains(" off "))
  }

  @Test func `figures that no column holds are dashes, and the report is written`() throws {
    var session = SimulatedGame.session(seed: 1, throwCount: 3)
    session.throwsMade[0].remarks = [.gravityDisagrees(ratio: .infinity)]
    session.throwsMade[0].time = .infinity
    session.throwsMade[1].speed = Estimate(value: 1e308, error: .infinity)
    session.throwsMade[1].releaseAngle = Estimate(value: 1e300, error: 1)
    session.throwsMade[2].releaseAngle = Estimate(value: -1e300, error: 1)
    session.throwsMade[2].trajectory.points[1].location.x = -1e308
    session.throwsMade[2].trajectory.points[2].location.x = 1e308
    _ = try TossHistory(path: path).begin(session)
    let table = try run("1")
    #expect(table.status == 0 && table.output.contains("gravity seems –"), "\(table.errors)")
    #expect(try run("1", "--csv").status == 0 && run("1", "--json").status == 0)
    let report = try run("1", "--report", folder.url.appending(path: "out").path)
    #expect(report.status == 0, "\(report.errors)")
  }

  @Test func `a report is written again, with the pictures of its clip`() throws {
    let session = {
      var session = SimulatedGame.session(seed: 1, throwCount: 2)
      for (index, start) in [1.0, 1.5].enumerated() {
        session.throwsMade[index].time = start
        for place in session.throwsMade[index].trajectory.points.indices {
          session.throwsMade[index].trajectory.points[place].time = start + Double(place) / 30
        }
      }
      return session
    }()
    _ = try TossHistory(path: path).begin(session)
    let clip = try folder.roll("garden.mp4", frames: 90)
    let out = folder.url.appending(path: "out").path
    let report = try run("1", "--report", out, "--video", clip)
    #expect(report.status == 0, "\(report.errors)")
    #expect(report.output == "\(out)/report.html\n")
    let html = try String(contentsOfFile: "\(out)/report.html", encoding: .utf8)
    #expect(html.components(separatedBy: "data:video/mp4;base64,").count == 3)
    #expect(html.contains("href=\"data:image/jpeg;base64,"))
    #expect(try run("1", "--report", out).status == 0)
    #expect(
      try !String(contentsOfFile: "\(out)/report.html", encoding: .utf8).contains("data:video"))
  }

  @Test func `the clip of each throw is its own part of the film`() async throws {
    var session = SimulatedGame.session(seed: 1, throwCount: 2)
    let releases = [1.5, 7]
    for (index, time) in releases.enumerated() {
      session.throwsMade[index].time = time
      session.throwsMade[index].trajectory.points = [time, time + 0.5].map {
        .init(frame: Int($0 * 30), time: $0, location: NormalizedPoint(x: 0, y: 0), radius: 0.01)
      }
    }
    // Black turns into white, so that the light encodes the time.
    let film = folder.url.appending(path: "garden.mp4").path
    try ffmpeg([
      "-f", "lavfi", "-i", "color=white:s=960x540:r=30:d=10,fade=in:0:300", "-g", "30",
      "-pix_fmt", "yuv420p", film,
    ])
    let pictures = try await ThrowPictures(of: session, from: film)
    #expect(try #require(pictures.field).prefix(2) == Data([0xFF, 0xD8]))
    for (index, release) in releases.enumerated() {
      let clip = try folder.write(try #require(pictures.clips[index + 1]), to: "clip.mp4")
      let reader = try VideoReader(path: clip)
      #expect(reader.size == (640, 360))
      var lights: [Double] = []
      while let frame = try reader.next() { lights.append(Double(frame.image.pixels[0]) / 255) }
      // From a second before the release to 1.2 s after the end of the flight.
      #expect((80...82).contains(lights.count), "\(lights.count)")
      #expect(abs(try #require(lights.first) * 10 - (release - 1)) < 0.2)
      #expect(abs(try #require(lights.last) * 10 - (release + 1.7)) < 0.2)
    }
  }

  @Test func `a report does not replace the clip that it is made from`() throws {
    try keepTwoGames()
    let clip = try folder.roll("throw-1.mp4", frames: 5)
    let run = try run("1", "--report", folder.path, "--video", clip)
    #expect(run.status == 64 && run.errors.contains("is an input"), "\(run.errors)")
  }

  // MARK: What can go wrong

  @Test func `without a game there is nothing to show, and that is no fault`() throws {
    let empty = folder.url.appending(path: "empty").path
    let run = try Program.shell("XDG_DATA_HOME='\(empty)' \"$program\" toss history --json")
    #expect(run.status == 0 && run.output.isEmpty)
    #expect(run.errors == "No game was kept yet.\n")
    #expect(!FileManager.default.fileExists(atPath: empty), "to look makes no file")
  }

  @Test func `a damaged history is reported with status 65 and left as it is`() throws {
    try folder.write(String(repeating: "no database ", count: 500), to: "history.sqlite")
    let run = try run()
    #expect(run.status == 65 && run.output.isEmpty)
    #expect(run.errors.contains("is damaged") && run.errors.contains(".recover"))
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("no database"))
  }

  @Test func `a game that cannot be read is reported, and the others are shown`() throws {
    try keepTwoGames()
    try DatabaseQueue(path: path).write {
      try $0.execute(sql: "UPDATE throw SET style = 'side' || char(27) WHERE sessionId = 1")
    }
    for arguments in [["--json"], ["all", "--json"], ["1", "--json"]] {
      let run = try Program.finish(
        Program.start(["toss", "history"] + arguments + ["--history", path]))
      #expect(run.status == 65, "\(run.errors)")
      #expect(run.errors.contains("Game 1") && run.errors.contains("--remove --history '\(path)'"))
      #expect(!run.errors.contains("\u{1B}"), "what is in a row must not command the terminal")
      let games = Set(try objects(run).compactMap { $0["game"] as? Int })
      #expect(games == (arguments == ["1", "--json"] ? [] : [2]))
    }
    let out = folder.url.appending(path: "out").path
    let report = try run("2", "--report", out)
    #expect(report.status == 0 && report.errors.contains("Note: Game 1"), "\(report.errors)")
    #expect(try run("1", "--remove").errors == "1 of 2 games are left.\n")
    #expect(try run().status == 0)
  }

  @Test func `games that begin on a damaged history move it away and are kept`() throws {
    try keepTwoGames()
    let file = URL(filePath: path)
    let bytes = try Data(contentsOf: file)
    try bytes.prefix(bytes.count / 2).write(to: file)
    var option = HistoryOption()
    option.history = path
    let id = try option.openForGames().begin(SimulatedGame.session(seed: 1))
    #expect(try TossHistory(path: path).session(id).throwsMade.count == 8)
    #expect(
      try Data(contentsOf: URL(filePath: path + ".damaged")).prefix(15) == bytes.prefix(15))
  }

  @Test func `a file that never was a history is refused and stays where it is`() throws {
    let clip = try folder.roll("clip.mp4", frames: 5)
    let bytes = try Data(contentsOf: URL(filePath: clip))
    let run = try Program.run("toss", "analyze", clip, "--history", clip)
    #expect(run.status == 65 && run.output.isEmpty)
    #expect(run.errors.contains("is no history of games"), "\(run.errors)")
    #expect(try Data(contentsOf: URL(filePath: clip)) == bytes)
    #expect(!FileManager.default.fileExists(atPath: clip + ".damaged"))
  }

  @Test func `what lies where one's own history should is moved away, whatever it is`() throws {
    let home = folder.url.appending(path: "data").path
    try folder.write(
      String(repeating: "no database ", count: 500), to: "data/playfield/history.sqlite")
    let clip = try folder.roll("clip.mp4", frames: 5)
    let run = try Program.shell(
      "XDG_DATA_HOME='\(home)' \"$program\" toss analyze '\(clip)' --json")
    #expect(run.status == 0 && run.errors.contains("is damaged"), "\(run.errors)")
    #expect(
      FileManager.default.fileExists(atPath: "\(home)/playfield/history.sqlite.damaged"))
  }

  @Test func `a history that may not be written is listed, and left as it is`() throws {
    try keepTwoGames()
    // Root may write everywhere, so the program runs as nobody.
    let asNobody = geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""
    let run = try Program.shell(
      """
      chmod 555 '\(folder.url.path)'; chmod 444 '\(path)'
      \(asNobody)"$program" toss history --history '\(path)' || exit 1
      \(asNobody)"$program" toss history 1 --remove --history '\(path)'
      status=$?; chmod 755 '\(folder.url.path)'; exit $status
      """)
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.errors.contains("may not be written by you"))
    #expect(run.lines.count >= 2, "\(run.output)")
  }

  @Test(
    "wrong use is reported with status 64, what is missing with 66",
    arguments: [
      (["nine"], 64), (["--csv", "--json"], 64), (["--remove"], 64), (["--report", "x"], 64),
      (["all", "--report", "x"], 64), (["1", "--video", "x.mp4"], 64), (["--units", "cubits"], 64),
      (["9"], 66), (["1", "--report", "x", "--video", "/nowhere.mp4"], 66),
      (["9", "--remove"], 66), (["1", "--history", "/nowhere.sqlite"], 66),
      (["1", "--report", "/dev/null/x"], 64),
    ] as [([String], Int32)])
  func refused(arguments: [String], status: Int32) throws {
    try keepTwoGames()
    let place = arguments.contains("--history") ? [] : ["--history", path]
    let run = try Program.finish(Program.start(["toss", "history"] + arguments + place))
    #expect(run.status == status, "\(run.errors)")
    #expect(run.output.isEmpty && !run.errors.isEmpty)
  }

  @Test(
    "cells are quoted where RFC 4180 has them so",
    arguments: [
      (["a", "b"], "a,b"), (["a,b", ""], "\"a,b\","), (["say \"hi\""], "\"say \"\"hi\"\"\""),
      (["two\nlines"], "\"two\nlines\""),
      // A quote under an accent is one character with it.
      (["a\"\u{301}b"], "\"a\"\"\u{301}b\""),
      // What a spreadsheet would run.
      (["=HYPERLINK(1)", "+1+1", "-x.mp4", "@sum"], "'=HYPERLINK(1),'+1+1,'-x.mp4,'@sum"),
      (["=A(\"b\",1)"], "\"'=A(\"\"b\"\",1)\""), (["-3.5", "+2", "a=b"], "-3.5,+2,a=b"),
    ])
  func csv(cells: [String], expected: String) {
    #expect(CSV.line(cells) == expected)
  }
}
