/// Comma-separated values, as RFC 4180 has them; lines end as they do here.
enum CSV {
  static func line(_ cells: [String]) -> String { cells.map(quoted).joined(separator: ",") }

  private static func quoted(_ cell: String) -> String {
    guard cell.unicodeScalars.contains(where: { "\",\n\r".unicodeScalars.contains($0) }) else {
      return cell
    }
    return "\"" + cell.replacing("\"", with: "\"\"") + "\""
  }

  /// A number with at most so many places; nothing for one that is not there.
  static func number(_ value: Double?, places: Int) -> String {
    guard let value, case .number = JSON.number(value, places: places) else { return "" }
    return JSON.number(value, places: places).text
  }
}
