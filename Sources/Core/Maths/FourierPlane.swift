/// A plane of complex numbers, and its discrete Fourier transform.
///
/// Cooley and Tukey, "An algorithm for the machine calculation of complex Fourier series" (1965), a
/// stage for each factor of the rows' number; from one memory to another, so that the frequencies
/// stand in their order without being sorted (Cochran et al., "What is the fast Fourier
/// transform?", 1967, which names Stockham). All columns are transformed side by side.
package struct FourierPlane: Sendable {
  package private(set) var rows: Int
  package private(set) var columns: Int
  /// Row by row.
  package var real: [Float]
  package var imaginary: [Float]

  /// - Parameters:
  ///   - rows: As many as ``length(holding:)`` says of some number.
  ///   - columns: Likewise.
  ///   - real: Row by row.
  ///   - imaginary: Row by row.
  package init(rows: Int, columns: Int, real: [Float], imaginary: [Float]) {
    precondition(real.count == rows * columns && imaginary.count == rows * columns, "a plane")
    precondition(
      rows > 0 && columns > 0 && Self.factors(of: rows) != nil && Self.factors(of: columns) != nil,
      "no factors but 2, 3 and 5")
    self.rows = rows
    self.columns = columns
    self.real = real
    self.imaginary = imaginary
  }

  /// The next number that has no factors but 2, 3 and 5, for which the transform is fast.
  package static func length(holding count: Int) -> Int {
    var length = max(1, count)
    while factors(of: length) == nil { length += 1 }
    return length
  }

  private static func factors(of count: Int) -> [Int]? {
    var (rest, factors) = (count, [Int]())
    for factor in [5, 4, 3, 2] {
      while rest.isMultiple(of: factor) {
        factors.append(factor)
        rest /= factor
      }
    }
    return rest == 1 ? factors : nil
  }

  /// Becomes its transform, with rows and columns exchanged.
  package mutating func transform() {
    transformColumns()
    transpose()
    transformColumns()
  }

  private mutating func transformColumns() {
    guard let factors = Self.factors(of: rows) else {
      preconditionFailure("a length that has other factors than 2, 3 and 5")
    }
    let turns = (0..<rows).map { k in
      let angle = 2 * Double.pi * Double(k) / Double(rows)
      return SIMD2(Float(cosine(of: angle)), Float(-sine(of: angle)))
    }
    var (nextReal, nextImaginary) = (real, imaginary)
    var step = 1
    for factor in factors {
      pass(factor, step: step, turns, &nextReal, &nextImaginary)
      swap(&real, &nextReal)
      swap(&imaginary, &nextImaginary)
      step *= factor
    }
  }

  /// A stage: transforms of `step` rows become such of `step * factor`.
  private func pass(
    _ factor: Int, step: Int, _ turns: [SIMD2<Float>], _ nextReal: inout [Float],
    _ nextImaginary: inout [Float]
  ) {
    let rest = rows / (step * factor)
    let block = step * columns
    real.withUnsafeBufferPointer { real in
      imaginary.withUnsafeBufferPointer { imaginary in
        nextReal.withUnsafeMutableBufferPointer { nextReal in
          nextImaginary.withUnsafeMutableBufferPointer { nextImaginary in
            for place in 0..<rest {
              for frequency in 0..<factor {
                let target = (factor * place + frequency) * block
                for index in 0..<factor {
                  let source = (place + rest * index) * block
                  // The turn within the stage, and that of its place among all.
                  let angle = frequency * (index * (rows / factor) + place * step)
                  let turn = turns[angle % rows]
                  if index == 0 {
                    for k in 0..<block {
                      let (a, b) = (real[source &+ k], imaginary[source &+ k])
                      nextReal[target &+ k] = turn.x * a - turn.y * b
                      nextImaginary[target &+ k] = turn.x * b + turn.y * a
                    }
                  } else {
                    for k in 0..<block {
                      let (a, b) = (real[source &+ k], imaginary[source &+ k])
                      nextReal[target &+ k] += turn.x * a - turn.y * b
                      nextImaginary[target &+ k] += turn.x * b + turn.y * a
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
  }

  private mutating func transpose() {
    real = Self.transposed(real, rows: rows, columns: columns)
    imaginary = Self.transposed(imaginary, rows: rows, columns: columns)
    swap(&rows, &columns)
  }

  private static func transposed(_ values: [Float], rows: Int, columns: Int) -> [Float] {
    [Float](unsafeUninitializedCapacity: values.count) { target, filled in
      values.withUnsafeBufferPointer { values in
        for column in 0..<columns {
          for row in 0..<rows {
            target[column &* rows &+ row] = values[row &* columns &+ column]
          }
        }
      }
      filled = values.count
    }
  }
}
