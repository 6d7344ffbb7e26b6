/// The discrete Fourier transform of 512 real numbers.
///
/// Cooley and Tukey, "An algorithm for the machine calculation of complex Fourier series" (1965), with
/// a radix of 2 and in place.
struct FourierTransform {
  static let size = 512

  /// The cosine and sine of k/512 of a turn, for k below 512.
  static let turns: [SIMD2<Double>] = {
    // A quarter turn is halved seven times; there is no cosine in the browser.
    var (cosine, sine) = (0.0, 1.0)
    for _ in 0..<7 {
      cosine = ((1 + cosine) / 2).squareRoot()
      sine /= 2 * cosine
    }
    var turns = [SIMD2(1.0, 0.0)]
    for k in 1..<size {
      let last = turns[k - 1]
      turns.append(
        SIMD2(last.x * cosine - last.y * sine, last.x * sine + last.y * cosine))
    }
    return turns
  }()

  /// e^(-2πik/512) for k below 256.
  private let factors: [SIMD2<Float>]
  /// Where each number stands at first: its index with the bits reversed.
  private let order: [Int]
  private var values = [SIMD2<Float>](repeating: .zero, count: size)

  init() {
    factors = Self.turns.prefix(Self.size / 2).map { SIMD2(Float($0.x), Float(-$0.y)) }
    order = (0..<Self.size).map { index in
      var (bits, reversed) = (index, 0)
      for _ in 0..<9 {
        reversed = reversed << 1 | bits & 1
        bits >>= 1
      }
      return reversed
    }
  }

  /// The squared magnitudes of the frequencies 0 to 256, where `signal` has 512 numbers.
  mutating func power(of signal: [Float]) -> [Float] {
    for (place, index) in zip(order, 0...) { values[place] = SIMD2(signal[index], 0) }
    var half = 1
    while half < Self.size {
      let step = Self.size / 2 / half
      for start in stride(from: 0, to: Self.size, by: 2 * half) {
        for k in 0..<half {
          let (factor, odd) = (factors[k * step], values[start + half + k])
          let turned = SIMD2(
            odd.x * factor.x - odd.y * factor.y, odd.x * factor.y + odd.y * factor.x)
          let even = values[start + k]
          values[start + k] = even + turned
          values[start + half + k] = even - turned
        }
      }
      half *= 2
    }
    return values.prefix(Self.size / 2 + 1).map { ($0 * $0).sum() }
  }
}
