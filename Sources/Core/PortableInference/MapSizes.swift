/// How large each map is, and from which step to which its buffer is needed.
struct MapSizes {
  typealias Size = (width: Int, height: Int)

  private(set) var maps: [Size]
  private(set) var buffers: [Size]
  private(set) var lives: [ClosedRange<Int>?]
  private let unsuitable: NetworkError

  /// - Throws: ``NetworkError/unsuitableSize(width:height:)``.
  init(
    _ network: NetworkBuilder, outputs: [FeatureMap], width: Int, height: Int
  ) throws(NetworkError) {
    unsuitable = .unsuitableSize(width: width, height: height)
    maps = [Size](repeating: (0, 0), count: network.maps.count)
    maps[0] = (width, height)
    buffers = [Size](repeating: (0, 0), count: network.buffers.count)
    lives = [ClosedRange<Int>?](repeating: nil, count: network.buffers.count)
    try touch(0, at: -1, in: network)
    for (step, layer) in network.layers.enumerated() { try follow(layer, at: step, in: network) }
    for output in outputs { try touch(output.index, at: network.layers.count, in: network) }
  }

  private mutating func follow(
    _ layer: Layer, at step: Int, in network: NetworkBuilder
  ) throws(NetworkError) {
    // No layer makes a concatenation: it is as large as what lies in its buffer.
    if maps[layer.input].width == 0 {
      maps[layer.input] = buffers[network.maps[layer.input].buffer]
    }
    let (input, size) = (maps[layer.input], layer.outputSize(maps[layer.input]))
    guard size.width > 0, size.height > 0 else { throw unsuitable }
    maps[layer.output] = size
    try touch(layer.input, at: step, in: network)
    try touch(layer.output, at: step, in: network)
    if let added = layer.added {
      guard maps[added] == size else { throw unsuitable }
      try touch(added, at: step, in: network)
    }
    switch layer.operation {
    case .dense(let places, _, _):
      guard input.width * input.height == places else { throw unsuitable }
    case .floats(let floats):
      guard input.width * input.height <= floats.maximumPlaces else { throw unsuitable }
    case .convolution, .maxPool, .upsample: break
    }
  }

  /// A map is needed at a step.
  private mutating func touch(
    _ map: Int, at step: Int, in network: NetworkBuilder
  ) throws(NetworkError) {
    let buffer = network.maps[map].buffer
    guard lives[buffer] == nil || buffers[buffer] == maps[map] else { throw unsuitable }
    buffers[buffer] = maps[map]
    lives[buffer] = (lives[buffer]?.lowerBound ?? step)...step
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
    case .convolution(let it):
      return (
        slid(input.width, it.columns, it.stride, it.padding.columns),
        slid(input.height, it.rows, it.stride, it.padding.rows)
      )
    case .dense: return (1, 1)
    case .maxPool(let size, let stride, let padding):
      return (slid(input.width, size, stride, padding), slid(input.height, size, stride, padding))
    case .upsample: return (input.width * 2, input.height * 2)
    case .floats(let layer): return layer.outputSize(input)
    }
  }
}
