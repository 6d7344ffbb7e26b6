/// The kernel of all convolutions, and of dense layers, which are convolutions with one place.
///
/// Four places and eight outputs at a time: eight vectors of sums stay in registers, while each
/// number of the input is multiplied with two vectors of weights.
struct Convolution {
  /// The kernel's extents.
  var rows: Int
  var columns: Int
  var stride: Int
  var padding: Int
  var relu: Bool

  /// Does the layer's work. The planes lie in `memory`; `parameters` are the layer's weights as
  /// ``NetworkBuilder`` packs them.
  func run(
    _ input: NetworkPlan.Plane, to output: NetworkPlan.Plane, adding residual: NetworkPlan.Plane?,
    in memory: UnsafeMutablePointer<Float>, parameters: UnsafePointer<Float>
  ) {
    // A row of the kernel is one run through memory unless other maps' channels lie between.
    let runs = input.isDense ? 1 : columns
    let runLength = input.isDense ? columns * input.channels : input.channels
    let blockSize = 8 * (1 + rows * columns * input.channels)
    let places = output.width * output.height
    let from = UnsafePointer(memory) + input.origin - padding * (input.rowStep + input.columnStep)

    var channel = 0
    while channel < output.channels {
      let block = parameters + channel / 8 * blockSize
      let hasSecond = channel + 4 < output.channels
      var x = 0
      var y = 0
      var first = 0
      while first < places {
        // The last places are done twice rather than left over.
        var source = (from, from, from, from)
        var target = (0, 0, 0, 0)
        var extra = (0, 0, 0, 0)
        @inline(__always) func locate(
          _ source: inout UnsafePointer<Float>, _ target: inout Int, _ extra: inout Int
        ) {
          source = from + y * stride * input.rowStep + x * stride * input.columnStep
          target = output.origin + y * output.rowStep + x * output.columnStep + channel
          if let residual {
            extra = residual.origin + y * residual.rowStep + x * residual.columnStep + channel
          }
          if x + 1 < output.width {
            x += 1
          } else if y + 1 < output.height {
            x = 0
            y += 1
          }
        }
        locate(&source.0, &target.0, &extra.0)
        locate(&source.1, &target.1, &extra.1)
        locate(&source.2, &target.2, &extra.2)
        locate(&source.3, &target.3, &extra.3)
        first += 4

        var sums = Self.sums(
          source, rows: rows, rowStep: input.rowStep, runs: runs, runStep: input.columnStep,
          runLength: runLength, parameters: block)
        if relu { sums.clampBelowZero() }
        if residual != nil {
          sums.add(memory, at: extra, hasSecond: hasSecond)
        }
        sums.store(to: memory, at: target, hasSecond: hasSecond)
      }
      channel += 8
    }
  }

  @inline(__always)
  private static func sums(
    _ source:
      (UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>, UnsafePointer<Float>),
    rows: Int, rowStep: Int, runs: Int, runStep: Int, runLength: Int,
    parameters: UnsafePointer<Float>
  ) -> Sums {
    var weights = UnsafeRawPointer(parameters).assumingMemoryBound(to: SIMD4<Float>.self)
    var sums = Sums(weights[0], weights[1])
    weights += 2
    for row in 0..<rows {
      for run in 0..<runs {
        let offset = row &* rowStep &+ run &* runStep
        var p0 = source.0 + offset
        var p1 = source.1 + offset
        var p2 = source.2 + offset
        var p3 = source.3 + offset
        var left = runLength
        while left > 0 {
          sums.accumulate(p0[0], p1[0], p2[0], p3[0], weights[0], weights[1])
          sums.accumulate(p0[1], p1[1], p2[1], p3[1], weights[2], weights[3])
          sums.accumulate(p0[2], p1[2], p2[2], p3[2], weights[4], weights[5])
          sums.accumulate(p0[3], p1[3], p2[3], p3[3], weights[6], weights[7])
          p0 += 4
          p1 += 4
          p2 += 4
          p3 += 4
          weights += 8
          left &-= 4
        }
      }
    }
    return sums
  }
}

/// The sums of four places, eight outputs each.
private struct Sums {
  typealias Vector = SIMD4<Float>

  var a0: Vector, a1: Vector
  var b0: Vector, b1: Vector
  var c0: Vector, c1: Vector
  var d0: Vector, d1: Vector

  @inline(__always)
  init(_ first: Vector, _ second: Vector) {
    (a0, a1, b0, b1) = (first, second, first, second)
    (c0, c1, d0, d1) = (first, second, first, second)
  }

  @inline(__always)
  mutating func accumulate(
    _ a: Float, _ b: Float, _ c: Float, _ d: Float, _ first: Vector, _ second: Vector
  ) {
    // Products and sums apart: WebAssembly has no fused ones, and `addProduct` would call libm.
    a0 += first * a
    a1 += second * a
    b0 += first * b
    b1 += second * b
    c0 += first * c
    c1 += second * c
    d0 += first * d
    d1 += second * d
  }

  @inline(__always)
  mutating func clampBelowZero() {
    func clamp(_ vector: inout Vector) { vector.replace(with: 0, where: vector .< 0) }
    clamp(&a0)
    clamp(&a1)
    clamp(&b0)
    clamp(&b1)
    clamp(&c0)
    clamp(&c1)
    clamp(&d0)
    clamp(&d1)
  }

  @inline(__always)
  mutating func add(
    _ memory: UnsafeMutablePointer<Float>, at places: (Int, Int, Int, Int), hasSecond: Bool
  ) {
    a0 += memory.vector(places.0).pointee
    b0 += memory.vector(places.1).pointee
    c0 += memory.vector(places.2).pointee
    d0 += memory.vector(places.3).pointee
    guard hasSecond else { return }
    a1 += memory.vector(places.0 + 4).pointee
    b1 += memory.vector(places.1 + 4).pointee
    c1 += memory.vector(places.2 + 4).pointee
    d1 += memory.vector(places.3 + 4).pointee
  }

  @inline(__always)
  func store(
    to memory: UnsafeMutablePointer<Float>, at places: (Int, Int, Int, Int), hasSecond: Bool
  ) {
    memory.vector(places.0).pointee = a0
    memory.vector(places.1).pointee = b0
    memory.vector(places.2).pointee = c0
    memory.vector(places.3).pointee = d0
    guard hasSecond else { return }
    memory.vector(places.0 + 4).pointee = a1
    memory.vector(places.1 + 4).pointee = b1
    memory.vector(places.2 + 4).pointee = c1
    memory.vector(places.3 + 4).pointee = d1
  }
}

extension UnsafeMutablePointer<Float> {
  /// Four floats as one vector; `offset` is a multiple of 4.
  @inline(__always)
  func vector(_ offset: Int) -> UnsafeMutablePointer<SIMD4<Float>> {
    UnsafeMutableRawPointer(self + offset).assumingMemoryBound(to: SIMD4<Float>.self)
  }
}
