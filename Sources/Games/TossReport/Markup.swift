/// HTML or SVG. What is put into it as a string is text and gets escaped; only literals, and other
/// markup, are taken as they are.
struct Markup: ExpressibleByStringInterpolation, Sendable {
  var text: String

  init(stringLiteral value: String) { text = value }
  init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  /// - Parameter trusted: Markup that was made without foreign text.
  init(trusted: String) { text = trusted }

  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }
    mutating func appendInterpolation(_ string: String) { text += Markup.escaped(string) }
    mutating func appendInterpolation(_ number: Int) { text += "\(number)" }
    mutating func appendInterpolation(_ markup: Markup) { text += markup.text }
    mutating func appendInterpolation(_ markup: [Markup]) { for one in markup { text += one.text } }
    /// A coordinate in a drawing, to a hundredth.
    mutating func appendInterpolation(_ number: Double) { text += Markup.coordinate(number) }
  }

  /// Text between tags or in a quoted attribute. Control characters, which HTML has none of, become
  /// the sign for what cannot be shown.
  static func escaped(_ string: String) -> String {
    var escaped = ""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}": escaped += "\u{FFFD}"
      // What turns the direction of the text that follows.
      case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  static func coordinate(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e9 else { return "0" }
    let hundredths = Int64((number * 100).rounded())
    let (whole, part) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
    let digits =
      part == 0 ? "" : part % 10 == 0 ? ".\(part / 10)" : part < 10 ? ".0\(part)" : ".\(part)"
    return (hundredths < 0 ? "-" : "") + "\(whole)" + digits
  }
}
