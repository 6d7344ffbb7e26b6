import Testing

@testable import PortableInference

/// Numbers that look random and are the same in each run.
private struct Noise {
  private var state: UInt64 = 7

  mutating func next() -> Float {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Float(Int64(bitPattern: state) >> 40) / Float(1 << 23)
  }

  mutating func list(_ count: Int) -> [Float] { (0..<count).map { _ in next() } }
}

/// A plane of channels, channel by channel: the simplest thing that works, to compare with.
private struct Reference: Equatable {
  var channels: Int
  var height: Int
  var width: Int
  var values: [Float]

  subscript(channel: Int, y: Int, x: Int) -> Float {
    y >= 0 && y < height && x >= 0 && x < width
      ? values[(channel * height + y) * width + x] : 0
  }

  func convolved(
    _ weights: Weights, stride: Int = 1, padding: Int, relu: Bool = true
  ) -> Reference {
    let (rows, columns) = (weights.shape[2], weights.shape[3])
    let size = (
      (height + 2 * padding - rows) / stride + 1, (width + 2 * padding - columns) / stride + 1
    )
    var values: [Float] = []
    for out in 0..<weights.shape[0] {
      for y in 0..<size.0 {
        for x in 0..<size.1 {
          var sum = weights.bias[out]
          for channel in 0..<channels {
            for row in 0..<rows {
              for column in 0..<columns {
                let weight =
                  weights.values[((out * channels + channel) * rows + row) * columns + column]
                sum +=
                  weight * self[channel, y * stride - padding + row, x * stride - padding + column]
              }
            }
          }
          values.append(relu ? max(0, sum) : sum)
        }
      }
    }
    return Reference(channels: weights.shape[0], height: size.0, width: size.1, values: values)
  }
}

/// A layer's weights.
private struct Weights {
  let shape: [Int]
  let values: [Float]
  let bias: [Float]

  init(_ shape: Int..., noise: inout Noise) {
    self.shape = shape
    values = noise.list(shape.reduce(1, *))
    bias = noise.list(shape[0])
  }
}

/// A safetensors file of layers.
private func file(_ layers: [(String, Weights)]) throws -> Safetensors {
  var header: [String] = []
  var data: [Float] = []
  func add(_ name: String, _ shape: [Int], _ values: [Float]) {
    header.append(
      """
      "\(name)":{"dtype":"F32","shape":[\(shape.map(String.init).joined(separator: ","))],\
      "data_offsets":[\(data.count * 4),\((data.count + values.count) * 4)]}
      """)
    data += values
  }
  for (name, weights) in layers {
    add(name + ".weight", weights.shape, weights.values)
    add(name + ".bias", [weights.shape[0]], weights.bias)
  }
  let text = Array("{\(header.joined(separator: ","))}".utf8)
  let length = (0..<8).map { UInt8(truncatingIfNeeded: UInt64(text.count) >> ($0 * 8)) }
  return try Safetensors(length + text + data.flatMap { withUnsafeBytes(of: $0, Array.init) })
}

extension PortableNetwork {
  /// Runs the network on a picture.
  fileprivate func answer(to picture: Reference) throws -> Reference {
    try prepare(width: picture.width, height: picture.height)
    let padded = (picture.channels + 3) / 4 * 4
    fill { row, floats in
      for x in 0..<picture.width {
        for channel in 0..<padded {
          floats[x * padded + channel] =
            channel < picture.channels ? picture[channel, row, x] : 99
        }
      }
    }
    run()
    return Reference(
      channels: outputShape[1], height: outputShape[2], width: outputShape[3],
      values: withOutput { span in span.indices.map { span[$0] } })
  }
}

private func isClose(_ a: Reference, _ b: Reference) -> Bool {
  (a.channels, a.height, a.width) == (b.channels, b.height, b.width)
    && zip(a.values, b.values).allSatisfy { abs($0 - $1) < 1e-4 }
}

@Suite("Networks on plain Swift")
struct PortableNetworkTests {
  /// A convolution, and the picture it is tried on.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var inputs = 3
    var outputs = 8
    var kernel = 3
    var stride = 1
    var padding: Int?
    var width = 7
    var height = 5
    var relu = true
  }

  @Test(
    "a convolution is what its formula says",
    arguments: [
      Case(testDescription: "three channels, padded to four"),
      Case(testDescription: "one place per four, and a rest", kernel: 1, width: 3, height: 3),
      Case(testDescription: "a plane of one place", width: 1, height: 1),
      Case(testDescription: "every second place", stride: 2, width: 8, height: 6),
      Case(testDescription: "every second place of odd sides", stride: 2, width: 7, height: 5),
      Case(testDescription: "fewer than eight outputs", outputs: 2),
      Case(testDescription: "four outputs in the last block", outputs: 12),
      Case(testDescription: "a kernel of five", kernel: 5),
      Case(testDescription: "no padding", padding: 0),
      Case(testDescription: "more padding than half a kernel", padding: 2),
      Case(testDescription: "what is below zero stays", relu: false),
      Case(testDescription: "many channels", inputs: 20, outputs: 24, width: 6, height: 4),
    ])
  func convolution(_ test: Case) throws {
    var noise = Noise()
    let weights = Weights(test.outputs, test.inputs, test.kernel, test.kernel, noise: &noise)
    let picture = Reference(
      channels: test.inputs, height: test.height, width: test.width,
      values: noise.list(test.inputs * test.height * test.width))
    let network = try PortableNetwork(try file([("a", weights)]), inputChannels: test.inputs) {
      (layers, image) throws(NetworkError) in
      try layers.convolution(
        image, "a", stride: test.stride, padding: test.padding, relu: test.relu)
    }
    let expected = picture.convolved(
      weights, stride: test.stride, padding: test.padding ?? test.kernel / 2, relu: test.relu)
    #expect(isClose(try network.answer(to: picture), expected))
    // What the last run has left in memory does not matter.
    #expect(isClose(try network.answer(to: picture), expected))
  }

  @Test func `maps that are concatenated, pooled, grown and added keep apart`() throws {
    var noise = Noise()
    let (a, b) = (Weights(4, 1, 3, 3, noise: &noise), Weights(4, 4, 3, 3, noise: &noise))
    let c = Weights(8, 8, 3, 3, noise: &noise)
    let picture = Reference(channels: 1, height: 4, width: 6, values: noise.list(24))
    let network = try PortableNetwork(try file([("a", a), ("b", b), ("c", c)]), inputChannels: 1) {
      (layers, image) throws(NetworkError) in
      let fine = try layers.convolution(image, "a")
      let pooled = layers.maxPool(fine, size: 2, stride: 2)
      let coarse = layers.upsampledTwice(try layers.convolution(pooled, "b", adding: pooled))
      return try layers.convolution(layers.concatenated([fine, coarse]), "c")
    }

    let fine = picture.convolved(a, padding: 1)
    var pooled = Reference(channels: 4, height: 2, width: 3, values: [])
    for channel in 0..<4 {
      for y in 0..<2 {
        for x in 0..<3 {
          let four = [(0, 0), (0, 1), (1, 0), (1, 1)].map { fine[channel, 2 * y + $0, 2 * x + $1] }
          pooled.values.append(four.max()!)
        }
      }
    }
    var coarse = pooled.convolved(b, padding: 1)
    coarse.values = zip(coarse.values, pooled.values).map(+)
    var both = Reference(channels: 8, height: 4, width: 6, values: fine.values)
    for channel in 0..<4 {
      for y in 0..<4 { for x in 0..<6 { both.values.append(coarse[channel, y / 2, x / 2]) } }
    }
    let expected = both.convolved(c, padding: 1)
    #expect(isClose(try network.answer(to: picture), expected))
    // Another size, and back again.
    let large = Reference(channels: 1, height: 10, width: 8, values: noise.list(80))
    let first = try network.answer(to: large)
    #expect(isClose(try network.answer(to: picture), expected))
    #expect(try network.answer(to: large) == first)
  }

  @Test func `pooling over the edge counts only what is there`() throws {
    var noise = Noise()
    let a = Weights(4, 1, 1, 1, noise: &noise)
    let network = try PortableNetwork(try file([("a", a)]), inputChannels: 1) {
      (layers, image) throws(NetworkError) in
      let map = try layers.convolution(image, "a", relu: false)
      return layers.maxPool(map, size: 3, stride: 1, padding: 1)
    }
    let picture = Reference(channels: 1, height: 2, width: 2, values: [1, 2, 3, 4])
    let map = picture.convolved(a, padding: 0, relu: false)
    let expected = (0..<4).flatMap { channel in
      [Float](repeating: map.values[channel * 4..<channel * 4 + 4].max()!, count: 4)
    }
    #expect(try network.answer(to: picture).values == expected)
  }

  @Test func `a dense layer reads the plane channel by channel`() throws {
    var noise = Noise()
    let (a, b) = (Weights(5, 1, 3, 3, noise: &noise), Weights(10, 30, noise: &noise))
    let network = try PortableNetwork(try file([("a", a), ("b", b)]), inputChannels: 1) {
      (layers, image) throws(NetworkError) in
      try layers.dense(try layers.convolution(image, "a"), "b", relu: false)
    }
    let picture = Reference(channels: 1, height: 2, width: 3, values: noise.list(6))
    let map = picture.convolved(a, padding: 1)
    let expected = (0..<10).map { out in
      zip(map.values, b.values[out * 30..<out * 30 + 30]).reduce(b.bias[out]) { $0 + $1.0 * $1.1 }
    }
    let answer = try network.answer(to: picture)
    #expect(network.outputShape == [1, 10, 1, 1])
    #expect(zip(answer.values, expected).allSatisfy { abs($0 - $1) < 1e-4 })
    #expect(throws: NetworkError.unsuitableSize(width: 4, height: 2)) {
      try network.prepare(width: 4, height: 2)
    }
  }

  @Test func `weights of another network are refused`() throws {
    var noise = Noise()
    let weights = try file([("a", Weights(4, 3, 3, 3, noise: &noise))])
    func build(inputChannels: Int, _ name: String) throws {
      _ = try PortableNetwork(weights, inputChannels: inputChannels) {
        (layers, image) throws(NetworkError) in try layers.convolution(image, name)
      }
    }
    #expect(throws: NetworkError.missingTensor("b.weight")) { try build(inputChannels: 3, "b") }
    #expect(
      throws: NetworkError.unexpectedShape(
        tensor: "a.weight", expected: [4, 1, 3, 3], actual: [4, 3, 3, 3])
    ) { try build(inputChannels: 1, "a") }
  }

  @Test(
    "sizes that layers cannot take are refused",
    arguments: [(0, 8), (8, -1), (1, 1), (100_000, 8)])
  func unsuitableSize(width: Int, height: Int) throws {
    var noise = Noise()
    let network = try PortableNetwork(
      try file([("a", Weights(4, 3, 3, 3, noise: &noise))]), inputChannels: 3
    ) { (layers, image) throws(NetworkError) in try layers.convolution(image, "a", padding: 0) }
    #expect(throws: NetworkError.unsuitableSize(width: width, height: height)) {
      try network.prepare(width: width, height: height)
    }
  }

  @Test(
    "memory is shared only by what is not needed at the same time",
    arguments: [
      ([4, 4], [0...1, 1...2], [0, 4]),
      ([4, 4, 4], [0...1, 1...2, 2...3], [0, 4, 0]),
      // The largest first; the small ones find room beside it or below.
      ([2, 8, 6], [0...1, 1...2, 3...4], [8, 0, 0]),
      // What is never needed takes no room.
      ([9, 4], [nil, 0...1], [0, 0]),
    ] as [([Int], [ClosedRange<Int>?], [Int])])
  func places(sizes: [Int], lives: [ClosedRange<Int>?], starts: [Int]) {
    #expect(NetworkPlan.places(sizes: sizes, lives: lives) == starts)
  }
}
