import Foundation
import Testing

@testable import PortableInference

/// The layers of transformers, compared with their formulas in double precision.
@Suite("Layers of transformers")
struct TransformerLayersTests {
  /// A network of one layer over a map.
  private static func run(
    _ input: Reference, _ weights: [(String, Weights)] = [],
    _ layer: (inout NetworkBuilder, FeatureMap) throws(NetworkError) -> FeatureMap
  ) throws -> Reference {
    let network = try PortableNetwork(
      try file(weights), inputChannels: input.channels, layer)
    let answer = try network.answer(to: input)
    // What the last run has left in memory does not matter.
    #expect(try network.answer(to: input).values == answer.values)
    return answer
  }

  private static func noise(
    channels: Int, height: Int = 1, width: Int, scale: Float = 1
  ) -> Reference {
    var noise = Noise()
    return Reference(
      channels: channels, height: height, width: width,
      noise.list(channels * height * width).map { $0 * scale })
  }

  @Test func `the exponential is exact to three units in the last place`() {
    for step in -870...880 {
      let x = Float(step) / 10 + 0.013
      let expected = exp(Double(x))
      let error = abs(Double(vectorExponential(SIMD4(repeating: x))[step & 3]) - expected)
      if x > -87 { #expect(error <= expected * 3 * 0x1p-24, "\(x)") }
    }
    let ends = vectorExponential([0, -100, -.infinity, .nan])
    #expect(ends[0] == 1)
    #expect(ends[1] == 0)
    #expect(ends[2] == 0)
    #expect(ends[3].isNaN)
  }

  @Test func `GELU is the number times the share of smaller ones`() throws {
    let numbers = (-1200...1200).map { Float($0) / 100 } + [-1e10, 1e10, 0, 30]
    let input = Reference(channels: 5, height: 1, width: 481, numbers)
    let answer = try Self.run(input) { layers, image in layers.gelu(image) }
    for (x, y) in zip(numbers, answer.values) {
      let expected = Double(x) * 0.5 * erfc(-Double(x) / 2.0.squareRoot())
      #expect(abs(y - expected) <= 1e-6 + abs(expected) * 1e-7, "\(x)")
    }
  }

  @Test("a layer norm is what its formula says", arguments: [(4, 1), (12, 3), (384, 2)])
  func layerNorm(channels: Int, width: Int) throws {
    var input = Self.noise(channels: channels, width: width, scale: 20)
    // An outlier, as transformers have them, and a place whose channels are all alike.
    input.values[0] = 900
    if width > 1 { for channel in 0..<channels { input.values[channel * width + 1] = 7 } }
    var noise = Noise()
    let weights = Weights(channels, noise: &noise)
    let answer = try Self.run(input, [("norm", weights)]) { (layers, image) throws(NetworkError) in
      try layers.layerNorm(image, "norm")
    }
    for x in 0..<width {
      let place = (0..<channels).map { input[$0, 0, x] }
      let mean = place.reduce(0, +) / Double(channels)
      let variance = place.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(channels)
      for channel in 0..<channels {
        let expected =
          (place[channel] - mean) / (variance + 1e-5).squareRoot()
          * Double(weights.values[channel]) + Double(weights.bias[channel])
        #expect(abs(answer[channel, 0, x] - expected) <= 1e-5 * max(1, abs(expected)))
      }
    }
  }

  /// Attention over a map of queries, keys and values.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var heads = 2
    /// Channels of a head.
    var size = 8
    var height = 1
    var width = 6
    var scale: Float = 2
  }

  @Test(
    "attention is what its formula says",
    arguments: [
      Case(testDescription: "two heads"),
      Case(testDescription: "one place attends to itself", width: 1),
      Case(testDescription: "odd numbers of places", width: 7),
      Case(testDescription: "a plane of rows", height: 3, width: 5),
      Case(testDescription: "one head of one vector", heads: 1, size: 4),
      Case(testDescription: "three heads of five vectors", heads: 3, size: 20, width: 9),
      Case(testDescription: "as many as a number's", heads: 6, size: 64, width: 101),
      Case(testDescription: "one key far before all others", scale: 1000),
    ])
  func attention(_ test: Case) throws {
    let (size, count) = (test.size, test.heads * test.size)
    let input = Self.noise(
      channels: 3 * count, height: test.height, width: test.width, scale: test.scale)
    let answer = try Self.run(input) { layers, image in
      layers.attention(image, heads: test.heads)
    }
    #expect(
      (answer.channels, answer.height, answer.width) == (count, test.height, test.width))
    let places = test.height * test.width
    func number(_ channel: Int, _ place: Int) -> Double { input.values[channel * places + place] }
    var largest = 0.0
    for head in 0..<test.heads {
      let channels = head * size..<(head + 1) * size
      for query in 0..<places {
        let scores = (0..<places).map { key in
          channels.reduce(0) { $0 + number($1, query) * number(count + $1, key) }
            / Double(size).squareRoot()
        }
        let powers = scores.map { exp($0 - scores.max()!) }
        let sum = powers.reduce(0, +)
        for channel in channels {
          let expected = (0..<places).reduce(0) {
            $0 + powers[$1] / sum * number(2 * count + channel, $1)
          }
          largest = max(largest, abs(answer.values[channel * places + query] - expected))
        }
      }
    }
    // Scores are as large as the square of the numbers, and lose bits of floats accordingly.
    #expect(largest <= Double(test.scale * test.scale * test.scale) * 1e-6)
  }

  @Test func `numbers that are always the same are added place by place`() throws {
    let input = Self.noise(channels: 8, height: 2, width: 3)
    let numbers = (0..<8 * 7).map { Float($0) }
    let network = try PortableNetwork(try file([]), inputChannels: 8) { layers, image in
      layers.adding(numbers, to: image)
    }
    let answer = try network.answer(to: input)
    for y in 0..<2 {
      for x in 0..<3 {
        for channel in 0..<8 {
          let expected = Float(input[channel, y, x]) + numbers[(3 * y + x) * 8 + channel]
          #expect(answer[channel, y, x] == Double(expected))
        }
      }
    }
    // There are numbers for seven places.
    #expect(throws: NetworkError.unsuitableSize(width: 4, height: 2)) {
      try network.prepare(width: 4, height: 2)
    }
  }

  @Test func `a layer's work does not reach into other maps`() throws {
    var noise = Noise()
    let (a, b) = (Weights(24, 4, 1, 1, noise: &noise), Weights(8, 8, 1, 3, noise: &noise))
    func network(_ heads: Int) throws -> PortableNetwork {
      try PortableNetwork(try file([("a", a), ("b", b)]), inputChannels: 4) {
        (layers, image) throws(NetworkError) in
        let map = try layers.convolution(image, "a", activation: .none)
        let mixed = layers.attention(map, heads: heads)
        return try layers.convolution(mixed, "b", activation: .none, adding: layers.gelu(mixed))
      }
    }
    let (small, large) = (Self.noise(channels: 4, width: 3), Self.noise(channels: 4, width: 50))
    let used = try network(2)
    let first = try used.answer(to: small)
    _ = try used.answer(to: large)
    #expect(try used.answer(to: small).values == first.values)
    #expect(try network(2).answer(to: small).values == first.values)
  }

  @Test func `weights of 8 bits with a step answer as the same floats do`() throws {
    var noise = Noise()
    var floats = Weights(20, 12, 1, 3, noise: &noise)
    let steps = (0..<20).map { Float(1 + $0) / 500 }
    let integers = floats.values.map { Int8(($0 * 127).rounded()) }
    floats.values = integers.indices.map { Float(integers[$0]) * steps[$0 / 36] }
    let input = Self.noise(channels: 12, width: 9)
    let whole = try Safetensors(
      safetensors([
        Tensor(name: "a.weight", shape: [20, 12, 1, 3], integers: integers),
        Tensor(name: "a.step", shape: [20], floats: steps),
        Tensor(name: "a.bias", shape: [20], floats: floats.bias),
      ]))
    let network = try PortableNetwork(whole, inputChannels: 12) {
      (layers, image) throws(NetworkError) in try layers.convolution(image, "a", activation: .none)
    }
    let answer = try network.answer(to: input)
    #expect(isClose(answer, input.convolved(floats, padding: nil, activation: .none)))
  }

  @Test func `weights of 8 bits without a step are refused`() throws {
    let tensors = [
      Tensor(name: "a.weight", shape: [1, 4, 1, 1], integers: [1, 2, 3, 4]),
      Tensor(name: "a.bias", shape: [1], floats: [0]),
    ]
    #expect(throws: NetworkError.missingTensor("a.step")) {
      _ = try PortableNetwork(Safetensors(safetensors(tensors)), inputChannels: 4) {
        (layers, image) throws(NetworkError) in try layers.convolution(image, "a")
      }
    }
  }
}
