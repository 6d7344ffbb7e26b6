/// The tensors of a safetensors file, a format of a JSON header and raw numbers.
///
/// <https://huggingface.co/docs/safetensors>. Only 32-bit floats are read, little-endian as the format
/// has it. A file is checked wholly before anything is taken from it: every tensor lies within the
/// file, and has as many numbers as its shape says.
public struct Safetensors: Sendable {
  struct Entry {
    var name: String
    var shape: [Int]
    /// Where its bytes lie in the file.
    var range: Range<Int>
  }

  private let bytes: [UInt8]
  private let entries: [Entry]

  /// - Parameter bytes: The whole file.
  /// - Throws: ``SafetensorsError`` when it is damaged, or holds other numbers than 32-bit floats.
  public init(_ bytes: [UInt8]) throws(SafetensorsError) {
    guard bytes.count >= 8 else { throw .cutShort(bytes: bytes.count, expected: 8) }
    var length: UInt64 = 0
    for index in (0..<8).reversed() { length = length << 8 | UInt64(bytes[index]) }
    guard length <= UInt64(bytes.count - 8) else {
      throw .cutShort(
        bytes: bytes.count, expected: Int(clamping: length.addingReportingOverflow(8).partialValue))
    }
    let start = 8 + Int(length)
    var header = SafetensorsHeader(bytes, 8..<start)
    entries = try header.entries(dataSize: bytes.count - start, at: start)
    self.bytes = bytes
  }

  /// The names in the file, in the order of its header.
  public var names: [String] { entries.map { $0.name } }

  /// A tensor's extents, outermost first; `nil` when there is none of that name.
  public func shape(of name: String) -> [Int]? { entry(name)?.shape }

  /// A tensor's numbers, the last extent changing fastest; `nil` when there is none of that name.
  public func values(of name: String) -> [Float]? {
    guard let range = entry(name)?.range else { return nil }
    return bytes.withUnsafeBytes { file in
      (0..<range.count / 4).map { index in
        Float(
          bitPattern: UInt32(
            littleEndian: file.loadUnaligned(
              fromByteOffset: range.lowerBound + 4 * index, as: UInt32.self)))
      }
    }
  }

  private func entry(_ name: String) -> Entry? {
    // Comparing bytes spares the browser the tables by which Unicode tells equal spellings.
    entries.first { $0.name.utf8.elementsEqual(name.utf8) }
  }
}

/// What is wrong with a safetensors file.
public enum SafetensorsError: Error, Hashable {
  /// The file ends before what its header, or the header's length, claims.
  case cutShort(bytes: Int, expected: Int)
  /// The header is not what the format says, from this byte of the file on.
  case damagedHeader(offset: Int)
  /// A tensor's place in the file does not agree with its shape, or lies outside the file.
  case damagedTensor(name: String)
  /// A tensor of other numbers than 32-bit floats.
  case unsupportedType(name: String, type: String)
}
