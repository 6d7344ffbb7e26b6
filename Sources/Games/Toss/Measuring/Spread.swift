internal import PlayfieldMaths

/// Where some values lie: their mean, and how far they scatter about it.
public struct Spread: Hashable, Sendable {
  public let count: Int
  public let mean: Double
  /// The sample's, with *n* - 1; `nil` for a single value, which scatters about nothing.
  public let standardDeviation: Double?

  /// `nil` where there is no value.
  ///
  /// - Parameter values: Those that are not finite are left out.
  public init?(_ values: some Sequence<Double>) {
    let values = values.filter { $0.isFinite }
    guard !values.isEmpty else { return nil }
    count = values.count
    let mean = values.reduce(0, +) / Double(values.count)
    self.mean = mean
    standardDeviation =
      values.count < 2
      ? nil
      : (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1))
        .squareRoot()
  }

  /// How likely two samples of one and the same habit differ at least so much, in `0...1`, by Welch's
  /// test (Biometrika 34, 1947); `nil` where either has a single value or neither scatters.
  public func chanceOfDifference(from other: Spread) -> Double? {
    guard let a = standardDeviation, let b = other.standardDeviation else { return nil }
    let (va, vb) = (a * a / Double(count), b * b / Double(other.count))
    guard va + vb > 0 else { return nil }
    let t = (mean - other.mean) / (va + vb).squareRoot()
    let freedom =
      (va + vb) * (va + vb)
      / (va * va / Double(count - 1) + vb * vb / Double(other.count - 1))
    return studentTail(t: t, freedom: freedom)
  }
}

/// How likely Student's *t* lies at least so far from 0 on either side, with *ν* degrees of freedom,
/// 1 or more.
///
/// The area is summed by Simpson's rule over the angle *θ = atan(t / √ν)*, in which the density is
/// *cos^(ν-1) θ* and its range finite.
func studentTail(t: Double, freedom: Double) -> Double {
  let edge = arctangent(of: abs(t) / freedom.squareRoot())
  func area(from start: Double, to end: Double) -> Double {
    let steps = 400
    let width = (end - start) / Double(steps)
    let sum = (0...steps).reduce(0.0) { sum, step in
      let weight = step == 0 || step == steps ? 1.0 : step % 2 == 1 ? 4 : 2
      return sum + weight * power(max(0, cosine(of: start + Double(step) * width)), freedom - 1)
    }
    return sum * width / 3
  }
  // With many degrees the density is narrow; beyond this it is less than e^-70 of its height.
  let end = min(.pi / 2, 12 / freedom.squareRoot())
  guard edge < end else { return 0 }
  let outside = area(from: edge, to: end)
  return min(1, outside / (area(from: 0, to: edge) + outside))
}

/// How likely two shares, each so many of so many, differ at least so much by chance, by Fisher's
/// exact test.
package func chanceOfShares(_ a: (part: Int, whole: Int), _ b: (part: Int, whole: Int)) -> Double {
  func logChoose(_ n: Int, _ k: Int) -> Double {
    logGamma(Double(n + 1)) - logGamma(Double(k + 1)) - logGamma(Double(n - k + 1))
  }
  let parts = a.part + b.part
  let whole = logChoose(a.whole + b.whole, parts)
  func chance(_ part: Int) -> Double {
    exponential(logChoose(a.whole, part) + logChoose(b.whole, parts - part) - whole)
  }
  let seen = chance(a.part)
  let range = max(0, parts - b.whole)...min(parts, a.whole)
  // Tables as likely as the one seen count, whatever the last bits of their logarithms are.
  return min(1, range.map(chance).filter { $0 <= seen * (1 + 1e-9) }.reduce(0, +))
}
