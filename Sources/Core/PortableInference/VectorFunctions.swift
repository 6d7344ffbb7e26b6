// Functions of four numbers at a time, in additions and products alone: the same bits natively and
// in the browser.

/// e to the power of each number, within three units in the last place; 0 where that is below the
/// normal floats.
///
/// The power of two that is nearest, times a polynomial of the rest: Moshier, "Methods and Programs
/// for Mathematical Functions" (1989), `expf`. Exponents are to stay below 88.
@inline(__always)
func vectorExponential(_ x: SIMD4<Float>) -> SIMD4<Float> {
  // A sum of this size has no bits left for fractions: the whole number stands in the lowest ones.
  let shift = SIMD4<Float>(repeating: 0x1.8p23)
  let shifted = x * 1.442_695_04 + shift
  let whole = shifted - shift
  let r = (x - whole * 0.693_359_375) + whole * 2.121_944_4e-4
  var series = r * 1.987_569_15e-4 + 1.398_199_95e-3
  series = series * r + 8.333_451_9e-3
  series = series * r + 4.166_579_6e-2
  series = series * r + 1.666_666_55e-1
  series = series * r + 5.000_000_1e-1
  let bits = unsafeBitCast(shifted, to: SIMD4<Int32>.self) &+ 127
  let power = unsafeBitCast(bits &<< 23, to: SIMD4<Float>.self)
  let result = (series * (r * r) + r + 1) * power
  return result.replacing(with: 0, where: x .< -87)
}

/// The Gaussian error linear unit of each number: the number times the probability that a normally
/// distributed one is smaller. Within 1e-6 where it is near 1, 1e-7 times the number above.
///
/// Hendrycks and Gimpel, "Gaussian Error Linear Units" (2016), <https://arxiv.org/abs/1606.08415>;
/// the error function by Abramowitz and Stegun, "Handbook of Mathematical Functions" (1964),
/// 7.1.26.
@inline(__always)
func vectorGELU(_ x: SIMD4<Float>) -> SIMD4<Float> {
  let positive = x.replacing(with: 0, where: x .< 0)
  let size = positive + positive - x
  // What it lacks to the positive part is the same on both sides of 0.
  let t = 1 / (size * (0.327_591_1 * 0.707_106_78) + 1)
  var series = t * 1.061_405_429 - 1.453_152_027
  series = series * t + 1.421_413_741
  series = series * t - 0.284_496_736
  series = series * t + 0.254_829_592
  let tail = series * t * vectorExponential(x * x * -0.5)
  return positive - size * 0.5 * tail
}
