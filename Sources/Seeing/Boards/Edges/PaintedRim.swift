internal import PlayfieldMaths
internal import VisionCore

/// A rim in another colour that is painted round a board.
enum PaintedRim {
  /// So wide it is at most and at least, in widths of the board.
  static let (maximumWidth, minimumWidth) = (0.05, 0.008)
  /// How much wider it may be on one side than on another; and by how many levels of a colour one
  /// side may differ: shadows and planks are not alike all round.
  private static let (wider, unlike) = (2.5, 40)
  /// How much of an edge's support its partner must have.
  private static let partnersShare = 0.5
  private static let outwards = [SIMD2(0.0, -1), SIMD2(1, 0), SIMD2(0, 1), SIMD2(-1, 0)]

  /// The edges outside of four, where these are a painted rim's, which is often clearer against the
  /// board within it than against the ground: three have a line outside, or two do and the others,
  /// the outer ones already, have one inside, at a like distance and with a like colour between. Of
  /// a box, a camera sees the walls of two sides at most, so that three such lines are not the feet
  /// of walls; nor are two, where the other sides show a rim, too.
  ///
  /// - Parameters:
  ///   - edges: From the far one clockwise.
  ///   - others: What else each edge may be, in the same places.
  ///   - board: What they were found in.
  /// - Returns: `nil` where they are no rim's.
  static func outerEdges(
    of edges: [BoardEdge], among others: [[BoardEdge]], in board: StraightenedBoard
  ) -> [BoardEdge]? {
    let outside = (0..<4).map { partner(of: edges[$0], among: others[$0], towards: outwards[$0]) }
    let inside = (0..<4).map { side in
      outside[side] == nil
        ? partner(of: edges[side], among: others[side], towards: -outwards[side]) : nil
    }
    let outsideCount = outside.count { $0 != nil }
    let areOutside = outsideCount >= 3
    guard areOutside || outsideCount == 2 && inside.count(where: { $0 != nil }) == 2 else {
      return nil
    }
    var (narrowest, widest) = (1e9, 0.0)
    var (darkest, lightest) = (SIMD3<UInt8>(repeating: 255), SIMD3<UInt8>.zero)
    for side in 0..<4 {
      guard let partner = outside[side] ?? (areOutside ? nil : inside[side]) else { continue }
      let color = color(between: edges[side].line, partner.edge.line, in: board)
      darkest = darkest.replacing(with: color, where: color .< darkest)
      lightest = lightest.replacing(with: color, where: color .> lightest)
      if (0..<3).contains(where: { Int(lightest[$0]) - Int(darkest[$0]) > unlike }) { return nil }
      narrowest = min(narrowest, partner.distance)
      widest = max(widest, partner.distance)
    }
    guard widest <= wider * narrowest else { return nil }
    return (0..<4).map { outside[$0]?.edge ?? edges[$0] }
  }

  /// The clearest line next to an edge that is as far from it as a painted rim is wide, and how far
  /// that is.
  private static func partner(
    of edge: BoardEdge, among others: [BoardEdge], towards direction: SIMD2<Double>
  ) -> (edge: BoardEdge, distance: Double)? {
    guard edge.line.support > 0 else { return nil }
    var best: (edge: BoardEdge, distance: Double)?
    for other in others {
      let a = ((other.line.start - edge.line.start) * direction).sum()
      let b = ((other.line.end - edge.line.end) * direction).sum()
      guard min(a, b) >= minimumWidth, max(a, b) <= maximumWidth,
        other.line.support >= partnersShare * edge.line.support,
        other.line.support > best?.edge.line.support ?? -1
      else { continue }
      best = (other, (a + b) / 2)
    }
    return best
  }

  /// The colour half-way between two lines along an edge, the median of what is seen of it; black
  /// where nothing is.
  private static func color(
    between inner: BoardLine, _ outer: BoardLine, in board: StraightenedBoard
  ) -> SIMD3<UInt8> {
    let samples = 33
    let start = 0.5 * (inner.start.coordinates + outer.start.coordinates)
    let along = 0.5 * (inner.end.coordinates + outer.end.coordinates) - start
    let colors = (0..<samples).compactMap { k in
      let share = 0.05 + 0.9 * Double(k) / Double(samples - 1)
      return board.color(at: BoardWidthPoint(start + share * along))
    }
    func median(_ channel: Int) -> UInt8 { colors.map { $0[channel] }.median() ?? 0 }
    return SIMD3(median(0), median(1), median(2))
  }
}
