import Foundation

/// A seeded source of random numbers (SplitMix64, Steele et al. 2014).
///
/// Picture *i* of seed *s* draws from a source of its own, so every picture can be made alone.
struct RandomSource {
  private var state: UInt64

  init(seed: UInt64, picture: Int) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(picture) &* 0xD1B5_4A32_D192_ED03
    for _ in 0..<4 { _ = next() }
  }

  @inline(__always)
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in 0..<1.
  @inline(__always)
  mutating func unit() -> Float { Float(next() >> 40) * (1 / 16_777_216) }

  @inline(__always)
  mutating func uniform(_ a: Float, _ b: Float) -> Float { a + (b - a) * unit() }

  /// A number whose logarithm is uniform: as often in 1...2 as in 2...4.
  mutating func logUniform(_ a: Float, _ b: Float) -> Float { a * pow(b / a, unit()) }

  mutating func below(_ n: Int) -> Int { Int(next() % UInt64(max(n, 1))) }

  mutating func chance(_ p: Float) -> Bool { unit() < p }

  mutating func pick<T>(_ choices: [T]) -> T { choices[below(choices.count)] }

  /// An index drawn in proportion to its weight.
  mutating func weighted(_ weights: [Float]) -> Int {
    var x = unit() * weights.reduce(0, +)
    for (i, w) in weights.enumerated() {
      x -= w
      if x < 0 { return i }
    }
    return weights.count - 1
  }

  @inline(__always)
  mutating func normal() -> Float {
    let r = (-2 * log(max(unit(), 1e-7))).squareRoot()
    return r * cos(2 * .pi * unit())
  }

  /// A linear-light colour from hue, saturation and value in 0...1.
  mutating func colour(
    hue: ClosedRange<Float> = 0...1, saturation: ClosedRange<Float> = 0...1,
    value: ClosedRange<Float> = 0...1
  ) -> V3 {
    linear(
      hue: uniform(hue.lowerBound, hue.upperBound),
      saturation: uniform(saturation.lowerBound, saturation.upperBound),
      value: uniform(value.lowerBound, value.upperBound))
  }

  mutating func colour() -> V3 { colour(saturation: 0...1, value: 0.1...1) }
}
