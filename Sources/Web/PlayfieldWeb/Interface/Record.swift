internal import VisionCore

/// How something goes over to the page as numbers: the one place that says which, and in which order.
///
/// A record's numbers are written by its fields, and the page's JavaScript that reads them is made of
/// the same fields (``InterfaceScript``).
struct Record<Subject>: Sendable {
  let name: StaticString
  let fields: [Field<Subject>]

  init(_ name: StaticString, _ fields: [Field<Subject>]) {
    self.name = name
    self.fields = fields
  }

  var shape: RecordShape {
    RecordShape(name: name, fields: fields.map { FieldShape(name: $0.name, kind: $0.kind) })
  }
}

/// One field of a record.
struct Field<Subject>: Sendable {
  let name: StaticString
  let kind: FieldKind
  let append: @Sendable (Subject, inout [Double]) -> Void

  static func number(_ name: StaticString, _ value: @escaping @Sendable (Subject) -> Double)
    -> Field
  {
    Field(name: name, kind: .number) { $1.append(value($0)) }
  }

  static func number(_ name: StaticString, _ value: @escaping @Sendable (Subject) -> Int) -> Field {
    Field(name: name, kind: .number) { $1.append(Double(value($0))) }
  }

  /// A number, or `null`.
  static func optional(_ name: StaticString, _ value: @escaping @Sendable (Subject) -> Int?)
    -> Field
  {
    Field(name: name, kind: .optional) { $1.append(value($0).map { Double($0) } ?? .nan) }
  }

  static func flag(_ name: StaticString, _ value: @escaping @Sendable (Subject) -> Bool) -> Field {
    Field(name: name, kind: .flag) { $1.append(value($0) ? 1 : 0) }
  }

  /// One of the names of `choices`, by its index.
  static func choice(
    _ name: StaticString, of choices: Choices, _ value: @escaping @Sendable (Subject) -> UInt8
  ) -> Field {
    Field(name: name, kind: .choice(choices.name)) { $1.append(Double(value($0))) }
  }

  /// A box, normalized to the upright picture, or `null`.
  static func box(_ name: StaticString, _ value: @escaping @Sendable (Subject) -> BoundingBox?)
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
  static func numbers(
    _ name: StaticString, count: Int, _ value: @escaping @Sendable (Subject, Int) -> Double
  ) -> Field {
    Field(name: name, kind: .numbers(count)) { subject, numbers in
      for index in 0..<count { numbers.append(value(subject, index)) }
    }
  }
}

/// How the page reads a field.
enum FieldKind: Sendable {
  case number
  case optional
  case flag
  case choice(StaticString)
  case box
  case numbers(Int)

  /// How many numbers it takes.
  var length: Int {
    switch self {
    case .number, .optional, .flag, .choice: 1
    case .box: 4
    case .numbers(let count): count
    }
  }
}

/// A field, whatever the record is about.
struct FieldShape {
  let name: StaticString
  let kind: FieldKind
}

/// A record, whatever it is about.
struct RecordShape {
  let name: StaticString
  let fields: [FieldShape]

  var length: Int { fields.reduce(0) { $0 + $1.kind.length } }
}

/// The names of an enumeration's cases, in the order of their raw values, which begin with 0.
struct Choices: Sendable {
  let name: StaticString
  let names: [StaticString]
}

/// Records for the page to read: how many there are, then one after another.
struct RecordList: ~Copyable {
  private var numbers: [Double] = [0]
  private var memory = SharedMemory<Double>()

  var count: Int { Int(numbers[0]) }

  mutating func removeAll() {
    numbers.removeAll(keepingCapacity: true)
    numbers.append(0)
  }

  mutating func append<Subject>(_ subject: Subject, as record: Record<Subject>) {
    numbers[0] += 1
    for field in record.fields { field.append(subject, &numbers) }
  }

  /// Copies the records to memory that stays as it is until the next call, and returns its address.
  mutating func share() -> UnsafePointer<Double> { memory.fill(numbers) }

  /// The same, of records of these subjects alone.
  mutating func share<Subject>(_ subjects: [Subject], as record: Record<Subject>)
    -> UnsafePointer<Double>
  {
    removeAll()
    for subject in subjects { append(subject, as: record) }
    return share()
  }
}
