import Testing

@testable import PortableInference

/// The layers of MobileNet and of networks that end in one place, compared with their formulas.
@Suite("Layers over planes")
struct PlaneLayersTests {
  private static func noise(
    channels: Int, height: Int, width: Int, scale: Float = 1
  ) -> Reference {
    var noise = Noise()
    return Reference(
      channels: channels, height: height, width: width,
      noise.list(channels * height * width).map { $0 * scale })
  }

  private static func run(
    _ input: Reference, _ weights: [(String, Weights)] = [],
    _ layer: (inout NetworkBuilder, FeatureMap) throws(NetworkError) -> FeatureMap
  ) throws -> Reference {
    let network = try PortableNetwork(try file(weights), inputChannels: input.channels, layer)
    let answer = try network.answer(to: input)
    // What the last run has left in memory does not matter.
    #expect(try network.answer(to: input).values == answer.values)
    return answer
  }

  struct Depthwise: CustomTestStringConvertible {
    var testDescription: String
    var side: Int
    var stride = 1
    var padsAsTensorFlow = false
    var channels = 8
    var width = 7
    var height = 5
    var activation = Activation.none
    /// Zeros above and to the left, and the output's size.
    var before: Int
    var size: (width: Int, height: Int)
  }

  static let depthwiseCases: [Depthwise] = [
    Depthwise(testDescription: "three by three", side: 3, before: 1, size: (7, 5)),
    Depthwise(testDescription: "five by five", side: 5, before: 2, size: (7, 5)),
    Depthwise(testDescription: "one channel", side: 3, channels: 1, before: 1, size: (7, 5)),
    Depthwise(
      testDescription: "channels that fill no vector", side: 5, channels: 6, before: 2,
      size: (7, 5)),
    Depthwise(
      testDescription: "a plane smaller than the kernel", side: 5, width: 2, height: 1, before: 2,
      size: (2, 1)),
    Depthwise(
      testDescription: "every second place", side: 3, stride: 2, before: 1, size: (4, 3)),
    Depthwise(
      testDescription: "every second place of an even plane", side: 5, stride: 2, width: 8,
      height: 6, before: 2, size: (4, 3)),
    Depthwise(
      testDescription: "TensorFlow's padding of an even plane: a column after it, none before",
      side: 3, stride: 2, padsAsTensorFlow: true, width: 8, height: 4, before: 0, size: (4, 2)),
    Depthwise(
      testDescription: "TensorFlow's padding of an odd plane is half a kernel", side: 3, stride: 2,
      padsAsTensorFlow: true, before: 1, size: (4, 3)),
    Depthwise(
      testDescription: "TensorFlow's padding of five by five: one before, two after", side: 5,
      stride: 2, padsAsTensorFlow: true, width: 8, height: 4, before: 1, size: (4, 2)),
    Depthwise(
      testDescription: "TensorFlow's padding without a stride is half a kernel", side: 5,
      padsAsTensorFlow: true, before: 2, size: (7, 5)),
    Depthwise(
      testDescription: "between 0 and 6", side: 3, activation: .relu6, before: 1, size: (7, 5)),
  ]

  @Test("a depthwise convolution is its sums", arguments: depthwiseCases)
  func depthwise(_ test: Depthwise) throws {
    let input = Self.noise(
      channels: test.channels, height: test.height, width: test.width, scale: 8)
    var noise = Noise()
    let weights = Weights(test.channels, 1, test.side, test.side, noise: &noise)
    let answer = try Self.run(input, [("a", weights)]) { (layers, image) throws(NetworkError) in
      try layers.depthwiseConvolution(
        image, "a", stride: test.stride, padsAsTensorFlow: test.padsAsTensorFlow,
        activation: test.activation)
    }
    var expected = input.convolvedByChannel(
      weights, stride: test.stride, before: test.before, size: test.size)
    expected.values = expected.values.map(test.activation.applied)
    expected.tolerance = 1e-4
    #expect(isClose(answer, expected))
  }

  @Test func `a depthwise convolution of other channels or no square is refused`() throws {
    var noise = Noise()
    for shape in [(4, 1, 3), (8, 2, 3), (8, 1, 5)] {
      let weights = Weights(shape.0, shape.1, 3, shape.2, noise: &noise)
      let isRight = shape == (8, 1, 3)
      #expect(!isRight)
      #expect(throws: NetworkError.self) {
        try PortableNetwork(try file([("a", weights)]), inputChannels: 8) {
          (layers, image) throws(NetworkError) in try layers.depthwiseConvolution(image, "a")
        }
      }
    }
  }

  @Test func `a convolution's sums may be bounded by 6`() throws {
    let input = Self.noise(channels: 4, height: 3, width: 3, scale: 10)
    var noise = Noise()
    let weights = Weights(5, 4, 3, 3, noise: &noise)
    let answer = try Self.run(input, [("a", weights)]) { (layers, image) throws(NetworkError) in
      try layers.convolution(image, "a", activation: .relu6)
    }
    let expected = input.convolved(weights, padding: nil, activation: .relu6)
    #expect(expected.values.contains(6))
    #expect(isClose(answer, expected))
  }

  @Test("two maps are added", arguments: [Activation.none, .relu, .relu6])
  func sum(_ activation: Activation) throws {
    let input = Self.noise(channels: 6, height: 3, width: 5, scale: 5)
    let answer = try Self.run(input) { layers, image in
      layers.sum(image, layers.sum(image, image), activation: activation)
    }
    let expected = Reference(channels: 6, height: 3, width: 5) {
      activation.applied(to: 3 * input[$0, $1, $2])
    }
    #expect(isClose(answer, expected))
  }

  @Test("doubling goes between places, and stays at the edge", arguments: [(4, 3), (1, 1), (2, 5)])
  func doubled(width: Int, height: Int) throws {
    let input = Self.noise(channels: 5, height: height, width: width)
    let answer = try Self.run(input) { layers, image in layers.doubled(image) }
    let expected = Reference(channels: 5, height: 2 * height, width: 2 * width) { channel, y, x in
      // The middle of the place, in places of the input.
      let (u, v) = ((Double(x) + 0.5) / 2 - 0.5, (Double(y) + 0.5) / 2 - 0.5)
      let (left, top) = (u.rounded(.down), v.rounded(.down))
      func value(_ x: Double, _ y: Double) -> Double {
        input[channel, min(max(Int(y), 0), height - 1), min(max(Int(x), 0), width - 1)]
      }
      let (s, t) = (u - left, v - top)
      return (1 - t) * ((1 - s) * value(left, top) + s * value(left + 1, top))
        + t * ((1 - s) * value(left, top + 1) + s * value(left + 1, top + 1))
    }
    #expect(isClose(answer, expected))
  }

  @Test func `channels become places, those above and on the left first`() throws {
    let input = Self.noise(channels: 32, height: 2, width: 3)
    let answer = try Self.run(input) { layers, image in layers.channelsToPlaces(image) }
    let expected = Reference(channels: 8, height: 4, width: 6) { channel, y, x in
      input[(y % 2 * 2 + x % 2) * 8 + channel, y / 2, x / 2]
    }
    #expect(isClose(answer, expected))
  }

  @Test func `a plane's means and maxima are one place`() throws {
    let input = Self.noise(channels: 6, height: 3, width: 5)
    func all(_ channel: Int) -> [Double] { (0..<15).map { input[channel, $0 / 5, $0 % 5] } }
    let mean = try Self.run(input) { layers, image in layers.mean(image) }
    #expect(
      isClose(
        mean, Reference(channels: 6, height: 1, width: 1) { c, _, _ in all(c).reduce(0, +) / 15 }))
    let maximum = try Self.run(input) { layers, image in layers.maximum(image) }
    #expect(
      isClose(
        maximum, Reference(channels: 6, height: 1, width: 1) { c, _, _ in all(c).max() ?? 0 }))
  }

  @Test func `several answers lie channel by channel or place by place`() throws {
    let input = Self.noise(channels: 3, height: 2, width: 4)
    for order in [PortableNetwork.OutputOrder.channelByChannel, .placeByPlace] {
      let network = try PortableNetwork(try file([]), inputChannels: 3, outputOrder: order) {
        layers, image in [layers.sum(image, image), layers.mean(image)]
      }
      _ = try network.answer(to: input)
      let isPlanar = order == .channelByChannel
      #expect(
        network.outputShapes
          == (isPlanar ? [[1, 3, 2, 4], [1, 3, 1, 1]] : [[1, 2, 4, 3], [1, 1, 1, 3]]))
      let answer = network.withOutput(0) { span in span.indices.map { Double(span[$0]) } }
      for index in 0..<24 {
        let (channel, y, x) =
          isPlanar ? (index / 8, index / 4 % 2, index % 4) : (index % 3, index / 12, index / 3 % 4)
        #expect(abs(answer[index] - 2 * input[channel, y, x]) < 1e-5)
      }
      #expect(network.withOutput(1) { $0.count } == 3)
    }
  }
}
