import BeanBagToss
import Foundation
import Testing
import VisionCore

@testable import SimulatedToss
@testable import TossReport
@testable import TossReportPage

/// The report's text; `Tests/Web/test_report.py` opens it in a browser.
@Suite("The report")
struct ReportTests {
  @Test func `every throw has its card, its plots and its row`() {
    let html = SimulatedReport.practice.report(field: nil, clip: nil).html
    for number in 1...8 {
      #expect(html.contains("<article class=\"sheet throw\" id=\"throw-\(number)\">"))
      #expect(html.contains("<a href=\"#throw-\(number)\">\(number)</a>"))
    }
    #expect(html.components(separatedBy: "class=\"own\"").count == 8 * 4 + 1)
    #expect(html.components(separatedBy: "class=\"fit\"").count == 8 + 1)
  }

  @Test func `the score line counts`() {
    var session = SimulatedGame.session(seed: 1, throwCount: 3)
    for (index, outcome) in [Outcome.hole, .off, .board].enumerated() {
      session.throwsMade[index].outcome = outcome
      session.throwsMade[index].points = session.rules.points(for: outcome, style: .underhand)
    }
    let html = Report(session: session).html
    #expect(html.contains("<strong>4</strong> points"))
    #expect(html.contains("3 throws: 1 in the hole, 1 on the board, 1 off the board"))
  }

  @Test func `the head names the bonuses, and each style its confidence`() {
    var session = SimulatedGame.session(seed: 1, throwCount: 2, styles: [.overhand, .none])
    session.throwsMade[0].style?.confidence = 0.934
    session.rules.styleBonus = StyleBonus(overhand: 3)
    let html = Report(session: session).html
    #expect(html.contains("practice rules, overhand × 3</p>"))
    #expect(html.contains("<p>overhand (93 %), ") && html.contains("<p>no clear style, "))
    #expect(html.contains("<td>overhand (93 %)</td>"))
    #expect(html.contains("aria-label=\"Throw 1, overhand (93 %), "))
    #expect(html.contains("<td data-label=\"Confidence\">93 %</td>"))
    #expect(html.contains("<td data-label=\"Confidence\">–</td>"))
  }

  @Test func `earlier games are counted by the rules of this one`() throws {
    var earlier = SimulatedReport.earlier
    let html = Report(session: SimulatedGame.session(seed: 1), earlier: earlier).html
    for index in earlier.indices {
      earlier[index].rules.styleBonus = StyleBonus(underhand: 9)
      for place in earlier[index].throwsMade.indices {
        earlier[index].throwsMade[place].points *= 9
      }
    }
    #expect(Report(session: SimulatedGame.session(seed: 1), earlier: earlier).html == html)
  }

  @Test(
    "Of two sides the score is what the rounds left of it",
    arguments: [
      (8, "7 : 0", "The side that began comes first."),
      (10, "7 : 0", "the last round is not over, and would leave 2 : 0."),
      (24, "21 : 0", "The first side has won."),
    ])
  func cornhole(throwCount: Int, score: String, words: String) {
    var session = SimulatedGame.session(seed: 1, throwCount: throwCount, rules: .cornhole)
    let outcomes: [Outcome] = [.hole, .board, .hole, .board, .hole, .off, .off, .off]
    for index in session.throwsMade.indices {
      session.throwsMade[index].outcome = outcomes[index % 8]
    }
    let html = Report(session: session).html
    #expect(html.contains("<strong>\(score)</strong> points"))
    #expect(html.contains(words))
  }

  @Test(
    "Only a history shows whether a game is the first",
    arguments: [(nil, false), ([], true)] as [([SessionSummary]?, Bool)])
  func first(earlier: [SessionSummary]?, isSaid: Bool) {
    let html = Report(session: SimulatedGame.session(seed: 1), earlier: earlier).html
    #expect(html.contains("This is the first game") == isSaid)
  }

  @Test(
    "Figures are given in the units that are asked for",
    arguments: [
      (UnitSystem.metric, "10.0 ± 0.2 m/s", "6.10 ± 0.10 m"),
      (.imperial, "22.4 ± 0.4 mph", "20.0 ± 0.3 ft"),
    ])
  func units(units: UnitSystem, speed: String, distance: String) {
    var session = SimulatedGame.session(seed: 1, throwCount: 1)
    session.throwsMade[0].speed = Estimate(value: 10, error: 0.2)
    session.throwsMade[0].distance = Estimate(value: 6.096, error: 0.1)
    let html = Report(session: session, units: units).html
    #expect(html.contains("<dd>\(speed)</dd>") && html.contains("<dd>\(distance)</dd>"))
  }

  @Test func `what others have named is text and nothing else`() {
    let html = SimulatedReport.troubled.report(field: nil, clip: nil).html
    #expect(!html.contains("<script"))
    #expect(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;amp;\u{FFFD}4pm."))
    #expect(!html.unicodeScalars.contains { $0.value == 7 || $0.value == 0x202E })
  }

  @Test func `what could not be measured is a dash, what is remarked a sentence`() {
    let html = SimulatedReport.troubled.report(field: nil, clip: nil).html
    #expect(html.contains("<dt>Release angle</dt><dd>–</dd>"))
    #expect(html.contains("gravity seems 0.25 times"))
    #expect(html.contains("The camera moved, while the bag flew"))
    #expect(html.contains("The throwing arm was not seen"))
    #expect(html.contains("no parabola"))
    #expect(!html.contains("nan") && !html.contains("inf "))
  }

  @Test func `nothing is fetched, and nothing runs`() {
    for kind in SimulatedReport.allCases {
      let html = kind.report(field: Data([1]), clip: Data([2])).html
      #expect(!html.contains("http:") && !html.contains("https:") && !html.contains("<script"))
      #expect(html.contains("default-src 'none'"))
      #expect(!html.contains(" style="), "the policy bars styles beside the sheet")
    }
  }

  @Test func `the policy names the sheet that is in the page`() throws {
    let folder = try TemporaryFolder()
    let sheet = folder.path("sheet.css")
    try Data(ReportStyle.sheet.utf8).write(to: URL(filePath: sheet))
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "sha256sum < \"$0\" | cut -c1-64", sheet]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let hexadecimal = String(
      decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let digits = Array(hexadecimal.trimmingCharacters(in: .whitespacesAndNewlines).utf8)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
      UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16)
    }
    #expect(ReportStyle.hash == "sha256-" + Data(bytes).base64EncodedString())
  }

  @Test func `clips are in the page as long as it stays small, else beside it`() throws {
    let folder = try TemporaryFolder()
    var report = Report(session: SimulatedGame.session(seed: 1, throwCount: 2))
    report.clips = [1: Data([1, 2, 3]), 2: Data([4])]
    var page = try report.write(to: folder.path("small"))
    #expect(page == folder.path("small/report.html"))
    #expect(
      try String(contentsOfFile: page, encoding: .utf8).contains("data:video/mp4;base64,AQID"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("small")).count == 1)

    report.clips[2] = Data(count: Report.embeddedLimit)
    page = try report.write(to: folder.path("large"))
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("src=\"throw-1.mp4\"") && html.contains("media-src 'self' file:"))
    #expect(!html.contains("data:video"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path("large")).sorted()
        == ["report.html", "throw-1.mp4", "throw-2.mp4"])
  }

  @Test func `a place that cannot be written is reported`() throws {
    let folder = try TemporaryFolder()
    try Data().write(to: URL(filePath: folder.path("file")))
    let report = Report(session: SimulatedGame.session(seed: 1, throwCount: 0))
    #expect(throws: ReportError.folderFailed(path: folder.path("file"))) {
      try report.write(to: folder.path("file"))
    }
    try FileManager.default.createDirectory(
      atPath: folder.path("taken/report.html"), withIntermediateDirectories: true)
    #expect(throws: ReportError.writingFailed(path: folder.path("taken/report.html"))) {
      try report.write(to: folder.path("taken"))
    }
  }

  @Test func `a change is called chance or not by its test`() throws {
    var session = SimulatedGame.session(seed: 1)
    for index in session.throwsMade.indices {
      session.throwsMade[index].releaseAngle = Estimate(value: 60 + Double(index), error: 0.5)
      session.throwsMade[index].speed = Estimate(value: 8.5 + 0.1 * Double(index % 3), error: 0.1)
    }
    let html = Report(session: session, earlier: SimulatedReport.earlier).html
    let rows = html.components(separatedBy: "<tr>")
    let angle = try #require(rows.first { $0.contains("Release angle, underhand") })
    #expect(angle.contains(">hardly<"))
    let speed = try #require(rows.first { $0.contains("Speed, underhand") })
    #expect(speed.contains(">may be<"))
  }

  @Test(
    "Numbers keep their places, and the minus its sign",
    arguments: [
      (1.25, 1, "1.3"), (-0.04, 1, "0.0"), (-1.5, 0, "−2"), (0.005, 2, "0.01"), (12, 0, "12"),
      (.nan, 1, "–"), (-.infinity, 1, "–"), (1e15, 1, "–"),
    ])
  func numbers(value: Double, places: Int, expected: String) {
    #expect(fixed(value, places: places) == expected)
  }

  @Test(
    "An axis has round numbers and holds all values",
    arguments: [
      ([0, 10], 0, 10, 0), ([3.1, 3.2], 2.5, 4, 1), ([-0.7, 12], -5, 15, 0),
      ([160], 159.5, 160.5, 1),
      ([Double](), -0.5, 0.5, 1),
      // What cannot be is left out.
      ([-1e308, 3.1, 3.2, 1e308, .infinity, .nan], 2.5, 4, 1),
    ] as [([Double], Double, Double, Int)])
  func axis(values: [Double], from: Double, to: Double, places: Int) {
    let axis = Plot.Axis(over: values, title: "", least: 1)
    #expect(abs(axis.from - from) < 1e-9 && abs(axis.to - to) < 1e-9, "\(axis)")
    #expect(values.filter { abs($0) < 1e9 }.allSatisfy { axis.from <= $0 && $0 <= axis.to })
    #expect(axis.ticks.first == axis.from && abs((axis.ticks.last ?? .nan) - axis.to) < 1e-9)
    #expect((2...7).contains(axis.ticks.count), "\(axis.ticks)")
    #expect(axis.places == places, "\(axis)")
  }
}
