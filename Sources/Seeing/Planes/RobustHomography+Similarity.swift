internal import PlayfieldMaths
import VisionCore

extension RobustHomography {
  /// The shift, turn and change of size on which most of what was found agrees: what a camera that is held does to
  /// a whole scene. Where things move before it, a homography follows some of them as well; this does not.
  ///
  /// By random samples and reweighted least squares, as a homography. Fails where no four correspondences agree.
  ///
  /// - Parameter pairs: What was found, some of it wrong.
  init?(similarityOf pairs: [Correspondence]) {
    guard pairs.count >= 4 else { return nil }
    let total = pairs.reduce(0) { $0 + $1.weight }
    var generator = SplitMix64(seed: 1)
    var best: (matrix: Matrix3, support: Double)?
    var (samples, needed) = (0, 200)
    while samples < needed {
      samples += 1
      let one = pairs[Int(generator.next(upperBound: UInt64(pairs.count)))]
      let other = pairs[Int(generator.next(upperBound: UInt64(pairs.count)))]
      guard (one.from - other.from).length > Self.minimumBase,
        let matrix = Self.similarity([one, other], weights: [one.precision, other.precision])
      else { continue }
      let support = Self.support(of: matrix, pairs)
      guard support > best?.support ?? 0 else { continue }
      best = (matrix, support)
      let share = Float(min(1, support / max(total, 1e-9)))
      if share >= 0.99 {
        needed = min(needed, 8)
      } else if share > 0.1 {
        let wanted = naturalLogarithm(1 - Self.confidence) / naturalLogarithm(1 - share * share)
        needed = min(needed, Int(wanted) + 8)
      }
    }
    guard var matrix = best?.matrix else { return nil }
    for _ in 0..<4 {
      let near = pairs.map { (pair: $0, rest: 1 - Self.offence(of: $0, matrix)) }.filter {
        $0.rest > 0
      }
      guard
        let next = Self.similarity(
          near.map { $0.pair },
          weights: near.map { $0.pair.precision.scaled($0.pair.weight * $0.rest * $0.rest) })
      else { break }
      matrix = next
    }
    self.init(matrix: matrix, of: pairs, unknowns: 4)
    guard agrees.count(where: { $0 }) >= 4 else { return nil }
  }

  /// Places nearer to each other than this many pixels say little of a turn.
  private static let minimumBase = 20.0

  /// The similarity nearest to correspondences.
  private static func similarity(
    _ pairs: [Correspondence], weights: [Symmetric2]
  ) -> Matrix3? {
    let count = Double(pairs.count)
    let middle = pairs.map { $0.from }.mean()
    let scale = count / max(1e-9, pairs.reduce(0) { $0 + ($1.from - middle).length })
    var equations = NormalEquations(count: 4)
    for (pair, weight) in zip(pairs, weights) {
      let p = (pair.from - middle) * scale
      let (x, y) = ([p.x, -p.y, 1, 0], [p.y, p.x, 0, 1])
      // The squares of correlated errors, as a sum of two.
      let share = weight.xy / weight.xx
      equations.add(
        zip(x, y).map { $0 + share * $1 }, pair.to.x + share * pair.to.y, weight: weight.xx)
      equations.add(y, pair.to.y, weight: weight.yy - share * weight.xy)
    }
    guard let solution = equations.solution() else { return nil }
    let (cosine, sine) = (solution[0] * scale, solution[1] * scale)
    let shift = SIMD2(
      solution[2] - cosine * middle.x + sine * middle.y,
      solution[3] - sine * middle.x - cosine * middle.y)
    return Matrix3(
      SIMD3(cosine, -sine, shift.x), SIMD3(sine, cosine, shift.y), SIMD3(0, 0, 1))
  }
}
