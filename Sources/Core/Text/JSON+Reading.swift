// Reads JSON, as RFC 8259 has it, <https://www.rfc-editor.org/rfc/rfc8259>.

extension JSON {
  /// Where a text stops being JSON.
  package struct SyntaxError: Error, Hashable {
    /// In bytes from its start.
    package let offset: Int
  }

  /// Reads a text.
  ///
  /// A number is an ``integer(_:)`` where it is written and fits as one. Of others, those of up to 15 digits and moderate
  /// exponents are the nearest `Double`; longer ones may be off in their last bit.
  ///
  /// - Parameter text: In UTF-8; bytes of a string that are not become U+FFFD.
  /// - Throws: ``SyntaxError`` for anything else than one value, and for one that is nested more than 64 deep.
  package init(parsing text: [UInt8]) throws(SyntaxError) {
    var reader = JSONReader(text: text)
    self = try reader.document()
  }

  // MARK: What a value holds

  /// The value of a key; `nil` for a missing key, and for what is not an object.
  package subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    // By their bytes: Embedded Swift compares strings with tables of all of Unicode.
    return members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  package var isNull: Bool { if case .null = self { true } else { false } }

  package var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  package var integer: Int? { number.flatMap { Int(exactly: $0) } }

  package var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

  package var string: String? { if case .string(let value) = self { value } else { nil } }

  package var array: [JSON]? { if case .array(let values) = self { values } else { nil } }
}

private struct JSONReader {
  private let text: [UInt8]
  private var place = 0
  private var depth = 0

  private static let maximumDepth = 64

  init(text: [UInt8]) { self.text = text }

  mutating func document() throws(JSON.SyntaxError) -> JSON {
    let value = try value()
    skipSpace()
    guard place == text.count else { throw fault }
    return value
  }

  private var fault: JSON.SyntaxError { JSON.SyntaxError(offset: place) }

  private var next: UInt8? { place < text.count ? text[place] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { place += 1 }
  }

  /// Passes a byte, if it is the next one after space.
  private mutating func passes(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard next == UInt8(ascii: character) else { return false }
    place += 1
    return true
  }

  private mutating func expect(_ word: StaticString) throws(JSON.SyntaxError) {
    guard text.count - place >= word.utf8CodeUnitCount,
      (0..<word.utf8CodeUnitCount).allSatisfy({ text[place + $0] == word.utf8Start[$0] })
    else { throw fault }
    place += word.utf8CodeUnitCount
  }

  private mutating func value() throws(JSON.SyntaxError) -> JSON {
    skipSpace()
    guard let byte = next else { throw fault }
    switch byte {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"):
      try expect("true")
      return .boolean(true)
    case UInt8(ascii: "f"):
      try expect("false")
      return .boolean(false)
    case UInt8(ascii: "n"):
      try expect("null")
      return .null
    default: return try number()
    }
  }

  private mutating func enter() throws(JSON.SyntaxError) {
    guard depth < Self.maximumDepth else { throw fault }
    depth += 1
    place += 1
  }

  private mutating func object() throws(JSON.SyntaxError) -> JSON {
    try enter()
    defer { depth -= 1 }
    var members: [JSON.Member] = []
    if passes("}") { return .object(members) }
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw fault }
      let key = try string()
      guard passes(":") else { throw fault }
      members.append(JSON.Member(key: key, value: try value()))
    } while passes(",")
    guard passes("}") else { throw fault }
    return .object(members)
  }

  private mutating func array() throws(JSON.SyntaxError) -> JSON {
    try enter()
    defer { depth -= 1 }
    var values: [JSON] = []
    if passes("]") { return .array(values) }
    repeat { values.append(try value()) } while passes(",")
    guard passes("]") else { throw fault }
    return .array(values)
  }

  private mutating func string() throws(JSON.SyntaxError) -> String {
    place += 1
    var bytes: [UInt8] = []
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        place += 1
        return String(decoding: bytes, as: UTF8.self)
      case UInt8(ascii: "\\"):
        place += 1
        bytes += try escaped()
      case 0..<0x20: throw fault
      default:
        bytes.append(byte)
        place += 1
      }
    }
    throw fault
  }

  /// What stands after a backslash.
  private mutating func escaped() throws(JSON.SyntaxError) -> [UInt8] {
    guard let byte = next else { throw fault }
    place += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"):
      var code = try hexadecimal()
      if (0xD800..<0xDC00).contains(code), next == UInt8(ascii: "\\") {
        let before = place
        try expect("\\u")
        let low = try hexadecimal()
        if (0xDC00..<0xE000).contains(low) {
          code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
        } else {
          place = before
        }
      }
      return UTF8.encode(Unicode.Scalar(code) ?? "\u{FFFD}").map { Array($0) } ?? []
    default:
      place -= 1
      throw fault
    }
  }

  private mutating func hexadecimal() throws(JSON.SyntaxError) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Self.digit(byte) else { throw fault }
      code = code << 4 | digit
      place += 1
    }
    return code
  }

  private static func digit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  private mutating func number() throws(JSON.SyntaxError) -> JSON {
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { place += 1 }
    let isZeroFirst = next == UInt8(ascii: "0")
    let start = place
    var digits = Digits()
    let whole = digits.read(text, &place)
    if isZeroFirst, whole > 1 { place = start + 1 }
    guard whole > 0, !isZeroFirst || whole == 1 else { throw fault }
    var isWhole = true
    if next == UInt8(ascii: ".") {
      isWhole = false
      place += 1
      let count = digits.read(text, &place)
      guard count > 0 else { throw fault }
      digits.exponent -= count
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      isWhole = false
      place += 1
      let isDown = next == UInt8(ascii: "-")
      if isDown || next == UInt8(ascii: "+") { place += 1 }
      var power = Digits()
      guard power.read(text, &place) > 0 else { throw fault }
      let size = power.exponent > 0 ? 10_000 : Int(min(power.mantissa, 10_000))
      digits.exponent += isDown ? -size : size
    }
    if isWhole, digits.exponent == 0, let value = Int(exactly: digits.mantissa) {
      return .integer(isNegative ? -value : value)
    }
    return .number(isNegative ? -digits.value : digits.value)
  }
}

/// A decimal number: up to 18 digits, and a power of ten.
private struct Digits {
  private(set) var mantissa: UInt64 = 0
  var exponent = 0

  /// Reads digits; of those that it cannot keep each adds 1 to the exponent.
  ///
  /// - Returns: How many there are.
  mutating func read(_ text: [UInt8], _ place: inout Int) -> Int {
    let start = place
    while place < text.count,
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[place])
    {
      if mantissa < 100_000_000_000_000_000 {
        mantissa = 10 * mantissa + UInt64(text[place] - UInt8(ascii: "0"))
      } else {
        exponent += 1
      }
      place += 1
    }
    return place - start
  }

  /// Powers of ten up to 22 are exact, so that the one division or product is the only rounding: Clinger, "How to Read
  /// Floating Point Numbers Accurately" (1990), doi:10.1145/93542.93557.
  var value: Double {
    var value = Double(mantissa)
    var left = max(-400, min(400, exponent))
    while left != 0 {
      let step = min(abs(left), 22)
      var power = 1.0
      for _ in 0..<step { power *= 10 }
      value = left > 0 ? value * power : value / power
      left -= left > 0 ? step : -step
    }
    return value
  }
}
