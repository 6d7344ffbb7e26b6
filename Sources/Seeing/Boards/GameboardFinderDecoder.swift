package import VisionCore

/// A board as the first network sees it, roughly.
package struct GameboardCandidate: Hashable, Sendable {
  /// In `0...1`.
  package var confidence: Float
  package var corners: BoardQuadrilateral

  package init(confidence: Float, corners: BoardQuadrilateral) {
    self.confidence = confidence
    self.corners = corners
  }
}

/// Reads the output of `gameboard.onnx`.
///
/// The output is `[1, 9, rows, columns]`, a cell for each 8 x 8 pixels of the input. Channel 0 is how
/// likely the cell lies on a board; the others are the corners, from the cell's middle, in units of 32
/// pixels: from the far left clockwise, or from the near right, for which end is the far one is not known.
package struct GameboardFinderDecoder: Sendable {
  /// The part of the upright picture that is looked at.
  let region: PixelRect
  /// How large it is drawn.
  private let drawn: PixelSize

  /// The input is filled up to a multiple of this.
  private static let multiple = 32
  private static let cell = 8
  private static let unit = 32.0
  private static let channels = 9
  /// Cells below this say nothing. The second network judges what they found.
  private static let threshold: Float = 0.12
  private static let mostCandidates = 16
  /// The likelihoods along which boards are outlined; how likely a board's likeliest cell is at least, and how many
  /// cells large it is.
  private static let outlineLevels: [Float] = [0.2, 0.35, 0.5]
  private static let minimumPeak: Float = 0.3
  private static let minimumCells = 1.5
  /// Cells whose corners are that near, in sizes of the board, mean the same board.
  private static let nearness = 0.25

  /// - Parameters:
  ///   - region: At least one pixel.
  ///   - longSide: That of the drawn region.
  package init(region: PixelRect, longSide: Int) {
    self.region = region
    let scale = Double(longSide) / Double(region.size.longSide)
    drawn = PixelSize(
      width: max(1, Int((Double(region.width) * scale).rounded())),
      height: max(1, Int((Double(region.height) * scale).rounded())))
  }

  package var inputSize: PixelSize {
    func up(_ side: Int) -> Int { (side + Self.multiple - 1) / Self.multiple * Self.multiple }
    return PixelSize(width: up(drawn.width), height: up(drawn.height))
  }

  /// How the part is drawn into the network's input.
  ///
  /// - Parameter picture: The upright picture's size.
  /// - Returns: The part in the input's top left corner.
  package func drawing(of picture: PixelSize) -> Drawing {
    Drawing(
      picture: picture, region: region,
      place: PixelRect(x: 0, y: 0, width: drawn.width, height: drawn.height), inputSize: inputSize)
  }

  /// - Returns: The boards, the likeliest first.
  /// - Throws: ``UnexpectedShape`` for another network's output.
  package func candidates(in cells: Tensor) throws(UnexpectedShape) -> [GameboardCandidate] {
    let grid = try grid(of: cells)
    let (columns, plane) = (grid.width, grid.width * grid.height)
    var votes: [GameboardCandidate] = []
    for index in 0..<plane where cells.values[index] >= Self.threshold {
      let cell = PixelPoint(x: Double(index % columns), y: Double(index / columns))
      let middle = EdgePoint(cell) * Double(Self.cell)
      let points = (0..<4).map { corner -> PixelPoint in
        let offset = SIMD2(
          Double(cells.values[(1 + 2 * corner) * plane + index]),
          Double(cells.values[(2 + 2 * corner) * plane + index]))
        return PixelPoint(origin + ((middle + offset * Self.unit) * scale).coordinates)
      }
      let corners = BoardQuadrilateral(points: points)
      guard corners.isSound else { continue }
      votes.append(GameboardCandidate(confidence: cells.values[index], corners: corners))
    }
    return Self.merged(votes)
  }

  /// Boards by the outlines of the cells that lie on them: of a small one, seen from afar, the network sees better
  /// where it is than where its corners are.
  ///
  /// - Returns: The corners of the outlines, from any of them clockwise.
  /// - Throws: ``UnexpectedShape`` for another network's output.
  package func outlines(in cells: Tensor) throws(UnexpectedShape) -> [GameboardCandidate] {
    let size = try grid(of: cells)
    let pixels = (0..<size.width * size.height).map {
      // What is not a number is not a board, either.
      cells.values[$0] > 0 ? UInt8(min(cells.values[$0], 1) * 255) : 0
    }
    var candidates: [GameboardCandidate] = []
    for level in Self.outlineLevels {
      let tracer = ContourTracer(
        pixels: pixels, size: size, level: 255 * level, isDark: false, minimumStep: 0)
      for outline in tracer.outlines() where outline.parent == nil {
        let polygon = ConvexPolygon(
          around: outline.points.map { SIMD2(Double($0.x), Double($0.y)) })
        guard let corners = polygon?.enclosingQuadrilateral else { continue }
        let inCells = BoardQuadrilateral(points: corners.map { PixelPoint($0) })
        guard inCells.size * inCells.size >= Self.minimumCells else { continue }
        var peak: Float = 0
        for point in outline.points {
          // Its own cells are a step inside.
          for (dx, dy) in [(0, 0), (1, 0), (0, 1), (-1, 0), (0, -1)] {
            let (x, y) = (Int(point.x.rounded()) + dx, Int(point.y.rounded()) + dy)
            guard x >= 0, y >= 0, x < size.width, y < size.height else { continue }
            peak = max(peak, cells.values[y * size.width + x])
          }
        }
        guard peak >= Self.minimumPeak else { continue }
        let pixelsPerCell = Double(Self.cell) * scale
        let points = inCells.points.map {
          PixelPoint(origin + (EdgePoint($0) * pixelsPerCell).coordinates)
        }
        let quadrilateral = BoardQuadrilateral(points: points)
        guard quadrilateral.isSound else { continue }
        candidates.append(GameboardCandidate(confidence: peak, corners: quadrilateral))
      }
    }
    return candidates
  }

  /// How many cells there are.
  private func grid(of cells: Tensor) throws(UnexpectedShape) -> PixelSize {
    let (rows, columns) = (inputSize.height / Self.cell, inputSize.width / Self.cell)
    let expected = [1, Self.channels, rows, columns]
    guard cells.shape == expected else {
      throw UnexpectedShape(tensor: "cells", expected: expected, actual: cells.shape)
    }
    return PixelSize(width: columns, height: rows)
  }

  /// Where the region begins.
  private var origin: EdgePoint { EdgePoint(x: Double(region.x), y: Double(region.y)) }

  /// Pixels of the picture that one that is drawn takes up.
  private var scale: SIMD2<Double> {
    region.size.vector / drawn.vector
  }

  /// One candidate for each cluster of votes: their mean, weighted by their confidence. Votes may take
  /// either end for the far one: they are turned to agree with the best.
  package static func merged(_ votes: [GameboardCandidate]) -> [GameboardCandidate] {
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
        for corner in 0..<4 { sum[corner] += Double(vote.confidence) * points[corner].coordinates }
        total += Double(vote.confidence)
        return true
      }
      let corners = BoardQuadrilateral(points: sum.map { PixelPoint($0 / total) })
      guard corners.isSound else { continue }
      candidates.append(GameboardCandidate(confidence: best.confidence, corners: corners))
    }
    return candidates
  }
}
