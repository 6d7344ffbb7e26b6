/// Where everything lies and what is done, for one size of the picture.
struct NetworkPlan {
  var width: Int
  var height: Int
  /// How many floats of memory all feature maps need together, and what a layer works in.
  var memory: Int
  /// Where the layers that need it may work; after all feature maps.
  var scratch: Int
  /// How many pairs of integers the largest input of a convolution takes.
  var quantizedPairs: Int
  var steps: [Step]
  /// The planes, by map.
  var planes: [Plane]

  /// One layer's work, in positions of memory.
  struct Step {
    var operation: Layer.Operation
    var input: Plane
    var output: Plane
    var added: Plane?

    /// How many pairs of integers its input takes.
    fileprivate var quantizedPairs: Int {
      switch operation {
      case .convolution(let convolution):
        QuantizedPlane.pairCount(input, border: convolution.padding)
      case .dense: QuantizedPlane.pairCount(input, border: .none)
      case .maxPool, .upsample, .floats: 0
      }
    }

    /// How many floats of memory it works in.
    fileprivate var scratch: Int {
      if case .floats(let layer) = operation { layer.scratch(input.places) } else { 0 }
    }
  }

  /// A feature map in memory.
  struct Plane {
    var width: Int
    var height: Int
    /// The first place's first channel.
    var origin: Int
    /// From one place to the next, and from one row to the next.
    var columnStep: Int
    var rowStep: Int
    /// How many channels lie here: the map's own, rounded up to a multiple of 4.
    var channels: Int
    /// The map's own.
    var unpaddedChannels: Int

    /// Where a place's first channel lies.
    func place(_ x: Int, _ y: Int) -> Int { origin + y * rowStep + x * columnStep }
  }

  /// - Throws: ``NetworkError/unsuitableSize(width:height:)``.
  init(
    _ network: NetworkBuilder, outputs: [FeatureMap], width: Int, height: Int
  ) throws(NetworkError) {
    self.width = width
    self.height = height
    guard (1...16_384).contains(width), (1...16_384).contains(height) else {
      throw .unsuitableSize(width: width, height: height)
    }
    let sizes = try MapSizes(network, outputs: outputs, width: width, height: height)
    let floats = network.buffers.indices.map { index in
      sizes.buffers[index].width * sizes.buffers[index].height * network.buffers[index].channels
    }
    let starts = Self.places(sizes: floats, lives: sizes.lives)
    scratch = zip(starts, floats).map { $0 + $1 }.max() ?? 0
    let planes = network.maps.indices.map { map in
      let storage = network.maps[map]
      let columnStep = network.buffers[storage.buffer].channels
      return Plane(
        width: sizes.maps[map].width, height: sizes.maps[map].height,
        origin: starts[storage.buffer] + storage.firstChannel, columnStep: columnStep,
        rowStep: columnStep * sizes.maps[map].width, channels: (storage.channels + 3) / 4 * 4,
        unpaddedChannels: storage.channels)
    }
    self.planes = planes
    steps = []
    for layer in network.layers {
      steps.append(
        Step(
          operation: layer.operation, input: planes[layer.input], output: planes[layer.output],
          added: layer.added.map { planes[$0] }))
    }
    quantizedPairs = steps.map { $0.quantizedPairs }.max() ?? 0
    memory = scratch + (steps.map { $0.scratch }.max() ?? 0)
  }

  /// Lays out buffers so that those which are needed at the same time do not overlap: the largest
  /// first, each at the lowest place that is free all its life.
  ///
  /// "Greedy by size" of Pisarchyk and Lee, "Efficient Memory Management for Deep Neural Net
  /// Inference" (2020), <https://arxiv.org/abs/2001.03288>.
  ///
  /// - Returns: Where each buffer starts; multiples of 4. Buffers without a life lie anywhere.
  static func places(sizes: [Int], lives: [ClosedRange<Int>?]) -> [Int] {
    var starts = [Int](repeating: 0, count: sizes.count)
    var placed: [Int] = []
    for buffer in sizes.indices.sorted(by: { sizes[$0] > sizes[$1] }) {
      guard let life = lives[buffer] else { continue }
      var start = 0
      let rivals = placed.filter { lives[$0]?.overlaps(life) ?? false }
      for rival in rivals.sorted(by: { starts[$0] < starts[$1] }) {
        if starts[rival] >= start + sizes[buffer] { break }
        start = max(start, starts[rival] + sizes[rival])
      }
      starts[buffer] = start
      placed.append(buffer)
    }
    return starts
  }
}
