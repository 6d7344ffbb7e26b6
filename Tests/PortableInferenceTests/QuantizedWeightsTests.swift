import Testing

@testable import PortableInference

@Suite("Weights in 16-bit integers")
struct QuantizedWeightsTests {
  /// The weights of one output.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var weights: [Float]
  }

  static let cases = [
    Case(testDescription: "one weight: 16 bits are its bound", weights: [-0.3]),
    Case(testDescription: "few weights", weights: [0.5, -1, 0.25, 0.125, -0.0625]),
    Case(
      testDescription: "many weights: the sum is the bound",
      weights: (0..<1152).map { Float($0 * 7919 % 2001 - 1000) / 1000 }),
    Case(testDescription: "all of them rounded up", weights: .init(repeating: 1, count: 4096 * 9)),
    Case(
      testDescription: "so many that each is less than an integer",
      weights: .init(repeating: -1, count: 600_000)),
    Case(
      testDescription: "one large among many small",
      weights: [1e6] + .init(repeating: 1e-3, count: 5000)),
    Case(
      testDescription: "numbers at the floats' lower end",
      weights: [1, -1, 3].map { $0 * .leastNonzeroMagnitude }),
    Case(
      testDescription: "numbers at the floats' upper end",
      weights: .init(repeating: .greatestFiniteMagnitude, count: 100)),
    Case(testDescription: "nothing but zeros", weights: .init(repeating: 0, count: 9)),
  ]

  @Test("no sum of products can leave 32 bits", arguments: cases)
  func sums(_ test: Case) {
    let quantized = QuantizedWeights(
      test.weights, biases: [0], inputs: test.weights.count, places: 1)
    let sum = quantized.integers.reduce(0) { sum, vector in
      vector.indices.reduce(sum) { $0 + Int(vector[$1].magnitude) }
    }
    #expect(sum * QuantizedPlane.largest <= Int(Int32.max))
  }

  @Test("each weight is the nearest multiple of its output's unit", arguments: cases)
  func rounding(_ test: Case) {
    let quantized = QuantizedWeights(
      test.weights, biases: [0], inputs: test.weights.count, places: 1)
    let unit = Double(quantized.scaling(ofOutputsFrom: 0, unit: 1).units.0[0])
    // What cannot be written in integers any more is lost to the unit's own rounding.
    let slack = unit * 1e-6 + Double(Float.leastNonzeroMagnitude)
    for (input, weight) in test.weights.enumerated() {
      let integer = Double(quantized.integers[input / 2 * 4][input % 2])
      #expect(abs(integer * unit - Double(weight)) <= unit / 2 + abs(integer) * slack)
    }
  }

  @Test(
    "whole numbers with a step are kept exactly",
    arguments: [
      [127, -3, 0, 1], [Float](repeating: -127, count: 1536),
      (0..<1152).map { Float($0 * 89 % 255 - 127) }, [0, 0, 0],
    ])
  func steps(numbers: [Float]) {
    let quantized = QuantizedWeights(
      numbers, steps: [0.125], biases: [0], inputs: numbers.count, places: 1)
    let unit = quantized.scaling(ofOutputsFrom: 0, unit: 1).units.0[0]
    let integers = numbers.indices.map { Int(quantized.integers[$0 / 2 * 4][$0 % 2]) }
    #expect(integers.reduce(0) { $0 + abs($1) } <= QuantizedWeights.maximumSum)
    for (integer, number) in zip(integers, numbers) {
      #expect(abs(Float(integer) * unit - number * 0.125) <= abs(number) * 1e-8)
    }
  }

  @Test func `whole numbers that leave no room for themselves are rounded`() {
    let numbers = [Float](repeating: 127, count: 4096)
    let quantized = QuantizedWeights(
      numbers, steps: [0.5], biases: [0], inputs: numbers.count, places: 1)
    let unit = quantized.scaling(ofOutputsFrom: 0, unit: 1).units.0[0]
    let integer = Int(quantized.integers[0][0])
    #expect(integer * numbers.count <= QuantizedWeights.maximumSum)
    #expect(abs(Float(integer) * unit - 63.5) <= unit / 2)
  }

  @Test func `outputs and inputs that fill a vector up are zeros`() {
    let quantized = QuantizedWeights(
      .init(repeating: 1, count: 17 * 3), biases: .init(repeating: 1, count: 17), inputs: 3,
      places: 1)
    // Two blocks; in each two pairs of inputs, four vectors each.
    #expect(quantized.integers.count == 2 * 2 * 4)
    let numbers = quantized.integers.reduce(0) { count, vector in
      count + vector.indices.count { vector[$0] != 0 }
    }
    #expect(numbers == 17 * 3)
    let scaling = quantized.scaling(ofOutputsFrom: 16, unit: 1)
    #expect(scaling.biases.0 == [1, 0, 0, 0])
    #expect(scaling.units.0[0] > 0)
    #expect(scaling.units.1 == .zero)
  }
}
