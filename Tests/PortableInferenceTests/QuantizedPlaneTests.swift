import Testing

@testable import PortableInference

@Suite("Feature maps in 16-bit integers")
struct QuantizedPlaneTests {
  /// A plane of 3 x 2 places with four channels each, which lies in memory among those of other maps.
  private static func quantized(
    _ numbers: [Float], border: Border, otherChannels: Int
  ) -> (unit: Float, integers: [Int16]) {
    let plane = NetworkPlan.Plane(
      width: 3, height: 2, origin: 0, columnStep: 4 + otherChannels,
      rowStep: 3 * (4 + otherChannels), channels: 4, unpaddedChannels: 4)
    let floats = UnsafeMutableRawBufferPointer.allocate(byteCount: 1024, alignment: 16)
    defer { floats.deallocate() }
    let memory = floats.bindMemory(to: Float.self)
    // Other maps' numbers are larger, and do not count.
    memory.update(repeating: 1e9)
    for place in 0..<6 {
      for channel in 0..<4 {
        memory[place * (4 + otherChannels) + channel] = numbers[place * 4 + channel]
      }
    }
    let count = QuantizedPlane.pairCount(plane, border: border)
    let pairs = UnsafeMutableBufferPointer<Int32>.allocate(capacity: count)
    defer { pairs.deallocate() }
    pairs.update(repeating: 0x7777_7777)
    let quantized = QuantizedPlane(
      plane, in: memory.baseAddress!, border: border, to: pairs.baseAddress!)
    #expect(quantized.columnStep == 2)
    #expect(quantized.rowStep == 2 * (3 + 2 * border.columns))
    return (quantized.unit, pairs.flatMap { [Int16(truncatingIfNeeded: $0), Int16($0 >> 16)] })
  }

  @Test(
    "numbers are rounded to multiples of the unit, with zeros around them",
    arguments: [
      // Borders; another map's channels between the places.
      (Border.none, 0), (Border(rows: 1, columns: 1), 0), (Border(rows: 2, columns: 2), 0),
      (Border(rows: 0, columns: 2), 0), (Border(rows: 1, columns: 0), 0),
      (Border(rows: 1, columns: 1), 4),
    ])
  func integers(border: Border, otherChannels: Int) {
    let numbers = (0..<24).map { Float($0 * 7 % 24 - 12) / 5 }
    let (unit, integers) = Self.quantized(numbers, border: border, otherChannels: otherChannels)
    #expect(abs(unit - 12 / 5 / 8191) <= unit * 1e-6)
    let width = 3 + 2 * border.columns
    for (index, integer) in integers.enumerated() {
      let (y, x) = (index / 4 / width - border.rows, index / 4 % width - border.columns)
      let isInside = (0..<2).contains(y) && (0..<3).contains(x)
      let expected = isInside ? numbers[(y * 3 + x) * 4 + index % 4] / (12 / 5) * 8191 : 0
      // A float's error at a half may decide to which side it is rounded.
      #expect(abs(Float(integer) - expected) <= 0.501)
    }
  }

  @Test(
    "halves become even",
    arguments: [
      (0.5, 0), (1.5, 2), (2.5, 2), (-0.5, 0), (-1.5, -2), (8190.5, 8190), (-8191, -8191),
    ] as [(Float, Int16)])
  func halves(number: Float, integer: Int16) {
    let numbers = [number, 8191] + [Float](repeating: 0, count: 22)
    let (unit, integers) = Self.quantized(numbers, border: .none, otherChannels: 0)
    #expect(unit == 1)
    #expect(integers[0] == integer)
  }
}
