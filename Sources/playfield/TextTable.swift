/// Figures in columns: the first ones, names, stand flush left, the others flush right under their
/// heads.
struct TextTable: CustomStringConvertible {
  /// How many columns hold names.
  let names: Int
  /// The head first; all rows have as many cells.
  var rows: [[String]]

  var description: String {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return column < names ? cell.0 + padding : padding + cell.0
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  /// "98.3 %"; a dash where there is nothing to divide by.
  static func percent(_ part: Int, of whole: Int) -> String {
    whole == 0 ? "–" : fixed(Double(part) / Double(whole) * 100, places: 1) + " %"
  }

  /// The number with exactly so many places; 0 or above. A dash for one that no column holds.
  static func fixed(_ number: Double, places: Int) -> String {
    guard number.isFinite, number < 1e12 else { return "–" }
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    let digits = String(Int((number * scale).rounded()))
    let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
    return "\(padded.dropLast(places)).\(padded.suffix(places))"
  }
}

/// "7.31 s".
func seconds(_ time: Double) -> String { TextTable.fixed(max(0, time), places: 2) + " s" }
