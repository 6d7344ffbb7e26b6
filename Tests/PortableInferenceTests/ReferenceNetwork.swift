@testable import PortableInference

/// Numbers that look random and are the same in each run.
struct Noise {
  private var state: UInt64 = 7

  mutating func next() -> Float {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Float(Int64(bitPattern: state) >> 40) / Float(1 << 23)
  }

  mutating func list(_ count: Int) -> [Float] { (0..<count).map { _ in next() } }

  /// Whole numbers, of which the last one is `last`.
  mutating func integers(_ count: Int, upTo largest: Float, last: Float) -> [Float] {
    list(count - 1).map { ($0 * largest).rounded() } + [last]
  }
}

/// A plane of channels, channel by channel, in double precision: the simplest thing that works, to
/// compare with.
struct Reference {
  var channels: Int
  var height: Int
  var width: Int
  var values: [Double]
  /// By how much the network's numbers may differ, because it rounds inputs and weights to integers.
  var tolerance = 0.0

  init(channels: Int, height: Int, width: Int, values: [Double], tolerance: Double = 0) {
    (self.channels, self.height, self.width) = (channels, height, width)
    (self.values, self.tolerance) = (values, tolerance)
  }

  init(channels: Int, height: Int, width: Int, _ values: [Float]) {
    self.init(channels: channels, height: height, width: width, values: values.map(Double.init))
  }

  /// A plane whose numbers `value` gives by channel, row and column.
  init(
    channels: Int, height: Int, width: Int, tolerance: Double = 1e-5,
    _ value: (_ channel: Int, _ y: Int, _ x: Int) -> Double
  ) {
    let values = (0..<channels * height * width).map { index in
      value(index / (height * width), index / width % height, index % width)
    }
    self.init(
      channels: channels, height: height, width: width, values: values, tolerance: tolerance)
  }

  subscript(channel: Int, y: Int, x: Int) -> Double {
    y >= 0 && y < height && x >= 0 && x < width
      ? values[(channel * height + y) * width + x] : 0
  }

  /// `padding` is `nil` for half a kernel along each axis.
  func convolved(
    _ weights: Weights, stride: Int = 1, padding: Int?, activation: Activation = .relu
  ) -> Reference {
    let (rows, columns) = (weights.shape[2], weights.shape[3])
    let (above, left) = (padding ?? rows / 2, padding ?? columns / 2)
    let size = (
      (height + 2 * above - rows) / stride + 1, (width + 2 * left - columns) / stride + 1
    )
    let largest = values.reduce(0) { max($0, abs($1)) } + tolerance
    let count = channels * rows * columns
    var values: [Double] = []
    var largestError = 0.0
    for out in 0..<weights.shape[0] {
      let own = weights.values[out * count..<(out + 1) * count].map(Double.init)
      let magnitudes = own.reduce(0) { $0 + abs($1) }
      // Half a unit for each number that is rounded, the bounds of both types' documentation; and what
      // 32-bit floats lose.
      let unit = max(
        magnitudes / (Double(QuantizedWeights.maximumSum) - Double(count) / 2),
        own.reduce(0) { max($0, abs($1)) } / 32767)
      let inputError = tolerance + largest / Double(QuantizedPlane.largest) / 2
      largestError = max(
        largestError,
        magnitudes * inputError + Double(count) * (largest + inputError) * unit / 2
          + (magnitudes * largest + abs(Double(weights.bias[out]))) * 0x1p-21)
      for y in 0..<size.0 {
        for x in 0..<size.1 {
          var sum = Double(weights.bias[out])
          for channel in 0..<channels {
            for row in 0..<rows {
              for column in 0..<columns {
                sum +=
                  own[(channel * rows + row) * columns + column]
                  * self[channel, y * stride - above + row, x * stride - left + column]
              }
            }
          }
          values.append(activation.applied(to: sum))
        }
      }
    }
    return Reference(
      channels: weights.shape[0], height: size.0, width: size.1, values: values,
      tolerance: largestError)
  }

  /// Each channel by itself; `before` zeros lie above and to the left.
  func convolvedByChannel(
    _ weights: Weights, stride: Int, before: Int, size: (width: Int, height: Int)
  ) -> Reference {
    let side = weights.shape[2]
    return Reference(channels: channels, height: size.height, width: size.width) { channel, y, x in
      (0..<side * side).reduce(Double(weights.bias[channel])) { sum, place in
        let weight = Double(weights.values[channel * side * side + place])
        return sum
          + weight
          * self[channel, y * stride - before + place / side, x * stride - before + place % side]
      }
    }
  }

  func added(_ other: Reference) -> Reference {
    var sum = self
    sum.values = zip(values, other.values).map(+)
    sum.tolerance += other.tolerance
    return sum
  }
}

extension Activation {
  func applied(to number: Double) -> Double {
    switch self {
    case .none: number
    case .relu: max(0, number)
    case .relu6: min(6, max(0, number))
    }
  }
}

/// A layer's weights.
struct Weights {
  var shape: [Int]
  var values: [Float]
  var bias: [Float]

  init(_ shape: Int..., noise: inout Noise) {
    self.shape = shape
    values = noise.list(shape.reduce(1, *))
    bias = noise.list(shape[0])
  }

  /// Whole numbers that 16-bit integers hold as they are: each output has one of 32767, and the others
  /// are so small that this one decides what an integer stands for.
  init(integers shape: Int..., noise: inout Noise) {
    self.shape = shape
    let count = shape[1...].reduce(1, *)
    values = (0..<shape[0]).flatMap { _ in noise.integers(count, upTo: 100, last: 32767) }
    bias = [Float](repeating: 0, count: shape[0])
  }
}

/// A tensor as it stands in a safetensors file.
struct Tensor {
  var name: String
  var type = "F32"
  var shape: [Int]
  var bytes: [UInt8]

  init(name: String, shape: [Int], floats: [Float]) {
    (self.name, self.shape) = (name, shape)
    bytes = floats.flatMap { withUnsafeBytes(of: $0, Array.init) }
  }

  init(name: String, shape: [Int], integers: [Int8]) {
    (self.name, self.shape, type) = (name, shape, "I8")
    bytes = integers.map { UInt8(bitPattern: $0) }
  }
}

/// A safetensors file.
func safetensors(_ tensors: [Tensor]) -> [UInt8] {
  var header: [String] = []
  var data: [UInt8] = []
  for tensor in tensors {
    header.append(
      """
      "\(tensor.name)":{"dtype":"\(tensor.type)",\
      "shape":[\(tensor.shape.map(String.init).joined(separator: ","))],\
      "data_offsets":[\(data.count),\(data.count + tensor.bytes.count)]}
      """)
    data += tensor.bytes
  }
  let text = Array("{\(header.joined(separator: ","))}".utf8)
  let length = (0..<8).map { UInt8(truncatingIfNeeded: UInt64(text.count) >> ($0 * 8)) }
  return length + text + data
}

/// A safetensors file of layers.
func file(_ layers: [(String, Weights)]) throws -> Safetensors {
  try Safetensors(
    safetensors(
      layers.flatMap { name, weights in
        [
          Tensor(name: name + ".weight", shape: weights.shape, floats: weights.values),
          Tensor(name: name + ".bias", shape: [weights.shape[0]], floats: weights.bias),
        ]
      }))
}

extension PortableNetwork {
  /// Runs the network on a picture.
  func answer(to picture: Reference) throws -> Reference {
    try prepare(width: picture.width, height: picture.height)
    let padded = (picture.channels + 3) / 4 * 4
    fill { row, floats in
      for x in 0..<picture.width {
        for channel in 0..<padded {
          floats[x * padded + channel] =
            channel < picture.channels ? Float(picture[channel, row, x]) : 0
        }
      }
    }
    run()
    return Reference(
      channels: outputShape[1], height: outputShape[2], width: outputShape[3],
      withOutput { span in span.indices.map { span[$0] } })
  }
}

/// Whether an answer is what was expected, to within what rounding to integers may do to it.
func isClose(_ answer: Reference, _ expected: Reference) -> Bool {
  (answer.channels, answer.height, answer.width)
    == (expected.channels, expected.height, expected.width)
    && zip(answer.values, expected.values).allSatisfy { abs($0 - $1) <= expected.tolerance }
}
