internal import VisionCore

/// A board as the first network sees it, roughly.
struct GameboardCandidate: Hashable, Sendable {
  /// In `0...1`.
  var confidence: Float
  var corners: BoardQuadrilateral
}

/// Reads the output of `gameboard.onnx`.
///
/// The output is `[1, 9, rows, columns]`, a cell for each 8 x 8 pixels of the input. Channel 0 is how
/// likely the cell lies on a board; the others are the corners, from the cell's middle, in units of 32
/// pixels: from the far left clockwise, or from the near right, for which end is the far one is not told.
struct GameboardFinderDecoder: Sendable {
  /// The part of the upright picture that is looked at.
  let region: PixelRect
  /// How large it is drawn.
  let drawn: PixelSize

  /// The input is filled up to a multiple of this.
  private static let multiple = 32
  private static let cell = 8
  private static let unit = 32.0
  private static let channels = 9
  /// Cells below this say nothing. The second network judges what they found.
  private static let threshold: Float = 0.12
  private static let mostCandidates = 16
  /// Cells whose corners are that near, in sizes of the board, mean the same board.
  private static let nearness = 0.25

  /// - Parameters:
  ///   - region: At least one pixel.
  ///   - longSide: That of the drawn region.
  init(region: PixelRect, longSide: Int) {
    self.region = region
    let scale = Double(longSide) / Double(region.size.longSide)
    drawn = PixelSize(
      width: max(1, Int((Double(region.width) * scale).rounded())),
      height: max(1, Int((Double(region.height) * scale).rounded())))
  }

  var inputSize: PixelSize {
    func up(_ side: Int) -> Int { (side + Self.multiple - 1) / Self.multiple * Self.multiple }
    return PixelSize(width: up(drawn.width), height: up(drawn.height))
  }

  /// - Returns: The boards, the likeliest first.
  /// - Throws: ``VisionError/unexpectedShape(tensor:expected:actual:)`` for another network's output.
  func candidates(in cells: Tensor) throws(VisionError) -> [GameboardCandidate] {
    let (rows, columns) = (inputSize.height / Self.cell, inputSize.width / Self.cell)
    let expected = [1, Self.channels, rows, columns]
    guard cells.shape == expected else {
      throw .unexpectedShape(tensor: "cells", expected: expected, actual: cells.shape)
    }
    let plane = rows * columns
    let scale = SIMD2(
      Double(region.width) / Double(drawn.width), Double(region.height) / Double(drawn.height))
    let origin = SIMD2(Double(region.x), Double(region.y))
    var votes: [GameboardCandidate] = []
    for index in 0..<plane where cells.values[index] >= Self.threshold {
      // The middle of the cell, counted from the corner of the first pixel.
      let middle =
        (SIMD2(Double(index % columns), Double(index / columns)) + 0.5) * Double(Self.cell)
      let points = (0..<4).map { corner -> SIMD2<Double> in
        let offset = SIMD2(
          Double(cells.values[(1 + 2 * corner) * plane + index]),
          Double(cells.values[(2 + 2 * corner) * plane + index]))
        return origin + (middle + offset * Self.unit) * scale - 0.5
      }
      let corners = BoardQuadrilateral(points: points)
      guard corners.isSound else { continue }
      votes.append(GameboardCandidate(confidence: cells.values[index], corners: corners))
    }
    return Self.merged(votes)
  }

  /// One candidate for each cluster of votes: their mean, weighted by their confidence. Votes may take
  /// either end for the far one: they are turned to agree with the best.
  static func merged(_ votes: [GameboardCandidate]) -> [GameboardCandidate] {
    var rest = votes.sorted { $0.confidence > $1.confidence }
    var candidates: [GameboardCandidate] = []
    while let best = rest.first, candidates.count < mostCandidates {
      let size = best.corners.size
      var sum = [SIMD2<Double>](repeating: SIMD2(), count: 4)
      var total = 0.0
      rest.removeAll { vote in
        guard (0.6...1.7).contains(vote.corners.size / size) else { return false }
        let turned = vote.corners.turned
        let (asIs, other) = (
          best.corners.distance(to: vote.corners), best.corners.distance(to: turned)
        )
        guard min(asIs, other) < nearness else { return false }
        let points = (asIs <= other ? vote.corners : turned).points
        for corner in 0..<4 { sum[corner] += Double(vote.confidence) * points[corner] }
        total += Double(vote.confidence)
        return true
      }
      let corners = BoardQuadrilateral(points: sum.map { $0 / total })
      guard corners.isSound else { continue }
      candidates.append(GameboardCandidate(confidence: best.confidence, corners: corners))
    }
    return candidates
  }
}
