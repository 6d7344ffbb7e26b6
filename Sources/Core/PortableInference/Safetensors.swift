/// The tensors of a safetensors file, a format of a JSON header and raw numbers.
///
/// <https://huggingface.co/docs/safetensors>. Floats of 32 and of 16 bits and integers of 8 bits are read,
/// little-endian as the format has it. A file is checked wholly before anything is taken from it: every tensor lies
/// within the file, and has as many numbers as its shape says.
public struct Safetensors: Sendable {
  struct Entry {
    var name: String
    var shape: [Int]
    var type: NumberType
    /// Where its bytes lie in the file.
    var range: Range<Int>
  }

  enum NumberType {
    case float32, float16, int8

    /// - Parameter name: As the format has it.
    init?(_ name: String) {
      if name.utf8.elementsEqual("F32".utf8) {
        self = .float32
      } else if name.utf8.elementsEqual("F16".utf8) {
        self = .float16
      } else if name.utf8.elementsEqual("I8".utf8) {
        self = .int8
      } else {
        return nil
      }
    }

    /// In bytes.
    var size: Int {
      switch self {
      case .float32: 4
      case .float16: 2
      case .int8: 1
      }
    }
  }

  private let bytes: [UInt8]
  private let entries: [Entry]

  /// - Parameter bytes: The whole file.
  /// - Throws: ``SafetensorsError`` when it is damaged, or holds numbers of another type.
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
    guard let entry = entry(name) else { return nil }
    let range = entry.range
    let places = stride(from: range.lowerBound, to: range.upperBound, by: entry.type.size)
    return bytes.withUnsafeBytes { file in
      places.map { place in
        switch entry.type {
        case .float32:
          Float(
            bitPattern: UInt32(
              littleEndian: file.loadUnaligned(fromByteOffset: place, as: UInt32.self)))
        case .float16:
          Float(
            halfBits: UInt16(
              littleEndian: file.loadUnaligned(fromByteOffset: place, as: UInt16.self)))
        case .int8:
          Float(Int8(bitPattern: file[place]))
        }
      }
    }
  }

  /// Whether a tensor's numbers are integers.
  func isWhole(_ name: String) -> Bool { entry(name)?.type == .int8 }

  private func entry(_ name: String) -> Entry? {
    // Comparing bytes spares the browser the tables by which Unicode recognizes equal spellings.
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
  /// A tensor of other numbers than floats of 32 or 16 bits and integers of 8.
  case unsupportedType(name: String, type: String)
}

extension Float {
  /// A float of 16 bits (IEEE 754 binary16). `Float16` needs library calls that WebAssembly without
  /// an operating system lacks.
  fileprivate init(halfBits bits: UInt16) {
    let fraction = Float(bits & 0x3ff) / 1024
    let exponent = Int(bits >> 10 & 0x1f)
    let magnitude: Float =
      switch exponent {
      case 0: fraction * Float(sign: .plus, exponent: -14, significand: 1)
      case 31: fraction == 0 ? .infinity : .nan
      default: (1 + fraction) * Float(sign: .plus, exponent: exponent - 15, significand: 1)
      }
    self = bits >> 15 == 0 ? magnitude : -magnitude
  }
}
