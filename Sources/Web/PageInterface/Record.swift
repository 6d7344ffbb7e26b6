package import VisionCore

/// How something goes over to the page as numbers: the one place that says which, and in which order.
///
/// A record's numbers are written by its fields, and the page's JavaScript that reads them is made of
/// the same fields (``PageInterface/script(from:)``).
package struct Record<Subject>: Sendable {
  package let name: StaticString
  package let fields: [Field<Subject>]

  package init(_ name: StaticString, _ fields: [Field<Subject>]) {
    self.name = name
    self.fields = fields
  }

  package var shape: RecordShape {
    RecordShape(name: name, fields: fields.map { FieldShape(name: $0.name, kind: $0.kind) })
  }
}

/// One field of a record.
package struct Field<Subject>: Sendable {
  package let name: StaticString
  package let kind: FieldKind
  package let append: @Sendable (Subject, inout [Double]) -> Void

  package static func number(_ name: StaticString, _ value: @escaping @Sendable (Subject) -> Double)
    -> Field
  {
    Field(name: name, kind: .number) { $1.append(value($0)) }
  }

  package static func number(_ name: StaticString, _ value: @escaping @Sendable (Subject) -> Int)
    -> Field
  {
    Field(name: name, kind: .number) { $1.append(Double(value($0))) }
  }

  /// A number, or `null`.
  package static func optional(_ name: StaticString, _ value: @escaping @Sendable (Subject) -> Int?)
    -> Field
  {
    Field(name: name, kind: .optional) { $1.append(value($0).map { Double($0) } ?? .nan) }
  }

  /// A number, or `null`.
  package static func optional(
    _ name: StaticString, _ value: @escaping @Sendable (Subject) -> Double?
  ) -> Field {
    Field(name: name, kind: .optional) { $1.append(value($0) ?? .nan) }
  }

  package static func flag(_ name: StaticString, _ value: @escaping @Sendable (Subject) -> Bool)
    -> Field
  {
    Field(name: name, kind: .flag) { $1.append(value($0) ? 1 : 0) }
  }

  /// One of the names of `choices`, by its index.
  package static func choice(
    _ name: StaticString, of choices: Choices, _ value: @escaping @Sendable (Subject) -> UInt8
  ) -> Field {
    Field(name: name, kind: .choice(choices.name)) { $1.append(Double(value($0))) }
  }

  /// A box, normalized to the upright picture, or `null`.
  package static func box(
    _ name: StaticString, _ value: @escaping @Sendable (Subject) -> BoundingBox?
  )
    -> Field
  {
    Field(name: name, kind: .box) { subject, numbers in
      let box = value(subject)
      numbers.append(box?.x ?? .nan)
      numbers.append(box?.y ?? .nan)
      numbers.append(box?.width ?? .nan)
      numbers.append(box?.height ?? .nan)
    }
  }

  /// `count` numbers.
  package static func numbers(
    _ name: StaticString, count: Int, _ value: @escaping @Sendable (Subject, Int) -> Double
  ) -> Field {
    Field(name: name, kind: .numbers(count)) { subject, numbers in
      for index in 0..<count { numbers.append(value(subject, index)) }
    }
  }
}

/// How the page reads a field.
package enum FieldKind: Sendable {
  case number
  case optional
  case flag
  case choice(StaticString)
  case box
  case numbers(Int)

  /// How many numbers it takes.
  package var length: Int {
    switch self {
    case .number, .optional, .flag, .choice: 1
    case .box: 4
    case .numbers(let count): count
    }
  }
}

/// A field, whatever the record is about.
package struct FieldShape {
  package let name: StaticString
  package let kind: FieldKind
}

/// A record, whatever it is about.
package struct RecordShape {
  package let name: StaticString
  package let fields: [FieldShape]

  package var length: Int { fields.reduce(0) { $0 + $1.kind.length } }
}

/// The names of an enumeration's cases, in the order of their raw values, which begin with 0.
package struct Choices: Sendable {
  package let name: StaticString
  package let names: [StaticString]

  package init(name: StaticString, names: [StaticString]) {
    self.name = name
    self.names = names
  }
}

/// Records for the page to read: how many there are, then one after another.
@usableFromInline
package struct RecordList: ~Copyable {
  private var numbers: [Double] = [0]
  private var memory = SharedMemory<Double>()

  package init() {}

  package var count: Int { Int(numbers[0]) }

  package mutating func removeAll() {
    numbers.removeAll(keepingCapacity: true)
    numbers.append(0)
  }

  package mutating func append<Subject>(_ subject: Subject, as record: Record<Subject>) {
    numbers[0] += 1
    for field in record.fields { field.append(subject, &numbers) }
  }

  /// Copies the records to memory that stays as it is until the next call, and returns its address.
  package mutating func share() -> UnsafePointer<Double> { memory.fill(numbers) }

  /// The same, of records of these subjects alone.
  package mutating func share<Subject>(_ subjects: [Subject], as record: Record<Subject>)
    -> UnsafePointer<Double>
  {
    removeAll()
    for subject in subjects { append(subject, as: record) }
    return share()
  }
}
