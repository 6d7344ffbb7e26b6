/// Which samples in a row go into one pixel of a drawing, and with which weights: one to the first, one
/// to the last, and one to all between.
struct Share: Hashable {
  var first: Int
  var count: Int
  var lead: Int32
  var inner: Int32
  var trail: Int32

  /// The weight of a sample; 0 for one that does not go into the pixel.
  private func weight(of sample: Int) -> Int32 {
    let place = sample - first
    guard place >= 0, place < count else { return 0 }
    return place == 0 ? lead : place == count - 1 ? trail : inner
  }

  /// What makes of a weighted sum a mean.
  var unit: Float {
    let between = Int32(max(0, count - 2)) &* inner
    return 1 / Float(lead &+ between &+ (count > 1 ? trail : 0))
  }

  /// The same share of samples of which each belongs to two in a row.
  var halved: Share {
    let start = first / 2
    func pair(_ sample: Int) -> Int32 { weight(of: 2 * sample) + weight(of: 2 * sample + 1) }
    let end = (first + count - 1) / 2
    return Share(
      first: start, count: end - start + 1, lead: pair(start), inner: 2 * inner, trail: pair(end))
  }
}

extension Share {
  /// The shares of a drawing's pixels along one side, of `source` samples from `origin` on.
  ///
  /// Means of areas where the drawing is smaller, else between the centres of samples, as OpenCV's
  /// `INTER_AREA` and `INTER_LINEAR`; the weights are rounded to whole numbers.
  ///
  /// - Parameters:
  ///   - origin: The first sample that is drawn.
  ///   - source: How many samples are drawn.
  ///   - target: How many pixels they become.
  ///   - grows: Whether any side of the drawing is longer than that of the source.
  ///   - budget: What the weights of a pixel add up to, give or take one.
  /// - Returns: One share for each pixel, with rising samples.
  static func along(
    _ origin: Int, _ source: Int, to target: Int, grows: Bool, budget: Int
  ) -> [Share] {
    let scale = Double(source) / Double(target)
    return (0..<target).map { pixel in
      var share =
        grows
        ? between(Double(pixel) * scale + scale / 2 - 0.5, of: source, budget)
        : area(from: Double(pixel) * scale, scale, of: source, budget)
      share.first += origin
      return share
    }
  }

  private static func area(
    from start: Double, _ scale: Double, of source: Int, _ budget: Int
  ) -> Share {
    // Less than a thousandth of a sample is the rounding of the division.
    let first = min(Int((start + 1e-3).rounded(.down)), source - 1)
    let last = min(max(Int((start + scale - 1e-3).rounded(.up)) - 1, first), source - 1)
    let whole = max(1, Double(budget) / scale).rounded(.down)
    func weight(_ sample: Int) -> Int32 {
      let part = min(Double(sample + 1), start + scale) - max(Double(sample), start)
      return Int32((whole * min(max(part, 0), 1)).rounded())
    }
    let count = last - first + 1
    return Share(
      first: first, count: count, lead: count == 1 ? Int32(whole) : weight(first),
      inner: Int32(whole), trail: weight(last))
  }

  private static func between(_ place: Double, of source: Int, _ budget: Int) -> Share {
    let within = min(max(place, 0), Double(source - 1))
    let first = Int(within.rounded(.down))
    let trail = Int32(((within - Double(first)) * Double(budget)).rounded())
    return Share(
      first: first, count: trail == 0 ? 1 : 2, lead: Int32(budget) - trail, inner: 0, trail: trail)
  }
}
