/// All that a page and its module agree on, beside the names of exports: the names of choices, constants, records.
/// The page's side of it is written from here (``script(from:)``).
package struct PageInterface: Sendable {
  package let choices: [Choices]
  package let constants: [Constant]
  package let records: [RecordShape]

  package init(choices: [Choices], constants: [Constant], records: [RecordShape]) {
    self.choices = choices
    self.constants = constants
    self.records = records
  }

  /// A number that differs for another interface, so that a page and a module of different versions
  /// refuse each other.
  ///
  /// FNV-1a (Fowler, Noll, Vo), 32 bits, <https://datatracker.ietf.org/doc/draft-eastlake-fnv/>.
  package var fingerprint: UInt32 {
    var hash: UInt32 = 2_166_136_261
    func mix(_ byte: UInt8) { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
    func mix(_ text: StaticString) {
      text.withUTF8Buffer { for byte in $0 { mix(byte) } }
      mix(0)
    }
    for choices in choices {
      mix(choices.name)
      for name in choices.names { mix(name) }
    }
    for constant in constants {
      mix(constant.name)
      for shift in stride(from: UInt64(0), to: 64, by: 8) {
        mix(UInt8(truncatingIfNeeded: constant.value.bitPattern >> shift))
      }
    }
    for record in records {
      mix(record.name)
      for field in record.fields {
        mix(field.name)
        mix(field.kind.code)
        if case .choice(let choices) = field.kind { mix(choices) }
      }
    }
    return hash
  }
}

/// A number that the page knows by its name.
package struct Constant: Sendable {
  let name: StaticString
  let value: Double

  package init(name: StaticString, value: Double) {
    self.name = name
    self.value = value
  }
}

extension FieldKind {
  /// Another number for each kind and length.
  fileprivate var code: UInt8 {
    switch self {
    case .number: 0
    case .optional: 1
    case .flag: 2
    case .choice: 3
    case .box: 4
    case .numbers(let count): UInt8(truncatingIfNeeded: 5 + count)
    }
  }
}
