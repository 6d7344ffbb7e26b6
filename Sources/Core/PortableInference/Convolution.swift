internal import CWebRuntime

/// The kernel of all convolutions, and of dense layers, which are convolutions with one place.
///
/// Two places and sixteen outputs at a time: eight vectors of sums stay in registers, while each pair
/// of the input's channels is multiplied with four vectors of weights, in integers.
struct Convolution {
  /// The kernel's extents.
  var rows: Int
  var columns: Int
  var stride: Int
  /// Zeros on each side.
  var padding: Border
  var activation: Activation
  var weights: QuantizedWeights

  /// Does the layer's work.
  ///
  /// - Parameters:
  ///   - input: The input's plane, with as many zeros around it as the layer's padding.
  ///   - output: Where the plane lies that is made.
  ///   - residual: A plane that is added at last.
  ///   - memory: Where `output` and `residual` lie.
  func run(
    _ input: QuantizedPlane, to output: NetworkPlan.Plane, adding residual: NetworkPlan.Plane?,
    in memory: UnsafeMutablePointer<Float>
  ) {
    weights.integers.withUnsafeBufferPointer { integers in
      guard var block = integers.baseAddress else { return }
      for channel in Swift.stride(from: 0, to: output.channels, by: QuantizedWeights.blockOutputs) {
        let scaling = weights.scaling(ofOutputsFrom: channel, unit: input.unit)
        for y in 0..<output.height {
          run(
            input, block, scaling, toRow: y, of: output, adding: residual, from: channel,
            in: memory)
        }
        block += weights.blockSize
      }
    }
  }

  /// Makes sixteen channels of a row, or as many as there are left.
  @inline(__always)
  private func run(
    _ input: QuantizedPlane, _ block: UnsafePointer<SIMD8<Int16>>,
    _ scaling: QuantizedWeights.Scaling, toRow y: Int, of output: NetworkPlan.Plane,
    adding residual: NetworkPlan.Plane?, from channel: Int, in memory: UnsafeMutablePointer<Float>
  ) {
    let step = stride * input.columnStep
    let vectors = (output.channels - channel) / 4
    var source = input.pairs + y * stride * input.rowStep
    var target = memory + output.origin + y * output.rowStep + channel
    var extra = residual.map { memory + $0.origin + y * $0.rowStep + channel }
    for x in Swift.stride(from: 0, to: output.width, by: 2) {
      // A last place without a neighbour is done twice.
      let hasNeighbour = x + 1 < output.width
      let sums = Self.sums(
        source, hasNeighbour ? source + step : source, rows: rows, rowStep: input.rowStep,
        pairs: columns * input.columnStep, weights: block)
      var first = Answers(sums.a, scaling)
      var second = Answers(sums.b, scaling)
      first.apply(activation)
      second.apply(activation)
      if let place = extra, let residual {
        first.add(place, vectors)
        second.add(hasNeighbour ? place + residual.columnStep : place, vectors)
        extra = place + 2 * residual.columnStep
      }
      first.store(to: target, vectors)
      second.store(to: hasNeighbour ? target + output.columnStep : target, vectors)
      source += 2 * step
      target += 2 * output.columnStep
    }
  }

  /// The sums of products of two places, one pair of channels after another.
  ///
  /// Not unrolled: with several pairs a turn compilers keep more values than there are registers for.
  @inline(__always)
  private static func sums(
    _ first: UnsafePointer<Int32>, _ second: UnsafePointer<Int32>, rows: Int, rowStep: Int,
    pairs: Int, weights: UnsafePointer<SIMD8<Int16>>
  ) -> (a: Sums, b: Sums) {
    var (a, b) = (Sums(), Sums())
    var weights = weights
    for row in 0..<rows {
      var p = first + row &* rowStep
      var q = second + row &* rowStep
      var left = pairs
      while left > 0 {
        a.add(p[0], weights)
        b.add(q[0], weights)
        p += 1
        q += 1
        weights += 4
        left &-= 1
      }
    }
    return (a, b)
  }
}

/// The sums of one place's sixteen outputs.
private struct Sums {
  var s0 = SIMD4<Int32>.zero, s1 = SIMD4<Int32>.zero
  var s2 = SIMD4<Int32>.zero, s3 = SIMD4<Int32>.zero

  @inline(__always)
  mutating func add(_ pair: Int32, _ weights: UnsafePointer<SIMD8<Int16>>) {
    s0 = quantized_multiply_add(s0, pair, weights[0])
    s1 = quantized_multiply_add(s1, pair, weights[1])
    s2 = quantized_multiply_add(s2, pair, weights[2])
    s3 = quantized_multiply_add(s3, pair, weights[3])
  }
}

/// What one place is answered, sixteen outputs.
private struct Answers {
  var v0: SIMD4<Float>, v1: SIMD4<Float>, v2: SIMD4<Float>, v3: SIMD4<Float>

  @inline(__always)
  init(_ sums: Sums, _ scaling: QuantizedWeights.Scaling) {
    v0 = quantized_to_floats(sums.s0) * scaling.units.0 + scaling.biases.0
    v1 = quantized_to_floats(sums.s1) * scaling.units.1 + scaling.biases.1
    v2 = quantized_to_floats(sums.s2) * scaling.units.2 + scaling.biases.2
    v3 = quantized_to_floats(sums.s3) * scaling.units.3 + scaling.biases.3
  }

  @inline(__always)
  mutating func apply(_ activation: Activation) {
    guard activation != .none else { return }
    activation.apply(to: &v0)
    activation.apply(to: &v1)
    activation.apply(to: &v2)
    activation.apply(to: &v3)
  }

  /// Adds the first `count` vectors at a place.
  @inline(__always)
  mutating func add(_ place: UnsafeMutablePointer<Float>, _ count: Int) {
    v0 += place.vector(0).pointee
    if count > 1 { v1 += place.vector(4).pointee }
    if count > 2 { v2 += place.vector(8).pointee }
    if count > 3 { v3 += place.vector(12).pointee }
  }

  /// Writes the first `count` vectors.
  @inline(__always)
  func store(to place: UnsafeMutablePointer<Float>, _ count: Int) {
    place.vector(0).pointee = v0
    if count > 1 { place.vector(4).pointee = v1 }
    if count > 2 { place.vector(8).pointee = v2 }
    if count > 3 { place.vector(12).pointee = v3 }
  }
}

extension UnsafeMutablePointer<Float> {
  /// Four floats as one vector; `offset` is a multiple of 4.
  @inline(__always)
  func vector(_ offset: Int) -> UnsafeMutablePointer<SIMD4<Float>> {
    UnsafeMutableRawPointer(self + offset).assumingMemoryBound(to: SIMD4<Float>.self)
  }
}
