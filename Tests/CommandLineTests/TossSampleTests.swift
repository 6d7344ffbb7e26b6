import BeanBagToss
import Foundation
import GRDB
import Media
import Testing
import VisionCore

@testable import TossHistory

/// The sample game, watched by the program from its first frame to its report.
@Suite("A whole game")
struct TossSampleTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  private func object(_ line: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  private func frames(of clip: String) throws -> Int {
    let reader = try VideoReader(path: clip)
    var count = 0
    while try reader.next() != nil { count += 1 }
    return count
  }

  /// All frames in their order, and what the game made of them.
  private func checkInspection(frames: Int) throws {
    let lines = try String(contentsOfFile: path("seen.jsonl"), encoding: .utf8)
      .split(separator: "\n").map { try object(String($0)) }
    #expect(lines.first?["width"] as? Int == 640)
    let looks = lines.filter { $0["shift"] != nil }
    #expect(looks.compactMap { $0["frame"] as? Int } == Array(0...frames))
    let events = lines.compactMap { $0["event"] as? [String: Any] }
    #expect(events.count { $0["throw"] != nil } == 3)
    #expect(events.contains { $0["state"] as? String == "ready" })
    for kind in ["objects", "board", "path", "bag"] {
      #expect(lines.contains { $0[kind] != nil }, "\(kind)")
    }
  }

  @Test func `every throw of the sample is found and measured, kept and reported`() throws {
    let run = try Program.run(
      "toss", "analyze", SampleGame.clip, "--json", "--history", path("history.sqlite"),
      "--report", path("report"), "--inspect", path("seen.jsonl"))
    #expect(run.status == 0, "\(run.errors)")
    try checkInspection(frames: try frames(of: SampleGame.clip))
    #expect(!run.errors.contains("people"), "there is one: \(run.errors)")
    var reported = try run.lines.map(object)
    let summary = try #require(reported.removeLast()["summary"] as? [String: Any])
    let truth = try SampleGame.truth().throwsMade
    for toss in truth {
      let here = reported.filter {
        abs(($0["releaseFrame"] as? Int ?? 0) - toss.releaseFrame) <= 3
          && abs(($0["endFrame"] as? Int ?? 0) - toss.endFrame) <= 3
      }
      let line = try #require(here.first, "the \(toss.style) throw")
      reported.removeAll { $0["throw"] as? Int == line["throw"] as? Int }
      #expect((line["style"] as? [String: Any])?["label"] as? String == toss.style)
      #expect(line["outcome"] as? String == toss.outcome)
      #expect(line["points"] as? Int == toss.points["practice"])
      for (name, value, most) in [
        ("releaseAngle", toss.releaseAngle, 4), ("speed", toss.speed, 0.08 * toss.speed),
        ("distance", toss.distance, 0.06 * toss.distance),
      ] {
        let estimate = try #require(line[name] as? [String: Double], "\(name)")
        let (measured, error) = (estimate["value"] ?? .nan, estimate["error"] ?? .nan)
        #expect(
          abs(measured - value) < min(most, 3.5 * error),
          "\(name): \(measured) ± \(error), \(value)")
      }
    }
    #expect(reported.allSatisfy { $0["points"] as? Int == 0 }, "what was not thrown scores nothing")
    #expect(summary["score"] as? Int == truth.reduce(0) { $0 + ($1.points["practice"] ?? 0) })

    let game = try #require(
      try TossHistory(path: path("history.sqlite")).sessions().readable.first)
    #expect(game.isFinished && game.throwsMade.points == summary["points"] as? Int)
    let report = try String(contentsOfFile: path("report/report.html"), encoding: .utf8)
    let clips = report.components(separatedBy: "src=\"data:video/mp4;base64,").count - 1
    #expect(clips == summary["throws"] as? Int && report.contains("This is the first game"))
  }

  @Test func `a history that fails stops nothing`() throws {
    let clip = try SampleGame.cutClip(in: folder)
    let history = path("history.sqlite")
    try TossHistory(path: history).database.write {
      try $0.execute(
        sql: "CREATE TRIGGER full BEFORE INSERT ON throw BEGIN SELECT RAISE(ABORT, 'no room'); END")
    }
    let run = try Program.run(
      "toss", "analyze", clip, "--json", "--history", history, "--report", path("report"),
      "--annotate", path("film.mp4"))
    #expect(run.status == 70, "\(run.errors)")
    #expect(run.errors.components(separatedBy: "no room").count == 2, "it is reported once")
    #expect(run.lines.count == 2)
    #expect(try object(run.lines[0])["outcome"] as? String == "board")
    #expect(try frames(of: path("film.mp4")) == frames(of: clip))
    let report = try String(contentsOfFile: path("report/report.html"), encoding: .utf8)
    #expect(report.contains("id=\"throw-1\"") && !report.contains("earlier games"))
  }
}
