import VisionCore

/// Comma-separated values, as RFC 4180 has them; lines end as they do here.
enum CSV {
  static func line(_ cells: [String]) -> String { cells.map(quoted).joined(separator: ",") }

  private static func quoted(_ cell: String) -> String {
    let cell = harmless(cell)
    guard cell.unicodeScalars.contains(where: { "\",\n\r".unicodeScalars.contains($0) }) else {
      return cell
    }
    // By scalars: a quote with an accent over it is one character, and another one.
    var quoted = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in cell.unicodeScalars {
      if scalar == "\"" { quoted.append(scalar) }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }

  /// A spreadsheet takes a text that begins like a formula for one, and runs it: a file may be named
  /// so. An apostrophe before it keeps it text.
  private static func harmless(_ cell: String) -> String {
    guard let first = cell.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first),
      Double(cell) == nil
    else { return cell }
    return "'" + cell
  }

  /// A number with at most so many places; nothing for one that is not there.
  static func number(_ value: Double?, places: Int) -> String {
    guard let value, case .number = JSON.number(value, places: places) else { return "" }
    return JSON.number(value, places: places).text
  }
}
