import BeanBagToss
import Foundation
import VisionCore

// Games and throws as rows: for people, and for other programs.

enum HistoryTable {
  static func games(_ games: [SessionSummary]) -> TextTable {
    TextTable(
      names: 5,
      rows: [
        ["game", "date", "from", "rules", "ended", "throws", "score", "hole", "board", "off"]
      ]
        + games.map { game in
          [
            "\(game.id)", day(game.startTime), printable(game.source), game.rules.preset.rawValue,
            game.isFinished ? "yes" : "stopped", "\(game.throwsMade.count)", game.scoreboard.text,
          ] + outcomes(of: game.throwsMade)
        })
  }

  static func gamesCSV(_ games: [SessionSummary]) -> [String] {
    let head = [
      "game", "date", "source", "rules", "finished", "throws", "points", "hole", "board", "off",
      "score",
    ]
    return
      ([head]
      + games.map { game in
        [
          "\(game.id)", Date(timeIntervalSince1970: game.startTime).formatted(.iso8601),
          game.source, game.rules.preset.rawValue,
          "\(game.isFinished)", "\(game.throwsMade.count)", "\(game.throwsMade.points)",
        ] + outcomes(of: game.throwsMade) + [game.scoreboard.text]
      }).map(CSV.line)
  }

  static func throwsMade(_ session: Session, units: UnitSystem) -> TextTable {
    TextTable(
      names: 4,
      rows: [
        [
          "throw", "style", "outcome", "remarks", "at", "angle", "± °", "speed",
          "± \(units.speedUnit)", "distance", "± \(units.lengthUnit)", "points",
        ]
      ]
        + session.throwsMade.map { made in
          [
            "\(made.number)", made.style.words, made.outcome.rawValue,
            made.remarks.isEmpty ? "" : made.remarks.map(\.name).joined(separator: "; "),
            TextTable.fixed(max(0, made.time), places: 1),
            cell(made.releaseAngle?.value, places: 1), cell(made.releaseAngle?.error, places: 1),
            cell(made.speed.map { units.speed($0.value) }, places: 1),
            cell(made.speed.map { units.speed($0.error) }, places: 1),
            cell(made.distance.map { units.length($0.value) }, places: 2),
            cell(made.distance.map { units.length($0.error) }, places: 2),
            "\(made.points)",
          ]
        })
  }

  static func title(_ session: Session, game: Int64) -> String {
    let score = Scoreboard(rules: session.rules, throwsMade: session.throwsMade.map(\.figures))
    return "game \(game), \(day(session.startTime)), \(printable(session.source)), "
      + "\(session.rules.preset.rawValue): \(score.text) \(score.text == "1" ? "point" : "points")"
  }

  static func throwsHead(units: UnitSystem) -> String {
    let (speed, length) = units == .metric ? ("m_s", "m") : ("mph", "ft")
    return CSV.line([
      "game", "date", "source", "rules", "throw", "time", "start_frame", "end_frame",
      "release_frame", "style", "style_confidence", "release_angle_deg", "release_angle_error_deg",
      "speed_\(speed)", "speed_error_\(speed)", "distance_\(length)", "distance_error_\(length)",
      "outcome", "points", "remarks",
    ])
  }

  static func throwsCSV(_ session: Session, game: Int64, units: UnitSystem) -> [String] {
    session.throwsMade.map { made in
      CSV.line([
        "\(game)", Date(timeIntervalSince1970: session.startTime).formatted(.iso8601),
        session.source, session.rules.preset.rawValue,
        "\(made.number)", CSV.number(made.time, places: 3), "\(made.startFrame)",
        "\(made.endFrame)", "\(made.releaseFrame)", made.style.label.rawValue,
        CSV.number(Double(made.style?.confidence ?? 0), places: 4),
        CSV.number(made.releaseAngle?.value, places: 3),
        CSV.number(made.releaseAngle?.error, places: 3),
        CSV.number(made.speed.map { units.speed($0.value) }, places: 3),
        CSV.number(made.speed.map { units.speed($0.error) }, places: 3),
        CSV.number(made.distance.map { units.length($0.value) }, places: 3),
        CSV.number(made.distance.map { units.length($0.error) }, places: 3),
        made.outcome.rawValue, "\(made.points)", made.remarks.map(\.name).joined(separator: "; "),
      ])
    }
  }

  private static func outcomes(of throwsMade: [ThrowFigures]) -> [String] {
    Outcome.allCases.map { "\(throwsMade.count(of: $0))" }
  }

  private static func cell(_ value: Double?, places: Int) -> String {
    guard let value, value.isFinite, abs(value) < 1e9 else { return "–" }
    return (value < 0 ? "-" : "") + TextTable.fixed(abs(value), places: places)
  }

  private static func day(_ time: Double) -> String {
    Date(timeIntervalSince1970: time).formatted(
      Date.VerbatimFormatStyle(
        format: """
          \(year: .defaultDigits)-\(month: .twoDigits)-\(day: .twoDigits) \
          \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits)
          """,
        timeZone: .current, calendar: Calendar(identifier: .gregorian)))
  }

  /// A file may be named so that it commands the terminal.
  private static func printable(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }
}
