/// The weights of a convolution as its kernel reads them: 16-bit integers, each output's in a unit of
/// its own.
///
/// The unit is the smallest with which no sum of products can leave 32 bits, whatever the input: an
/// output's magnitudes times ``QuantizedPlane/largest`` stay below 2^31 together.
struct QuantizedWeights {
  /// Blocks of 16 outputs, filled up with zeros; in each for every place and every two inputs four
  /// vectors of the two weights of each of 4 outputs.
  let integers: [SIMD8<Int16>]
  /// How many vectors a block has.
  let blockSize: Int
  /// What an integer of 1 stands for, and the biases; of 4 outputs each, filled up with zeros.
  private let units: [SIMD4<Float>]
  private let biases: [SIMD4<Float>]

  static let blockOutputs = 16

  /// How a block's sums become numbers again: sums times units plus biases.
  struct Scaling {
    typealias Vectors = (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
    let units: Vectors
    let biases: Vectors
  }

  /// The largest sum of an output's magnitudes.
  static let maximumSum = Int(Int32.max) / QuantizedPlane.largest

  /// - Parameters:
  ///   - weights: `[outputs, inputs, places]`, the last changing fastest; finite.
  ///   - steps: What 1 stands for in each output's weights, where they are whole numbers: those are then kept
  ///     exactly as long as their unit is at most 1. Without them 1 is 1.
  ///   - biases: `[outputs]`.
  ///   - inputs: How many there are; the plane has as many channels, rounded up to a multiple of 4.
  ///   - places: How many the convolution's kernel has.
  init(
    _ weights: [Float], steps: [Float]? = nil, biases: [Float], inputs: Int, places: Int
  ) {
    let blocks = (biases.count + Self.blockOutputs - 1) / Self.blockOutputs
    let pairs = (inputs + 3) / 4 * 2
    blockSize = places * pairs * 4
    var integers = [SIMD8<Int16>](repeating: .zero, count: blocks * blockSize)
    var units = [SIMD4<Float>](repeating: .zero, count: blocks * 4)
    var biasVectors = units
    for output in biases.indices {
      let own = weights[output * inputs * places..<(output + 1) * inputs * places]
      var unit = Self.unit(of: own)
      if steps != nil, unit <= 1 { unit = 1 / (1 / unit).rounded(.down) }
      units[output / 4][output % 4] = Float(unit * Double(steps?[output] ?? 1))
      biasVectors[output / 4][output % 4] = biases[output]
      for (index, weight) in zip(0..., own) {
        let (input, place) = (index / places, index % places)
        let block = output / Self.blockOutputs * blockSize
        let vector = block + (place * pairs + input / 2) * 4 + output % Self.blockOutputs / 4
        integers[vector][output % 4 * 2 + input % 2] = Int16((Double(weight) / unit).rounded())
      }
    }
    self.integers = integers
    self.units = units
    self.biases = biasVectors
  }

  /// `unit` is what an integer of 1 stands for in the input.
  func scaling(ofOutputsFrom first: Int, unit: Float) -> Scaling {
    let i = first / 4
    return Scaling(
      units: (units[i] * unit, units[i + 1] * unit, units[i + 2] * unit, units[i + 3] * unit),
      biases: (biases[i], biases[i + 1], biases[i + 2], biases[i + 3]))
  }

  /// What an integer of 1 stands for in an output's weights.
  private static func unit(of weights: ArraySlice<Float>) -> Double {
    var sum = 0.0
    var largest = 0.0
    for weight in weights {
      sum += Double(weight.magnitude)
      largest = max(largest, Double(weight.magnitude))
    }
    guard sum > 0 else { return 1 }
    // Rounding adds at most half an integer to each magnitude, and at most doubles it.
    let room = max(Double(maximumSum) - Double(weights.count) / 2, Double(maximumSum) / 2)
    return max(sum / room, largest / Double(Int16.max))
  }
}
