import Testing

@testable import PortableInference

/// A file of this header and as many bytes of data.
private func file(_ header: String, data: [UInt8] = []) -> [UInt8] {
  let length = UInt64(header.utf8.count)
  return (0..<8).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + Array(header.utf8) + data
}

/// 1 and 2 as 32-bit floats.
private let oneTwo: [UInt8] = [0, 0, 0x80, 0x3f, 0, 0, 0, 0x40]
private let pair = #"{"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}"#

@Suite("Safetensors files")
struct SafetensorsTests {
  @Test(
    "tensors come back with their shapes and numbers",
    arguments: [
      pair,
      // Spaces behind the header, which align the data; metadata; members in another order.
      pair + "   ",
      #"{"__metadata__":{"format":"pt"},"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}}"#,
      #"{"a": {"data_offsets": [0, 8], "shape": [2], "dtype": "F32"}}"#,
    ])
  func whole(header: String) throws {
    let tensors = try Safetensors(file(header, data: oneTwo))
    #expect(tensors.names == ["a"])
    #expect(tensors.shape(of: "a") == [2])
    #expect(tensors.values(of: "a") == [1, 2])
    #expect(tensors.shape(of: "b") == nil)
    #expect(tensors.values(of: "b") == nil)
  }

  @Test func `a scalar has no extents, an empty tensor no numbers`() throws {
    let header = """
      {"s":{"dtype":"F32","shape":[],"data_offsets":[4,8]},\
      "e":{"dtype":"F32","shape":[0,3],"data_offsets":[8,8]}}
      """
    let tensors = try Safetensors(file(header, data: oneTwo))
    #expect(tensors.values(of: "s") == [2])
    #expect(tensors.values(of: "e") == [])
  }

  @Test(
    "numbers of 16 bits are read",
    arguments: [
      (0x3c00, 1), (0xc000, -2), (0x3555, 0.333251953125), (0x7bff, 65504),
      (0, 0), (0x8000, -0.0),
      // The least of the normal numbers, the greatest and the least below it.
      (0x0400, 0x1p-14), (0x03ff, 0x1.ff8p-15), (0x0001, 0x1p-24),
      (0x7c00, .infinity), (0xfc00, -.infinity), (0x7e00, .nan),
    ] as [(UInt16, Float)])
  func halves(bits: UInt16, value: Float) throws {
    let header = #"{"a":{"dtype":"F16","shape":[1],"data_offsets":[0,2]}}"#
    let bytes = [UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8)]
    let read = try #require(try Safetensors(file(header, data: bytes)).values(of: "a"))
    #expect(read.count == 1)
    #expect(read[0].isNaN == value.isNaN)
    #expect(value.isNaN || read[0].bitPattern == value.bitPattern)
  }

  @Test func `integers of 8 bits are read`() throws {
    let header = #"{"a":{"dtype":"I8","shape":[4],"data_offsets":[0,4]}}"#
    let tensors = try Safetensors(file(header, data: [0, 127, 128, 255]))
    #expect(tensors.values(of: "a") == [0, 127, -128, -1])
    #expect(tensors.isWhole("a"))
    #expect(try !Safetensors(file(pair, data: oneTwo)).isWhole("a"))
  }

  @Test(
    "what is damaged is refused",
    arguments: [
      ([], SafetensorsError.cutShort(bytes: 0, expected: 8)),
      ([1, 0, 0], .cutShort(bytes: 3, expected: 8)),
      // A header's length beyond the file, and beyond all numbers.
      ([9, 0, 0, 0, 0, 0, 0, 0, 0x7b], .cutShort(bytes: 9, expected: 17)),
      ([UInt8](repeating: 0xff, count: 16), .cutShort(bytes: 16, expected: 7)),
      // The data cut short by one byte.
      (file(pair, data: oneTwo.dropLast()), .cutShort(bytes: 69, expected: 70)),
      (file("[]"), .damagedHeader(offset: 8)),
      (file("{"), .damagedHeader(offset: 9)),
      (file(#"{"a""#), .damagedHeader(offset: 12)),
      (file(#"{"a\n":{}}"#), .damagedHeader(offset: 11)),
      (file(#"{"a":{"dtype":"F32","shape":[2]}}"#, data: oneTwo), .damagedHeader(offset: 13)),
      (file(pair + "x", data: oneTwo), .damagedHeader(offset: 62)),
      // A number that would overflow.
      (
        file(#"{"a":{"dtype":"F32","shape":[99999999999999999999],"data_offsets":[0,8]}}"#),
        .damagedHeader(offset: 46)
      ),
      (
        file(
          #"{"a":{"dtype":"F32","shape":[999999999,999999999,999999999],"data_offsets":[0,8]}}"#),
        .damagedTensor(name: "a")
      ),
      // A shape that does not fit its place, a place that ends before it starts, a name twice.
      (
        file(#"{"a":{"dtype":"F32","shape":[3],"data_offsets":[0,8]}}"#, data: oneTwo),
        .damagedTensor(name: "a")
      ),
      (
        file(#"{"a":{"dtype":"F32","shape":[2],"data_offsets":[8,0]}}"#, data: oneTwo),
        .damagedTensor(name: "a")
      ),
      (
        file(pair.dropLast() + "," + pair.dropFirst(), data: oneTwo), .damagedTensor(name: "a")
      ),
      (
        file(#"{"a":{"dtype":"F16","shape":[2],"data_offsets":[0,8]}}"#, data: oneTwo),
        .damagedTensor(name: "a")
      ),
      (
        file(#"{"a":{"dtype":"I8","shape":[2],"data_offsets":[0,8]}}"#, data: oneTwo),
        .damagedTensor(name: "a")
      ),
      (
        file(#"{"a":{"dtype":"BF16","shape":[4],"data_offsets":[0,8]}}"#, data: oneTwo),
        .unsupportedType(name: "a", type: "BF16")
      ),
    ] as [([UInt8], SafetensorsError)])
  func damaged(bytes: [UInt8], error: SafetensorsError) {
    #expect(throws: error) { try Safetensors(bytes) }
  }

  @Test func `a file cut anywhere, or with any byte of its header changed, does no harm`() {
    let whole = file(pair, data: oneTwo)
    for length in whole.indices {
      #expect(throws: SafetensorsError.self) { try Safetensors(Array(whole[..<length])) }
    }
    for index in 0..<whole.count - oneTwo.count {
      for bit in 0..<8 {
        var bytes = whole
        bytes[index] ^= 1 << bit
        // A changed name is another name; all else is refused, and nothing reads beyond the end.
        if let tensors = try? Safetensors(bytes), let name = tensors.names.first {
          #expect(tensors.values(of: name)?.count == 2)
        }
      }
    }
  }
}

private func file(_ header: Substring, data: [UInt8] = []) -> [UInt8] {
  file(String(header), data: data)
}

private func file(_ header: String, data: ArraySlice<UInt8>) -> [UInt8] {
  file(header, data: Array(data))
}
