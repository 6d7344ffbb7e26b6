internal import PlayfieldMaths
import VisionCore

/// A place of one picture and where it was found in another.
struct Correspondence {
  var from: PixelPoint
  var to: PixelPoint
  /// How much it counts.
  var weight: Double
  /// How well `to` is known, by direction: the inverse of its covariance.
  var precision: Symmetric2
}

/// The homography on which most of what was found agrees.
///
/// By random samples that are scored as in Torr and Zisserman, "MLESAC: A New Robust Estimator with
/// Application to Estimating Image Geometry" (2000), doi:10.1006/cviu.1999.0832, and reweighted least
/// squares. The samples are the same for the same correspondences.
struct RobustHomography {
  let matrix: Matrix3
  /// Which correspondences agree.
  let agrees: [Bool]
  /// The weight of those that agree, each less by how far it is off.
  let support: Double
  /// How many numbers of the matrix the correspondences determine.
  private let unknowns: Int

  /// Errors beyond so many standard errors disagree.
  private static let limit = 3.0
  static let confidence: Float = 0.995

  /// What is expected of a homography that the correspondences hardly determine: that since the last
  /// picture all has been shifted, turned and resized only.
  struct Expectation {
    /// Places of the first picture.
    var places: [PixelPoint]
    /// Where they were seen last.
    var last: Matrix3
    /// How far off that may be, in pixels.
    var error: Double

    /// The shifts, turns and changes of size since the last picture that two correspondences each mean, as
    /// homographies from the first picture.
    func similarities(by pairs: [Correspondence]) -> [Matrix3] {
      let pairs = pairs.compactMap { pair in last.map(pair.from).map { (from: $0, to: pair.to) } }
      var similarities: [Matrix3] = []
      for (index, one) in pairs.enumerated() {
        for other in pairs[..<index] {
          let (a, b) = (one.from - other.from, one.to - other.to)
          let squares = (a * a).sum()
          guard squares > 400 else { continue }
          let (cosine, sine) = ((a * b).sum() / squares, (a.x * b.y - a.y * b.x) / squares)
          let turn = Matrix3(SIMD3(cosine, -sine, 0), SIMD3(sine, cosine, 0), SIMD3(0, 0, 1))
          guard let turned = turn.map(one.from) else { continue }
          let shift = one.to - turned
          similarities.append(
            Matrix3(SIMD3(1, 0, shift.x), SIMD3(0, 1, shift.y), SIMD3(0, 0, 1)) * turn * last)
        }
      }
      return similarities
    }

    /// The places where the similarity expects them that the correspondences that agree show.
    fileprivate func correspondences(_ agreeing: [Correspondence]) -> [Correspondence] {
      let pairs = agreeing.compactMap { pair in
        last.map(pair.from).map { (from: $0, to: pair.to, weight: pair.weight) }
      }
      let total = pairs.reduce(0) { $0 + $1.weight }
      guard total > 0 else { return [] }
      let from = PixelPoint(
        pairs.reduce(SIMD2()) { $0 + $1.from.coordinates * $1.weight } / total)
      let to = PixelPoint(pairs.reduce(SIMD2()) { $0 + $1.to.coordinates * $1.weight } / total)
      var (squares, along, across) = (0.0, 0.0, 0.0)
      for pair in pairs {
        let (a, b) = (pair.from - from, pair.to - to)
        squares += pair.weight * (a * a).sum()
        along += pair.weight * (a * b).sum()
        across += pair.weight * (a.x * b.y - a.y * b.x)
      }
      guard squares > 0 else { return [] }
      let (cosine, sine) = (along / squares, across / squares)
      let precision = Symmetric2(xx: 1, xy: 0, yy: 1).scaled(1 / (error * error))
      return places.compactMap { place in
        guard let seen = last.map(place).map({ $0 - from }) else { return nil }
        let turned = SIMD2(cosine * seen.x - sine * seen.y, sine * seen.x + cosine * seen.y)
        return Correspondence(from: place, to: to + turned, weight: 1, precision: precision)
      }
    }
  }

  /// Fails where no four correspondences agree.
  ///
  /// - Parameters:
  ///   - pairs: What was found, some of it wrong.
  ///   - hypotheses: Matrices that are likelier than a sample's.
  ///   - advantage: How many times the support of the best hypothesis a sample must have.
  ///   - maximumSamples: How many homographies of four correspondences are tried besides.
  ///   - expectation: What is expected where the correspondences hardly determine a homography.
  ///   - isPossible: Whether a camera can see so.
  init?(
    _ pairs: [Correspondence], hypotheses: [Matrix3], advantage: Double,
    maximumSamples: Int = 300, expectation: Expectation? = nil, isPossible: (Matrix3) -> Bool
  ) {
    guard pairs.count >= 4,
      let start = Self.best(
        of: pairs, hypotheses: hypotheses, advantage: advantage, maximumSamples: maximumSamples,
        isPossible: isPossible)
    else { return nil }
    var matrix = start
    let agreeing = pairs.filter { Self.offence(of: $0, start) < 1 }
    let expected = expectation?.correspondences(agreeing) ?? []
    if let refined = Self.refined(start, pairs, expected, steps: 4), isPossible(refined),
      Self.support(of: refined, pairs) >= 0.9 * Self.support(of: start, pairs)
    {
      matrix = refined
    }
    self.init(matrix: matrix, of: pairs, unknowns: 8)
    guard agrees.count(where: { $0 }) >= 4 else { return nil }
  }

  /// Of the hypotheses and the homographies of samples that with the most support.
  private static func best(
    of pairs: [Correspondence], hypotheses: [Matrix3], advantage: Double, maximumSamples: Int,
    isPossible: (Matrix3) -> Bool
  ) -> Matrix3? {
    let total = pairs.reduce(0) { $0 + $1.weight }
    var best: (matrix: Matrix3, support: Double)?
    for hypothesis in hypotheses where isPossible(hypothesis) {
      let support = Self.support(of: hypothesis, pairs) * advantage
      if support > best?.support ?? 0 { best = (hypothesis, support) }
    }
    var generator = SplitMix64(seed: 1)
    var samples = 0
    var needed = maximumSamples
    while samples < needed {
      samples += 1
      guard let sample = Self.sample(of: pairs, with: &generator),
        let matrix = Matrix3.homography(
          from: sample.map { $0.from.coordinates }, to: sample.map { $0.to.coordinates }),
        isPossible(matrix)
      else { continue }
      let support = Self.support(of: matrix, pairs)
      guard support > best?.support ?? 0 else { continue }
      // The samples' own least squares are seldom the best: refined at once (Chum, Matas and Kittler,
      // "Locally Optimized RANSAC", 2003).
      let refined = Self.refined(matrix, pairs, steps: 2).flatMap { isPossible($0) ? $0 : nil }
      let refinedSupport = refined.map { Self.support(of: $0, pairs) } ?? 0
      best = refinedSupport > support ? (refined ?? matrix, refinedSupport) : (matrix, support)
      let share = Float(min(1, max(support, refinedSupport) / max(total, 1e-9)))
      let good = share * share * share * share
      if good > 0.98 {
        needed = min(needed, 8)
      } else if good > 0.001 {
        let wanted = naturalLogarithm(1 - Self.confidence) / naturalLogarithm(1 - good)
        needed = min(needed, Int(wanted) + 8)
      }
    }
    return best?.matrix
  }

  /// What agrees with a matrix.
  init(matrix: Matrix3, of pairs: [Correspondence], unknowns: Int) {
    self.matrix = matrix
    self.unknowns = unknowns
    agrees = pairs.map { Self.offence(of: $0, matrix) < 1 }
    support = Self.support(of: matrix, pairs)
  }

  /// How far a correspondence is off, squared, in squares of the limit.
  static func offence(of pair: Correspondence, _ matrix: Matrix3) -> Double {
    guard let seen = matrix.map(pair.from) else { return .infinity }
    return pair.precision.square(of: seen - pair.to) / (limit * limit)
  }

  static func support(of matrix: Matrix3, _ pairs: [Correspondence]) -> Double {
    var support = 0.0
    for pair in pairs { support += pair.weight * max(0, 1 - offence(of: pair, matrix)) }
    return support
  }

  /// Reweighted least squares with Tukey's weights.
  private static func refined(
    _ start: Matrix3, _ pairs: [Correspondence], _ expected: [Correspondence] = [], steps: Int
  ) -> Matrix3? {
    var matrix = start
    for _ in 0..<steps {
      var (from, to, weights): ([SIMD2<Double>], [SIMD2<Double>], [Symmetric2]) = ([], [], [])
      for pair in pairs {
        let rest = 1 - offence(of: pair, matrix)
        guard rest > 0 else { continue }
        from.append(pair.from.coordinates)
        to.append(pair.to.coordinates)
        weights.append(pair.precision.scaled(pair.weight * rest * rest))
      }
      for pair in expected {
        from.append(pair.from.coordinates)
        to.append(pair.to.coordinates)
        weights.append(pair.precision)
      }
      guard let next = Matrix3.homography(from: from, to: to, weights: weights) else { return nil }
      matrix = next
    }
    return matrix
  }

  /// Four correspondences of which no three lie nearly on a line.
  private static func sample(
    of pairs: [Correspondence], with generator: inout SplitMix64
  ) -> [Correspondence]? {
    for _ in 0..<10 {
      let sample = (0..<4).map { _ in pairs[Int(generator.next(upperBound: UInt64(pairs.count)))] }
      let isWide = (0..<4).allSatisfy { left in
        let (a, b, c) = (
          sample[left].from, sample[(left + 1) % 4].from, sample[(left + 2) % 4].from
        )
        let (u, v) = (b - a, c - a)
        return abs(u.x * v.y - u.y * v.x) > 100
      }
      if isWide { return sample }
    }
    return nil
  }

  /// How far this and another homography take the places that agree apart, in pixels.
  func rootMeanSquareDistance(to other: Matrix3, _ pairs: [Correspondence]) -> Double {
    var (squares, count) = (0.0, 0.0)
    for (pair, agrees) in zip(pairs, agrees) where agrees {
      guard let here = matrix.map(pair.from), let there = other.map(pair.from) else {
        return .infinity
      }
      squares += ((here - there) * (here - there)).sum()
      count += 1
    }
    return (squares / max(count, 1)).squareRoot()
  }

  /// The standard error, in pixels, with which the homography says where places are seen, at most: by
  /// the scatter of the correspondences that agree.
  ///
  /// - Returns: `nil` where they do not determine it.
  func largestError(at places: [PixelPoint], _ pairs: [Correspondence]) -> Double? {
    let agreeing = pairs.indices.filter { agrees[$0] }.map { pairs[$0] }
    let count = Double(agreeing.count)
    let middle = agreeing.map { $0.from }.mean()
    let scale = count / max(1e-9, agreeing.reduce(0) { $0 + ($1.from - middle).length })
    var equations = NormalEquations(count: unknowns)
    var squares = 0.0
    for pair in agreeing {
      guard let slopes = slopes(at: pair.from, about: middle, scale: scale),
        let seen = matrix.map(pair.from)
      else { return nil }
      let share = pair.precision.xy / pair.precision.xx
      equations.add(zip(slopes.x, slopes.y).map { $0 + share * $1 }, 0, weight: pair.precision.xx)
      equations.add(slopes.y, 0, weight: pair.precision.yy - share * pair.precision.xy)
      squares += pair.precision.square(of: seen - pair.to)
    }
    guard let covariance = equations.inverse() else { return nil }
    let variance = max(1, squares / max(1, 2 * count - Double(unknowns)))
    var largest = 0.0
    for place in places {
      guard let slopes = slopes(at: place, about: middle, scale: scale) else { return nil }
      var sum = 0.0
      for row in 0..<unknowns {
        for column in 0..<unknowns {
          let products =
            slopes.x[row] * slopes.x[column] + slopes.y[row] * slopes.y[column]
          sum += covariance[row * unknowns + column] * products
        }
      }
      largest = max(largest, (sum * variance).squareRoot())
    }
    return largest
  }

  /// How where a place is seen depends on each of the unknowns, for places counted from `middle` and scaled.
  private func slopes(
    at place: PixelPoint, about middle: PixelPoint, scale: Double
  ) -> (x: [Double], y: [Double])? {
    guard let seen = matrix.map(place) else { return nil }
    let p = (place - middle) * scale
    guard unknowns == 8 else { return ([p.x, -p.y, 1, 0], [p.y, p.x, 0, 1]) }
    let height = matrix.third(place.coordinates) / matrix.third(middle.coordinates)
    return (
      [p.x, p.y, 1, 0, 0, 0, -seen.x * p.x, -seen.x * p.y].map { $0 / height },
      [0, 0, 0, p.x, p.y, 1, -seen.y * p.x, -seen.y * p.y].map { $0 / height }
    )
  }
}
