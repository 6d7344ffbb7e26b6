/// Scaled dot-product attention of several heads: each place becomes a mean of all places' values,
/// weighed by how well their keys match its query.
///
/// Vaswani et al., "Attention Is All You Need" (2017), section 3.2,
/// <https://arxiv.org/abs/1706.03762>. In floats: it is a small part of a transformer's products,
/// and what it multiplies has no weights that could be rounded beforehand.
struct Attention {
  var heads: Int

  /// How many floats of memory it works in, for a number of places and of output channels.
  func scratch(places: Int, outputs: Int) -> Int {
    // A head's keys and values, and two queries' weights.
    2 * places * (outputs / heads) + 2 * Self.rowLength(places)
  }

  private static func rowLength(_ places: Int) -> Int { (places + 3) / 4 * 4 }

  /// Does the layer's work.
  ///
  /// - Parameters:
  ///   - input: Queries, keys and values, a third of the channels each, of one head after the
  ///     other.
  ///   - output: As many places.
  ///   - scratch: Where in memory it may work.
  ///   - memory: Where `input` and `output` lie.
  func run(
    _ input: NetworkPlan.Plane, to output: NetworkPlan.Plane, scratch: Int,
    in memory: UnsafeMutablePointer<Float>
  ) {
    let places = input.places
    let size = output.channels / heads
    let keys = memory + scratch
    let values = keys + places * size
    let rows = values + places * size
    for head in 0..<heads {
      let queries = memory + input.origin + head * size
      Self.copy(queries + output.channels, step: input.columnStep, to: keys, places, size)
      Self.copy(queries + 2 * output.channels, step: input.columnStep, to: values, places, size)
      let target = memory + output.origin + head * size
      for place in stride(from: 0, to: places, by: 2) {
        // A last place without a neighbour is done twice.
        let next = min(place + 1, places - 1)
        Self.match(
          queries + place * input.columnStep, queries + next * input.columnStep, with: keys, places,
          size,
          to: rows)
        Self.softmax(rows, count: places)
        Self.softmax(rows + Self.rowLength(places), count: places)
        Self.mix(
          values, places, size, by: rows, to: target + place * output.columnStep,
          target + next * output.columnStep)
      }
    }
  }

  /// Copies a head's channels of all places next to each other.
  @inline(__always)
  private static func copy(
    _ source: UnsafeMutablePointer<Float>, step: Int, to target: UnsafeMutablePointer<Float>,
    _ places: Int, _ size: Int
  ) {
    for place in 0..<places {
      (target + place * size).update(from: source + place * step, count: size)
    }
  }

  /// Writes two queries' products with each key, scaled, into two rows.
  @inline(__always)
  private static func match(
    _ first: UnsafeMutablePointer<Float>, _ second: UnsafeMutablePointer<Float>,
    with keys: UnsafeMutablePointer<Float>, _ places: Int, _ size: Int,
    to rows: UnsafeMutablePointer<Float>
  ) {
    let scale = 1 / Float(size).squareRoot()
    let length = rowLength(places)
    for place in stride(from: 0, to: places, by: 2) {
      let next = min(place + 1, places - 1)
      let (a, b) = (keys + place * size, keys + next * size)
      var (s0, s1) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
      var (s2, s3) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
      for channel in stride(from: 0, to: size, by: 4) {
        let (p, q) = (first.vector(channel).pointee, second.vector(channel).pointee)
        let (k, l) = (a.vector(channel).pointee, b.vector(channel).pointee)
        s0 += p * k
        s1 += p * l
        s2 += q * k
        s3 += q * l
      }
      rows[place] = s0.sum() * scale
      rows[next] = s1.sum() * scale
      rows[length + place] = s2.sum() * scale
      rows[length + next] = s3.sum() * scale
    }
  }

  /// A row's numbers become positive, with a sum of 1.
  @inline(__always)
  private static func softmax(_ row: UnsafeMutablePointer<Float>, count: Int) {
    // What fills the last vector up counts for nothing.
    for place in count..<rowLength(count) { row[place] = -.infinity }
    var most = row.vector(0).pointee
    for place in stride(from: 4, to: count, by: 4) {
      let vector = row.vector(place).pointee
      most.replace(with: vector, where: vector .> most)
    }
    let largest = SIMD4(repeating: most.max())
    var sum = SIMD4<Float>.zero
    for place in stride(from: 0, to: count, by: 4) {
      let power = vectorExponential(row.vector(place).pointee - largest)
      row.vector(place).pointee = power
      sum += power
    }
    let inverse = 1 / sum.sum()
    for place in stride(from: 0, to: count, by: 4) { row.vector(place).pointee *= inverse }
  }

  /// Writes two means of the values, weighed by two rows.
  @inline(__always)
  private static func mix(
    _ values: UnsafeMutablePointer<Float>, _ places: Int, _ size: Int,
    by rows: UnsafeMutablePointer<Float>, to first: UnsafeMutablePointer<Float>,
    _ second: UnsafeMutablePointer<Float>
  ) {
    let length = rowLength(places)
    for channel in stride(from: 0, to: size, by: 4) {
      var (a, b) = (SIMD4<Float>.zero, SIMD4<Float>.zero)
      for place in 0..<places {
        let value = (values + place * size).vector(channel).pointee
        a += rows[place] * value
        b += rows[length + place] * value
      }
      first.vector(channel).pointee = a
      second.vector(channel).pointee = b
    }
  }
}
