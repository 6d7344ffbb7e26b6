import Foundation

/// A JSON value whose objects keep the order of their keys, so that lines read alike and scripts
/// can rely on them. (Foundation's encoder shuffles keys, or sorts them.)
enum JSON: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  struct Member: Hashable, Sendable {
    let key: String
    let value: JSON
  }

  /// A number rounded to some places after the point; `null` for one that JSON cannot write.
  static func number(_ value: Double, places: Int) -> JSON {
    guard value.isFinite else { return .null }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    return .number((value * scale).rounded() / scale)
  }

  /// The value as text, without line breaks.
  var text: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let value):
      value.isFinite ? Int(exactly: value).map(String.init) ?? String(value) : "null"
    case .string(let value): Self.quoted(value)
    case .array(let values): "[" + values.map(\.text).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.key)): \($0.value.text)" }.joined(separator: ", ") + "}"
    }
  }

  private static func quoted(_ string: String) -> String {
    var quoted = "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case "\r": quoted += "\\r"
      case "\u{0}"..."\u{1F}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral
{
  init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map(Member.init))
  }
  init(arrayLiteral values: JSON...) { self = .array(values) }
  init(stringLiteral value: String) { self = .string(value) }
}
