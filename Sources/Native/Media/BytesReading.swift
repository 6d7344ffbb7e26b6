/// The order in which a number's bytes are stored.
enum ByteOrder {
  case bigEndian
  case littleEndian
}

// Offsets count from the start of the slice. A read that would pass its end answers nil: the bytes
// come from strangers.
extension ArraySlice<UInt8> {
  /// The unsigned number of `size` bytes, at most 7, at `offset`.
  func number(at offset: Int, size: Int, _ order: ByteOrder) -> Int? {
    guard let field = part(at: offset, count: size) else { return nil }
    return switch order {
    case .bigEndian: field.reduce(0) { $0 << 8 | Int($1) }
    case .littleEndian: field.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
  }

  /// The `length` bytes at `offset`.
  func part(at offset: Int, count length: Int) -> ArraySlice<UInt8>? {
    guard offset >= 0, length >= 0, length <= count, offset <= count - length else { return nil }
    return self[startIndex + offset..<startIndex + offset + length]
  }

  /// All bytes from `offset` on; none where it lies at the end or behind it.
  func rest(from offset: Int) -> ArraySlice<UInt8> { dropFirst(Swift.max(offset, 0)) }

  /// Whether the bytes of `text` stand at `offset`.
  func has(_ text: StaticString, at offset: Int = 0) -> Bool {
    part(at: offset, count: text.utf8CodeUnitCount)?
      .elementsEqual(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
      ?? false
  }
}
