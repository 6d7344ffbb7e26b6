/// A convolution of each channel by itself, in floats: it is a small part of a network's products, and
/// each weight is used but once at a place, so that integers would gain little.
///
/// Howard et al., "MobileNets: Efficient Convolutional Neural Networks for Mobile Vision Applications"
/// (2017), <https://arxiv.org/abs/1704.04861>.
struct DepthwiseConvolution {
  /// The kernel's side.
  var size: Int
  var stride: Int
  var padding: Padding
  var activation: Activation
  /// Of each place of the kernel, row by row, one number for each channel; then the biases. Channels are
  /// filled up with zeros to a multiple of 4.
  var weights: [Float]

  /// What lies around the plane counts as zeros.
  enum Padding {
    /// Half a kernel on each side.
    case half
    /// As TensorFlow's "SAME": so few that no place is left out; where they are odd, one more after the
    /// plane than before it.
    case same
  }

  func outputSize(_ input: MapSizes.Size) -> MapSizes.Size {
    func slid(_ side: Int) -> Int {
      switch padding {
      case .half: (side + size / 2 * 2 - size) / stride + 1
      case .same: (side + stride - 1) / stride
      }
    }
    return (slid(input.width), slid(input.height))
  }

  /// How many zeros lie before a side's first place.
  private func zerosBefore(_ side: Int) -> Int {
    switch padding {
    case .half: size / 2
    case .same: max(0, ((side + stride - 1) / stride - 1) * stride + size - side) / 2
    }
  }

  func run(
    _ input: NetworkPlan.Plane, to output: NetworkPlan.Plane,
    in memory: UnsafeMutablePointer<Float>
  ) {
    let (above, left) = (zerosBefore(input.height), zerosBefore(input.width))
    weights.withUnsafeBufferPointer { weights in
      guard let weights = weights.baseAddress else { return }
      for y in 0..<output.height {
        let top = y * stride - above
        let rows = max(0, -top)..<min(size, input.height - top)
        var x = 0
        while x < output.width {
          let first = x * stride - left
          let corner = memory + input.origin + top * input.rowStep + first * input.columnStep
          let target = memory + output.place(x, y)
          if first >= 0, first + 3 * stride + size <= input.width, x + 4 <= output.width {
            runFour(
              corner, input, rows: rows, weights, to: target, step: output.columnStep,
              channels: output.channels)
            x += 4
          } else {
            let columns = max(0, -first)..<min(size, input.width - first)
            run(
              corner, input, rows: rows, columns: columns, weights, to: target,
              channels: output.channels)
            x += 1
          }
        }
      }
    }
  }

  /// Makes one place, of the kernel's rows and columns that lie on the plane.
  @inline(__always)
  private func run(
    _ corner: UnsafeMutablePointer<Float>, _ input: NetworkPlan.Plane, rows: Range<Int>,
    columns: Range<Int>, _ weights: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>,
    channels: Int
  ) {
    let biases = weights + size * size * channels
    for channel in Swift.stride(from: 0, to: channels, by: 4) {
      var sum = Self.vector(biases + channel)
      for row in rows {
        var source =
          corner + row &* input.rowStep + columns.lowerBound &* input.columnStep + channel
        var weight = weights + (row &* size + columns.lowerBound) &* channels + channel
        for _ in columns {
          sum += source.vector(0).pointee * Self.vector(weight)
          source += input.columnStep
          weight += channels
        }
      }
      activation.apply(to: &sum)
      target.vector(channel).pointee = sum
    }
  }

  /// Makes four neighbouring places whose kernels have all their columns on the plane: each weight is loaded
  /// once for them, and their sums, which are made in the same order as those of one place, do not wait for
  /// each other.
  @inline(__always)
  private func runFour(
    _ corner: UnsafeMutablePointer<Float>, _ input: NetworkPlan.Plane, rows: Range<Int>,
    _ weights: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>, step: Int,
    channels: Int
  ) {
    let biases = weights + size * size * channels
    let across = stride &* input.columnStep
    for channel in Swift.stride(from: 0, to: channels, by: 4) {
      var first = Self.vector(biases + channel)
      var (second, third, fourth) = (first, first, first)
      for row in rows {
        var source = corner + row &* input.rowStep + channel
        var weight = weights + row &* size &* channels + channel
        for _ in 0..<size {
          let factor = Self.vector(weight)
          first += source.vector(0).pointee * factor
          second += source.vector(across).pointee * factor
          third += source.vector(2 &* across).pointee * factor
          fourth += source.vector(3 &* across).pointee * factor
          source += input.columnStep
          weight += channels
        }
      }
      activation.apply(to: &first)
      activation.apply(to: &second)
      activation.apply(to: &third)
      activation.apply(to: &fourth)
      target.vector(channel).pointee = first
      target.vector(channel &+ step).pointee = second
      target.vector(channel &+ 2 &* step).pointee = third
      target.vector(channel &+ 3 &* step).pointee = fourth
    }
  }

  /// Swift's arrays may begin at any multiple of 16 or of less.
  @inline(__always)
  private static func vector(_ place: UnsafePointer<Float>) -> SIMD4<Float> {
    UnsafeRawPointer(place).loadUnaligned(as: SIMD4<Float>.self)
  }
}

extension NetworkBuilder {
  /// A convolution of each channel by itself, with a bias: `weight` is `[channels, 1, rows, columns]`,
  /// as many rows as columns, `bias` `[channels]`.
  ///
  /// - Parameters:
  ///   - input: What it is done to.
  ///   - name: The tensors are `name.weight` and `name.bias`.
  ///   - stride: The step from one place of the output to the next.
  ///   - padsAsTensorFlow: Whether the zeros around the plane are those of TensorFlow's "SAME", of which
  ///     there are more after a plane than before it where the stride is 2; else half a kernel on each
  ///     side.
  ///   - activation: What becomes of the sums.
  /// - Returns: What it makes.
  /// - Throws: ``NetworkError`` when the file has no such tensors, or of other shapes.
  public mutating func depthwiseConvolution(
    _ input: FeatureMap, _ name: String, stride: Int = 1, padsAsTensorFlow: Bool = false,
    activation: Activation = .relu6
  ) throws(NetworkError) -> FeatureMap {
    let shape = try shape(name + ".weight", rank: 4)
    let size = shape[2]
    let expected = [input.channels, 1, size, size]
    guard shape == expected else {
      throw .unexpectedShape(tensor: name + ".weight", expected: expected, actual: shape)
    }
    let kernels = try finite(name + ".weight")
    let biases = try finite(name + ".bias", count: input.channels)
    let (places, channels) = (size * size, (input.channels + 3) / 4 * 4)
    var weights = [Float](repeating: 0, count: (places + 1) * channels)
    for channel in 0..<input.channels {
      for place in 0..<places {
        weights[place * channels + channel] = kernels[channel * places + place]
      }
      weights[places * channels + channel] = biases[channel]
    }
    let layer = DepthwiseConvolution(
      size: size, stride: stride, padding: padsAsTensorFlow ? .same : .half,
      activation: activation, weights: weights)
    return append(
      .floats(
        FloatLayer(
          outputSize: layer.outputSize, operations: { 2 * places * $0 * input.channels }
        ) { planes, _, memory in layer.run(planes.input, to: planes.output, in: memory) }),
      input, channels: input.channels)
  }
}
