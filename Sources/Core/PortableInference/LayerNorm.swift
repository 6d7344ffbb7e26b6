/// Each place's channels brought to a mean of 0 and a variance of 1, then each channel to a mean
/// and a spread that training found.
///
/// Ba, Kiros and Hinton, "Layer Normalization" (2016), <https://arxiv.org/abs/1607.06450>.
struct LayerNorm {
  /// By how much each channel is stretched, and what is added then.
  var weights: [Float]
  var biases: [Float]

  /// What keeps a place whose channels are all alike finite; PyTorch's.
  private static let epsilon: Float = 1e-5

  /// Both planes have as many channels as there are weights, a multiple of 4.
  func run(
    _ input: NetworkPlan.Plane, to output: NetworkPlan.Plane,
    in memory: UnsafeMutablePointer<Float>
  ) {
    weights.withUnsafeBufferPointer { weights in
      biases.withUnsafeBufferPointer { biases in
        guard let weights = weights.baseAddress, let biases = biases.baseAddress else { return }
        for y in 0..<output.height {
          for x in 0..<output.width {
            normalize(
              memory + input.place(x, y), to: memory + output.place(x, y), weights, biases)
          }
        }
      }
    }
  }

  @inline(__always)
  private func normalize(
    _ source: UnsafeMutablePointer<Float>, to target: UnsafeMutablePointer<Float>,
    _ weights: UnsafePointer<Float>, _ biases: UnsafePointer<Float>
  ) {
    let count = self.weights.count
    var sum = SIMD4<Float>.zero
    for channel in stride(from: 0, to: count, by: 4) { sum += source.vector(channel).pointee }
    let mean = SIMD4(repeating: sum.sum() / Float(count))
    var squares = SIMD4<Float>.zero
    for channel in stride(from: 0, to: count, by: 4) {
      let difference = source.vector(channel).pointee - mean
      squares += difference * difference
    }
    let spread = (squares.sum() / Float(count) + Self.epsilon).squareRoot()
    for channel in stride(from: 0, to: count, by: 4) {
      let difference = source.vector(channel).pointee - mean
      target.vector(channel).pointee =
        difference * (1 / spread) * weights.vector(channel) + biases.vector(channel)
    }
  }
}

extension UnsafePointer<Float> {
  /// Four floats, which may lie anywhere.
  @inline(__always)
  fileprivate func vector(_ offset: Int) -> SIMD4<Float> {
    UnsafeRawPointer(self + offset).loadUnaligned(as: SIMD4<Float>.self)
  }
}
