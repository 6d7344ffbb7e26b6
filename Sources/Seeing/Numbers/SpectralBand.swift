/// A band of a spectrogram: a triangle over the frequencies of a transform.
struct SpectralBand {
  /// The first frequency that counts.
  private let first: Int
  private let weights: [Float]

  /// - Parameters:
  ///   - left: Where the triangle begins, in hertz.
  ///   - middle: Where it is highest.
  ///   - right: Where it ends.
  ///   - height: At its middle.
  ///   - spacing: From one frequency of the transform to the next, in hertz.
  ///   - frequencies: How many the transform has.
  init(
    from left: Double, through middle: Double, to right: Double, height: Double, spacing: Double,
    frequencies: Int
  ) {
    let inside = (0..<frequencies).filter { (left..<right).contains(Double($0) * spacing) }
    first = inside.first ?? 0
    weights = inside.map { frequency in
      let hertz = Double(frequency) * spacing
      let share = min((hertz - left) / (middle - left), (right - hertz) / (right - middle))
      return Float(share * height)
    }
  }

  /// The power in it.
  func sum(of power: [Float]) -> Float {
    var sum: Float = 0
    for (weight, index) in zip(weights, first...) { sum += weight * power[index] }
    return sum
  }
}
