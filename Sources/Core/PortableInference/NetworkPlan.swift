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
    var residual: Plane?
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
  init(_ network: NetworkBuilder, output: FeatureMap, width: Int, height: Int) throws(NetworkError)
  {
    self.width = width
    self.height = height
    let unsuitable = NetworkError.unsuitableSize(width: width, height: height)
    guard (1...16_384).contains(width), (1...16_384).contains(height) else { throw unsuitable }

    // How large each map is, and from which step to which its buffer is needed.
    var sizes = [(width: Int, height: Int)](repeating: (0, 0), count: network.maps.count)
    sizes[0] = (width, height)
    var bufferSizes = [(width: Int, height: Int)](repeating: (0, 0), count: network.buffers.count)
    var lives = [ClosedRange<Int>?](repeating: nil, count: network.buffers.count)
    func touch(_ map: Int, at step: Int) throws(NetworkError) {
      let buffer = network.maps[map].buffer
      let size = sizes[map]
      guard lives[buffer] == nil || bufferSizes[buffer] == size else { throw unsuitable }
      bufferSizes[buffer] = size
      lives[buffer] = (lives[buffer]?.lowerBound ?? step)...step
    }
    try touch(0, at: -1)
    for (step, layer) in network.layers.enumerated() {
      // No layer makes a concatenation: it is as large as what lies in its buffer.
      if sizes[layer.input].width == 0 {
        sizes[layer.input] = bufferSizes[network.maps[layer.input].buffer]
      }
      sizes[layer.output] = layer.outputSize(sizes[layer.input])
      guard sizes[layer.output].width > 0, sizes[layer.output].height > 0 else { throw unsuitable }
      try touch(layer.input, at: step)
      try touch(layer.output, at: step)
      switch layer.operation {
      case .convolution(_, let residual?):
        guard sizes[residual] == sizes[layer.output] else { throw unsuitable }
        try touch(residual, at: step)
      case .dense(let places, _, _):
        guard sizes[layer.input].width * sizes[layer.input].height == places else {
          throw unsuitable
        }
      case .floats(let floats):
        let size = sizes[layer.input]
        guard size.width * size.height <= floats.maximumPlaces else { throw unsuitable }
      default: break
      }
    }
    try touch(output.index, at: network.layers.count)

    let floats = network.buffers.indices.map { index in
      bufferSizes[index].width * bufferSizes[index].height * network.buffers[index].channels
    }
    let starts = Self.places(sizes: floats, lives: lives)
    scratch = zip(starts, floats).map { $0 + $1 }.max() ?? 0

    planes = network.maps.indices.map { map in
      let storage = network.maps[map]
      let columnStep = network.buffers[storage.buffer].channels
      return Plane(
        width: sizes[map].width, height: sizes[map].height,
        origin: starts[storage.buffer] + storage.firstChannel, columnStep: columnStep,
        rowStep: columnStep * sizes[map].width, channels: (storage.channels + 3) / 4 * 4,
        unpaddedChannels: storage.channels)
    }
    steps = []
    quantizedPairs = 0
    var largestScratch = 0
    for layer in network.layers {
      var step = Step(
        operation: layer.operation, input: planes[layer.input], output: planes[layer.output],
        residual: nil)
      switch layer.operation {
      case .convolution(let convolution, let residual):
        if let residual { step.residual = planes[residual] }
        quantizedPairs = max(
          quantizedPairs, QuantizedPlane.pairCount(step.input, border: convolution.padding))
      case .dense:
        quantizedPairs = max(quantizedPairs, QuantizedPlane.pairCount(step.input, border: .none))
      case .floats(let floats):
        largestScratch = max(largestScratch, floats.scratch(step.input.places))
      case .maxPool, .upsample: break
      }
      steps.append(step)
    }
    memory = scratch + largestScratch
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

extension Layer {
  /// The size of what the layer makes of a plane.
  fileprivate func outputSize(
    _ input: (width: Int, height: Int)
  ) -> (width: Int, height: Int) {
    func slid(_ side: Int, _ size: Int, _ stride: Int, _ padding: Int) -> Int {
      side + 2 * padding < size ? 0 : (side + 2 * padding - size) / stride + 1
    }
    switch operation {
    case .convolution(let it, _):
      return (
        slid(input.width, it.columns, it.stride, it.padding.columns),
        slid(input.height, it.rows, it.stride, it.padding.rows)
      )
    case .dense: return (1, 1)
    case .maxPool(let size, let stride, let padding):
      return (slid(input.width, size, stride, padding), slid(input.height, size, stride, padding))
    case .upsample: return (input.width * 2, input.height * 2)
    case .floats: return input
    }
  }
}
