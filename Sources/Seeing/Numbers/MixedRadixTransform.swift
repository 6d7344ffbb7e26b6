internal import PlayfieldMaths

/// The discrete Fourier transform of 400 real numbers, which is no power of two: of 200 pairs, a
/// stage for each of the factors 5, 5, 4 and 2.
///
/// Cooley and Tukey, "An algorithm for the machine calculation of complex Fourier series" (1965);
/// from one memory to another and back, so that the frequencies stand in their order without being
/// sorted (Cochran et al., "What is the fast Fourier transform?", 1967, which names Stockham).
struct MixedRadixTransform {
  static let size = 400
  /// A complex number for every two real ones.
  private static let pairs = size / 2
  private static let factors = [5, 5, 4, 2]

  /// e^(-2πik/400).
  private let turns: [SIMD2<Float>]
  private var values = [SIMD2<Float>](repeating: .zero, count: pairs)
  private var next = [SIMD2<Float>](repeating: .zero, count: pairs)

  init() {
    turns = (0..<Self.size).map { k in
      let angle = 2 * Double.pi * Double(k) / Double(Self.size)
      return SIMD2(Float(cosine(of: angle)), Float(-sine(of: angle)))
    }
  }

  /// The squared magnitudes of the frequencies 0 to 200, where `signal` has 400 numbers.
  mutating func power(of signal: [Float]) -> [Float] {
    for index in 0..<Self.pairs { values[index] = SIMD2(signal[2 * index], signal[2 * index + 1]) }
    var step = 1
    for factor in Self.factors {
      pass(factor, step: step)
      step *= factor
      swap(&values, &next)
    }
    return (0...Self.pairs).map { frequency in
      // The pairs' transform holds that of the even numbers and that of the odd ones, which their
      // symmetry separates.
      let one = values[frequency % Self.pairs]
      let other = values[(Self.pairs - frequency) % Self.pairs] * SIMD2(1, -1)
      let (even, odd) = ((one + other) * 0.5, (one - other) * 0.5)
      let whole = even + product(SIMD2(odd.y, -odd.x), turns[frequency])
      return (whole * whole).sum()
    }
  }

  /// A stage: `step` transforms become `step * factor` of a `factor`-th of their length.
  private mutating func pass(_ factor: Int, step: Int) {
    let rest = Self.pairs / (step * factor)
    for place in 0..<rest {
      for frequency in 0..<factor {
        let turn = frequency * (Self.size / factor)
        let twiddle = turns[2 * place * frequency * step]
        for lane in 0..<step {
          var sum = SIMD2<Float>.zero
          var angle = 0
          for index in 0..<factor {
            sum += product(values[lane + step * (place + rest * index)], turns[angle])
            angle += turn
            if angle >= Self.size { angle -= Self.size }
          }
          next[lane + step * (factor * place + frequency)] = product(sum, twiddle)
        }
      }
    }
  }

  @inline(__always)
  private func product(_ a: SIMD2<Float>, _ b: SIMD2<Float>) -> SIMD2<Float> {
    SIMD2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x)
  }
}
