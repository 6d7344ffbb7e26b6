/// A JSON value whose objects keep the order of their keys, so that lines read alike and scripts
/// can rely on them. (Foundation's encoder shuffles keys, or sorts them.)
package enum JSON: Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  package struct Member: Hashable, Sendable {
    package let key: String
    package let value: JSON

    package init(key: String, value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// A number rounded to some places after the point; `null` for one that JSON cannot write.
  package static func number(_ value: Double, places: Int) -> JSON {
    guard value.isFinite else { return .null }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    return .number((value * scale).rounded() / scale)
  }

  /// The value as text, without line breaks.
  package var text: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .integer(let value): String(value)
    case .number(let value):
      value.isFinite ? Int(exactly: value).map(String.init) ?? String(value) : "null"
    case .string(let value): Self.quoted(value)
    case .array(let values): "[" + values.map { $0.text }.joined(separator: ", ") + "]"
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
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral
{
  package init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { Member(key: $0.0, value: $0.1) })
  }
  package init(arrayLiteral values: JSON...) { self = .array(values) }
  package init(stringLiteral value: String) { self = .string(value) }
}
