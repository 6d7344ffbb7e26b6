/// Reads the JSON of a safetensors header: strictly the shape that the format prescribes, not JSON
/// in general.
struct SafetensorsHeader {
  private let bytes: [UInt8]
  private let end: Int
  private var index: Int

  /// `range` is where the header lies in `bytes`.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
  }

  /// What the header lists. `dataSize` bytes follow it, from `start` on in the file.
  mutating func entries(
    dataSize: Int, at start: Int
  ) throws(SafetensorsError) -> [Safetensors.Entry] {
    var entries: [Safetensors.Entry] = []
    try object { (self, name) throws(SafetensorsError) in
      if name.utf8.elementsEqual("__metadata__".utf8) {
        try self.object { (self, _) throws(SafetensorsError) in _ = try self.string() }
        return
      }
      guard !entries.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) else {
        throw .damagedTensor(name: name)
      }
      entries.append(try self.entry(name, dataSize: dataSize, at: start))
    }
    while index < end { try take(UInt8(ascii: " ")) }
    return entries
  }

  private mutating func entry(
    _ name: String, dataSize: Int, at start: Int
  ) throws(SafetensorsError) -> Safetensors.Entry {
    var type: String?
    var shape: [Int]?
    var offsets: [Int]?
    let began = index
    try object { (self, key) throws(SafetensorsError) in
      if key.utf8.elementsEqual("dtype".utf8) {
        type = try self.string()
      } else if key.utf8.elementsEqual("shape".utf8) {
        shape = try self.integers()
      } else if key.utf8.elementsEqual("data_offsets".utf8) {
        offsets = try self.integers()
      } else {
        throw .damagedHeader(offset: self.index)
      }
    }
    guard let type, let shape, let offsets, offsets.count == 2 else {
      throw .damagedHeader(offset: began)
    }
    guard let numbers = Safetensors.NumberType(type) else {
      throw .unsupportedType(name: name, type: type)
    }
    var size = numbers.size
    for extent in shape {
      let (product, overflowed) = size.multipliedReportingOverflow(by: extent)
      guard !overflowed else { throw .damagedTensor(name: name) }
      size = product
    }
    guard offsets[0] <= offsets[1], offsets[1] - offsets[0] == size else {
      throw .damagedTensor(name: name)
    }
    guard offsets[1] <= dataSize else {
      throw .cutShort(bytes: start + dataSize, expected: start + offsets[1])
    }
    return Safetensors.Entry(
      name: name, shape: shape, type: numbers, range: start + offsets[0]..<start + offsets[1])
  }

  // MARK: JSON

  private mutating func object(
    _ member: (inout SafetensorsHeader, String) throws(SafetensorsError) -> Void
  ) throws(SafetensorsError) {
    try take(UInt8(ascii: "{"))
    if skips(UInt8(ascii: "}")) { return }
    repeat {
      let name = try string()
      try take(UInt8(ascii: ":"))
      try member(&self, name)
    } while skips(UInt8(ascii: ","))
    try take(UInt8(ascii: "}"))
  }

  /// A list of integers of 0 and more.
  private mutating func integers() throws(SafetensorsError) -> [Int] {
    var list: [Int] = []
    try take(UInt8(ascii: "["))
    if skips(UInt8(ascii: "]")) { return list }
    repeat { list.append(try integer()) } while skips(UInt8(ascii: ","))
    try take(UInt8(ascii: "]"))
    return list
  }

  private mutating func integer() throws(SafetensorsError) -> Int {
    skipSpace()
    var value = 0
    var digits = 0
    while index < end, let digit = Self.digit(bytes[index]) {
      // Longer numbers are no file's size, and would overflow.
      guard digits < 9 else { throw .damagedHeader(offset: index) }
      value = value * 10 + digit
      digits += 1
      index += 1
    }
    guard digits > 0 else { throw .damagedHeader(offset: index) }
    return value
  }

  /// A string without escapes: names have none.
  private mutating func string() throws(SafetensorsError) -> String {
    try take(UInt8(ascii: "\""))
    let start = index
    while index < end, bytes[index] != UInt8(ascii: "\"") {
      guard bytes[index] >= 0x20, bytes[index] < 0x7f, bytes[index] != UInt8(ascii: "\\") else {
        throw .damagedHeader(offset: index)
      }
      index += 1
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    try take(UInt8(ascii: "\""))
    return text
  }

  private mutating func take(_ byte: UInt8) throws(SafetensorsError) {
    guard skips(byte) else { throw .damagedHeader(offset: index) }
  }

  private mutating func skips(_ byte: UInt8) -> Bool {
    if byte != UInt8(ascii: " ") { skipSpace() }
    guard index < end, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while index < end, bytes[index] == UInt8(ascii: " ") { index += 1 }
  }

  private static func digit(_ byte: UInt8) -> Int? {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? Int(byte) - 0x30 : nil
  }
}
