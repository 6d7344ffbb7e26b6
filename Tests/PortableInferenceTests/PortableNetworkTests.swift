import Testing

@testable import PortableInference

@Suite("Networks on plain Swift")
struct PortableNetworkTests {
  /// A convolution, and the picture it is tried on.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var inputs = 3
    var outputs = 8
    var rows = 3
    var columns = 3
    var stride = 1
    var padding: Int?
    var width = 7
    var height = 5
    var activation = Activation.relu
    var addsResidual = false
  }

  static let cases = [
    Case(testDescription: "three channels, padded to four"),
    Case(testDescription: "a plane of one place", width: 1, height: 1),
    Case(testDescription: "a kernel of one place", rows: 1, columns: 1, width: 3, height: 3),
    Case(testDescription: "a kernel of five", rows: 5, columns: 5),
    Case(testDescription: "a kernel of one row", rows: 1, columns: 3, padding: 1),
    Case(testDescription: "a kernel of one row keeps the plane's size", rows: 1, columns: 5),
    Case(testDescription: "a kernel of one column keeps the plane's size", rows: 3, columns: 1),
    Case(
      testDescription: "a kernel as high as the plane leaves one row", rows: 5, columns: 1,
      padding: 0),
    Case(testDescription: "every second place", stride: 2, width: 8, height: 6),
    Case(testDescription: "every second place of odd sides", stride: 2, width: 7, height: 5),
    Case(
      testDescription: "every second place of one row", rows: 1, stride: 2, width: 8, height: 1),
    Case(testDescription: "every third place", stride: 3, width: 11, height: 10),
    Case(testDescription: "no padding", padding: 0),
    Case(testDescription: "more padding than half a kernel", padding: 2),
    Case(testDescription: "fewer outputs than a vector has", outputs: 2),
    Case(testDescription: "three vectors of outputs", outputs: 12),
    Case(testDescription: "a whole block of outputs", outputs: 16),
    Case(testDescription: "a block of outputs and a vector", outputs: 17),
    Case(testDescription: "many channels", inputs: 36, outputs: 40, width: 6, height: 4),
    Case(testDescription: "what is below zero stays", activation: .none),
    Case(testDescription: "a map is added", outputs: 20, addsResidual: true),
    Case(
      testDescription: "a map is added to what is below zero", outputs: 6, width: 4,
      activation: .none,
      addsResidual: true),
  ]

  @Test("a convolution of small whole numbers is exact", arguments: cases)
  func exact(_ test: Case) throws {
    var noise = Noise()
    let weights = Weights(
      integers: test.outputs, test.inputs, test.rows, test.columns, noise: &noise)
    let others = Weights(
      integers: test.outputs, test.inputs, test.rows, test.columns, noise: &noise)
    let picture = Reference(
      channels: test.inputs, height: test.height, width: test.width,
      noise.integers(test.inputs * test.height * test.width, upTo: 200, last: 8191))
    let (network, expected) = try Self.build(test, weights, others, picture, roundsToFloats: true)
    let answer = try network.answer(to: picture)
    #expect(answer.values == expected.values)
    #expect(
      (answer.channels, answer.height, answer.width)
        == (expected.channels, expected.height, expected.width))
  }

  @Test("a convolution is what its formula says", arguments: cases)
  func convolution(_ test: Case) throws {
    var noise = Noise()
    let weights = Weights(test.outputs, test.inputs, test.rows, test.columns, noise: &noise)
    let others = Weights(test.outputs, test.inputs, test.rows, test.columns, noise: &noise)
    let picture = Reference(
      channels: test.inputs, height: test.height, width: test.width,
      noise.list(test.inputs * test.height * test.width))
    let (network, expected) = try Self.build(test, weights, others, picture)
    #expect(isClose(try network.answer(to: picture), expected))
    // What the last run has left in memory does not matter.
    #expect(isClose(try network.answer(to: picture), expected))
  }

  private static func build(
    _ test: Case, _ weights: Weights, _ others: Weights, _ picture: Reference,
    roundsToFloats: Bool = false
  ) throws -> (PortableNetwork, Reference) {
    let network = try PortableNetwork(
      try file([("a", weights), ("b", others)]), inputChannels: test.inputs
    ) { (layers, image) throws(NetworkError) in
      let residual =
        test.addsResidual
        ? try layers.convolution(
          image, "b", stride: test.stride, padding: test.padding, activation: .none) : nil
      return try layers.convolution(
        image, "a", stride: test.stride, padding: test.padding, activation: test.activation,
        adding: residual)
    }
    func rounded(_ plane: Reference) -> Reference {
      var plane = plane
      if roundsToFloats { plane.values = plane.values.map { Double(Float($0)) } }
      return plane
    }
    var expected = rounded(
      picture.convolved(
        weights, stride: test.stride, padding: test.padding, activation: test.activation))
    if test.addsResidual {
      expected = rounded(
        expected.added(
          rounded(
            picture.convolved(others, stride: test.stride, padding: test.padding, activation: .none)
          )))
    }
    return (network, expected)
  }

  /// Weights and pictures that come as near to 2^31 as any, or to the ends of what floats can hold.
  struct Extreme: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var weight: Float
    var number: Float
    var inputs = 64
  }

  @Test(
    "no sum overflows",
    arguments: [
      Extreme(testDescription: "all at the upper end", weight: 1, number: 1),
      Extreme(testDescription: "all at the lower end", weight: -1, number: 1),
      Extreme(testDescription: "both below zero", weight: -3, number: -5),
      Extreme(testDescription: "very many products", weight: 1, number: 1, inputs: 4096),
      Extreme(testDescription: "one product", weight: 1, number: -1, inputs: 1),
      Extreme(testDescription: "large numbers", weight: 1e15, number: 1e15),
      Extreme(
        testDescription: "numbers that are too small for a unit of their own", weight: 1,
        number: 1e-38),
      Extreme(
        testDescription: "weights below the normal floats", weight: 3 * .leastNonzeroMagnitude,
        number: 1),
      Extreme(testDescription: "nothing but zeros", weight: 0, number: 0),
    ])
  func extremes(_ test: Extreme) throws {
    var noise = Noise()
    var weights = Weights(1, test.inputs, 3, 3, noise: &noise)
    weights.values = weights.values.map { _ in test.weight }
    weights.bias = [0.5]
    let picture = Reference(
      channels: test.inputs, height: 3, width: 3,
      [Float](repeating: test.number, count: test.inputs * 9))
    let network = try PortableNetwork(try file([("a", weights)]), inputChannels: test.inputs) {
      (layers, image) throws(NetworkError) in try layers.convolution(image, "a", activation: .none)
    }
    let answer = try network.answer(to: picture)
    let expected = picture.convolved(weights, padding: 1, activation: .none)
    #expect(isClose(answer, expected))
    // A sum that overflowed would be on the other side.
    #expect(zip(answer.values, expected.values).allSatisfy { $0 * $1 > 0 })
  }

  @Test func `numbers that are not finite are answered as such, without a fault`() throws {
    var noise = Noise()
    let network = try PortableNetwork(
      try file([("a", Weights(4, 1, 3, 3, noise: &noise))]), inputChannels: 1
    ) { (layers, image) throws(NetworkError) in try layers.convolution(image, "a") }
    for number in [Float.infinity, -.infinity, .nan] {
      let picture = Reference(channels: 1, height: 2, width: 2, [0, 1, number, 2])
      #expect(try network.answer(to: picture).values.allSatisfy { !$0.isFinite })
    }
  }

  @Test func `maps that are concatenated, pooled, grown and added keep apart`() throws {
    var noise = Noise()
    let (a, b) = (Weights(4, 1, 3, 3, noise: &noise), Weights(4, 4, 3, 3, noise: &noise))
    let c = Weights(8, 8, 3, 3, noise: &noise)
    let picture = Reference(channels: 1, height: 4, width: 6, noise.list(24))
    let network = try PortableNetwork(try file([("a", a), ("b", b), ("c", c)]), inputChannels: 1) {
      (layers, image) throws(NetworkError) in
      let fine = try layers.convolution(image, "a")
      let pooled = layers.maxPool(fine, size: 2, stride: 2)
      let coarse = layers.upsampledTwice(try layers.convolution(pooled, "b", adding: pooled))
      return try layers.convolution(layers.concatenated([fine, coarse]), "c")
    }

    let fine = picture.convolved(a, padding: 1)
    var pooled = Reference(
      channels: 4, height: 2, width: 3, values: [], tolerance: fine.tolerance)
    for channel in 0..<4 {
      for y in 0..<2 {
        for x in 0..<3 {
          let four = [(0, 0), (0, 1), (1, 0), (1, 1)].map { fine[channel, 2 * y + $0, 2 * x + $1] }
          pooled.values.append(four.max()!)
        }
      }
    }
    let coarse = pooled.convolved(b, padding: 1).added(pooled)
    var both = Reference(
      channels: 8, height: 4, width: 6, values: fine.values,
      tolerance: max(fine.tolerance, coarse.tolerance))
    for channel in 0..<4 {
      for y in 0..<4 { for x in 0..<6 { both.values.append(coarse[channel, y / 2, x / 2]) } }
    }
    let expected = both.convolved(c, padding: 1)
    #expect(isClose(try network.answer(to: picture), expected))
    // Another size, and back again.
    let large = Reference(channels: 1, height: 10, width: 8, noise.list(80))
    let first = try network.answer(to: large)
    #expect(isClose(try network.answer(to: picture), expected))
    #expect(try network.answer(to: large).values == first.values)
  }

  @Test func `pooling over the edge counts only what is there`() throws {
    var noise = Noise()
    let a = Weights(4, 1, 1, 1, noise: &noise)
    let network = try PortableNetwork(try file([("a", a)]), inputChannels: 1) {
      (layers, image) throws(NetworkError) in
      let map = try layers.convolution(image, "a", activation: .none)
      return layers.maxPool(map, size: 3, stride: 1, padding: 1)
    }
    let picture = Reference(channels: 1, height: 2, width: 2, [1, 2, 3, 4])
    var expected = picture.convolved(a, padding: 0, activation: .none)
    for channel in 0..<4 {
      let places = channel * 4..<channel * 4 + 4
      let most = expected.values[places].max()!
      for place in places { expected.values[place] = most }
    }
    #expect(isClose(try network.answer(to: picture), expected))
  }

  @Test func `a dense layer reads the plane channel by channel`() throws {
    var noise = Noise()
    let (a, b) = (Weights(5, 1, 3, 3, noise: &noise), Weights(10, 5, 2, 3, noise: &noise))
    var flat = b
    flat.shape = [10, 30]
    let network = try PortableNetwork(try file([("a", a), ("b", flat)]), inputChannels: 1) {
      (layers, image) throws(NetworkError) in
      try layers.dense(try layers.convolution(image, "a"), "b", activation: .none)
    }
    let picture = Reference(channels: 1, height: 2, width: 3, noise.list(6))
    let expected = picture.convolved(a, padding: 1).convolved(b, padding: 0, activation: .none)
    #expect(isClose(try network.answer(to: picture), expected))
    #expect(network.outputShape == [1, 10, 1, 1])
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
    // A map of three channels cannot be added to four.
    #expect(
      throws: NetworkError.unexpectedShape(
        tensor: "a.weight", expected: [3, 3, 3, 3], actual: [4, 3, 3, 3])
    ) {
      _ = try PortableNetwork(weights, inputChannels: 3) {
        (layers, image) throws(NetworkError) in try layers.convolution(image, "a", adding: image)
      }
    }
  }

  @Test("weights that are not finite are refused", arguments: [Float.infinity, -.infinity, .nan])
  func notFinite(number: Float) throws {
    var noise = Noise()
    var (weight, bias) = (Weights(4, 1, 3, 3, noise: &noise), Weights(4, 1, 3, 3, noise: &noise))
    weight.values[7] = number
    bias.bias[2] = number
    let weights = try file([("a", weight), ("b", bias)])
    for (name, tensor) in [("a", "a.weight"), ("b", "b.bias")] {
      #expect(throws: NetworkError.notFinite(tensor: tensor)) {
        _ = try PortableNetwork(weights, inputChannels: 1) {
          (layers, image) throws(NetworkError) in try layers.convolution(image, name)
        }
      }
    }
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
