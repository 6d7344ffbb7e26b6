import ArgumentParser
import Foundation
import Testing
import VisionCore

@testable import BeanBagToss
@testable import playfield
@testable import SimulatedToss

@Suite("What is reported of a game, and when")
struct TossNarrationTests {
  private let folder: TemporaryFolder
  private let throwsMade = SimulatedGame.session(seed: 1).throwsMade

  init() throws { folder = try TemporaryFolder() }

  private func narration(_ arguments: String...) throws -> TossNarration {
    let clip = try folder.clip("garden.mp4", frames: 1) { _ in [] }
    return try TossNarration(
      options: try TossOptions.parse(["--no-history"] + arguments), clip: Input(clip),
      frames: try Frames(from: clip))
  }

  private func scene(_ throwsMade: [Throw]) -> TossScene {
    TossScene(
      state: .ready, board: nil, paths: [],
      scoreboard: Scoreboard(rules: .practice, throwsMade: throwsMade.map(\.figures)),
      lastThrow: throwsMade.last)
  }

  private func object(_ line: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
  }

  /// Where the bag rests elsewhere than was reported.
  private func moved(_ made: Throw) -> Throw {
    var moved = made
    moved.outcome = made.outcome == .hole ? .board : .hole
    moved.points = ScoringRules.practice.points(for: moved.outcome, style: made.style.label)
    return moved
  }

  @Test func `a throw whose bag rests is reported at once, with what decided it`() throws {
    var narration = try narration("--json")
    let lines = narration.lines(of: .throwEnded(throwsMade[0], .rest))
    let line = try object(try #require(lines.first))
    #expect(lines.count == 1 && line["throw"] as? Int == 1)
    #expect(line["decidedBy"] as? String == "rest")
    #expect(line["time"] as? Double == throwsMade[0].time)
  }

  @Test func `a throw of which the path only is known waits for its bag`() throws {
    var narration = try narration("--json")
    #expect(narration.lines(of: .throwEnded(throwsMade[0], .path)).isEmpty)
    let line = try object(
      try #require(narration.lines(of: .throwChanged(moved(throwsMade[0]))).first))
    #expect(line["decidedBy"] as? String == "rest")
    #expect(line["outcome"] as? String == moved(throwsMade[0]).outcome.rawValue)
    #expect(try narration.lastLines(scene(throwsMade)).map(object).count == 1, "reported once")
  }

  @Test func `what nobody sees rest is reported before the next throw, or at the end`() throws {
    var narration = try narration("--json")
    #expect(narration.lines(of: .throwEnded(throwsMade[0], .path)).isEmpty)
    let lines = try narration.lines(of: .throwEnded(throwsMade[1], .path)).map(object)
    #expect(lines.map { $0["throw"] as? Int } == [1])
    #expect(lines.first?["decidedBy"] as? String == "path")
    let last = try narration.lastLines(scene(Array(throwsMade.prefix(2)))).map(object)
    #expect(last.count == 2 && last[0]["throw"] as? Int == 2)
    let summary = try #require(last[1]["summary"] as? [String: Any])
    #expect(summary["throws"] as? Int == 2)
  }

  @Test(
    "a bag that is struck later is reported where it is asked for, and counts in the summary",
    arguments: [(["--json"], 0), (["--json", "--events"], 1), ([], 1)])
  func changed(arguments: [String], lineCount: Int) throws {
    let clip = try folder.clip("garden.mp4", frames: 1) { _ in [] }
    var narration = try TossNarration(
      options: try TossOptions.parse(["--no-history"] + arguments), clip: Input(clip),
      frames: try Frames(from: clip))
    _ = narration.lines(of: .throwEnded(throwsMade[0], .rest))
    let struck = moved(throwsMade[0])
    let lines = narration.lines(of: .throwChanged(struck))
    #expect(lines.count == lineCount, "\(lines)")
    if arguments.contains("--events") {
      let changed = try #require(try object(lines[0])["changed"] as? [String: Any])
      #expect(changed["outcome"] as? String == struck.outcome.rawValue)
    }
    #expect(narration.session.throwsMade == [struck])
    let last = try #require(narration.lastLines(scene([struck])).last)
    if arguments.contains("--json") {
      let summary = try #require(try object(last)["summary"] as? [String: Any])
      #expect(summary["outcomes"] as? [String] == [struck.outcome.rawValue])
      #expect(summary["score"] as? Int == struck.points)
    } else {
      #expect(last.hasSuffix("score \(struck.points)"))
    }
  }

  @Test func `a change of a throw that was not reported is no reason to stop`() throws {
    var narration = try narration("--json", "--events")
    #expect(narration.lines(of: .throwChanged(throwsMade[3])).count == 1)
    #expect(narration.session.throwsMade.isEmpty)
  }

  @Test(
    "bonuses are set style by style, and stand in the summary",
    arguments: [
      ([], StyleBonus(overhand: 2, underhand: 1, underleg: 5)),
      (["--rules", "cornhole"], StyleBonus()),
      (["--style-bonus", "overhand=3"], StyleBonus(overhand: 3, underhand: 1, underleg: 5)),
      (
        ["--rules", "cornhole", "--style-bonus", "underleg=0,overhand=100"],
        StyleBonus(overhand: 100, underleg: 0)
      ),
    ] as [([String], StyleBonus)])
  func styleBonus(arguments: [String], bonus: StyleBonus) throws {
    let rules = try TossOptions.parse(arguments).scoringRules
    #expect(rules.styleBonus == bonus)
    let line = JSON.summary([], scoreboard: Scoreboard(rules: rules), notices: []).text
    let summary = try #require(try object(line)["summary"] as? [String: Any])
    #expect(
      summary["styleBonus"] as? [String: Int] == [
        "overhand": bonus.overhand, "underhand": bonus.underhand, "underleg": bonus.underleg,
      ])
  }

  @Test(
    "what is not a bonus is refused",
    arguments: [
      "overhand", "overhand=", "sidearm=2", "none=2", "overhand=-1", "overhand=101", "overhand=1.5",
      "overhand=2,", "overhand=2,overhand=3", "",
    ])
  func noBonus(argument: String) {
    #expect(throws: (any Error).self) { try TossOptions.parse(["--style-bonus", argument]) }
  }

  @Test func `notices are part of the summary`() throws {
    var narration = try narration("--json")
    #expect(narration.lines(of: .notice(.noBoard)).isEmpty)
    let last = try object(try #require(narration.lastLines(scene([])).last))
    let notices = (last["summary"] as? [String: Any])?["notices"] as? [String]
    #expect(notices == [TossNotice.noBoard.description])
  }
}
