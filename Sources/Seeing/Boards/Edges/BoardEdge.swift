internal import VisionCore

/// One of the lines that an edge of a board may be.
struct BoardEdge {
  var line: BoardLine
  /// How much it is too far from where it was guessed.
  var doubt: Double
  var clearness: EdgeClearness
}

/// A straight line through two places on a board.
struct BoardLine {
  var start: BoardWidthPoint
  var end: BoardWidthPoint
  /// How much of it is an edge in the picture, in `0...1`.
  var support: Double

  /// Where it meets another line; no number where they are parallel.
  func meeting(_ other: BoardLine) -> BoardWidthPoint {
    let (u, v) = (end - start, other.end - other.start)
    let determinant = u.x * v.y - u.y * v.x
    guard abs(determinant) >= 1e-6 else { return BoardWidthPoint(x: .nan, y: .nan) }
    let way = other.start - start
    return start + (way.x * v.y - way.y * v.x) / determinant * u
  }
}

/// How clear an edge is along its line, summed row by row.
struct EdgeClearness {
  /// Of the rows that are seen.
  private var sums = [0.0]
  private var counts = [0]

  mutating func add(_ clearness: Double?) {
    sums.append(sums[sums.count - 1] + (clearness ?? 0))
    counts.append(counts[counts.count - 1] + (clearness == nil ? 0 : 1))
  }

  /// The mean from one row to another, without the latter; 0 where none is seen.
  func mean(from start: Double, to end: Double) -> Double {
    func row(_ row: Double) -> Int {
      Int(min(max(row, 0), Double(sums.count - 1)).rounded(.toNearestOrAwayFromZero))
    }
    guard start.isFinite, end.isFinite else { return 0 }
    let (first, last) = (row(start), row(end))
    guard last > first, counts[last] > counts[first] else { return 0 }
    return (sums[last] - sums[first]) / Double(counts[last] - counts[first])
  }
}

/// How clearly a change in levels is an edge, in `0..<1`: weak ones count little, and strong ones
/// not more than clear ones.
@inline(__always)
func evidence(ofChange change: Double) -> Double { change / (change + 3) }

/// What each edge of a board may be, from the far one clockwise, the likeliest first, at most
/// `count` each; the edge as it was guessed where none is seen.
func boardEdges(
  in board: StraightenedBoard, _ slopes: PictureSlopes, doubt: EdgeDoubt, count: Int
) -> [[BoardEdge]] {
  let inside = board.inside.eroded.eroded
  let corners = StraightenedBoard.corners
  return (0..<4).map { side in
    let guess = BoardLine(start: corners[side], end: corners[(side + 1) % 4], support: 0)
    let crests = EdgeCrests(
      near: guess, in: board, changes: side % 2 == 0 ? slopes.down : slopes.across, inside: inside,
      doubt: doubt)
    var edges: [BoardEdge] = []
    if crests.known.count >= EdgeCrests.rows / 3 {
      for crossing in crests.bestCrossings(doubt: doubt.likely, count: count) {
        guard let line = crests.line(along: crossing, in: board) else { continue }
        edges.append(
          BoardEdge(line: line, doubt: crossing.doubt, clearness: crests.clearness(along: crossing))
        )
      }
    }
    return edges.isEmpty
      ? [BoardEdge(line: guess, doubt: 0, clearness: EdgeClearness())] : edges
  }
}

/// How well edges are seen as far as they go, from corner to corner, and how little they continue
/// there: an edge of the board ends where the next begins, while a stripe on it, or the foot of its
/// front, does not. Of what is farther out than the rows nothing is known.
///
/// - Parameters:
///   - edges: From the far one clockwise.
///   - places: The corners between them, from the far left clockwise.
/// - Returns: 4 at most.
func score(of edges: [BoardEdge], between places: [BoardWidthPoint]) -> Double {
  // The weight of an edge that continues beyond a corner.
  let beyondWeight = 0.45
  let beyond = Double(EdgeCrests.beyond)
  let corners = StraightenedBoard.corners
  var score = 0.0
  for side in 0..<4 {
    let along = corners[(side + 1) % 4] - corners[side]
    func row(_ place: BoardWidthPoint) -> Double {
      let way = place - corners[side]
      return EdgeCrests.row(at: (way * along).sum() / (along * along).sum())
    }
    let (first, last) = (row(places[side]), row(places[(side + 1) % 4]))
    let clearness = edges[side].clearness
    score += clearness.mean(from: first + 1, to: last) - edges[side].doubt
    score -= beyondWeight * clearness.mean(from: first - beyond, to: first - 1)
    score -= beyondWeight * clearness.mean(from: last + 2, to: last + beyond + 1)
  }
  return score
}
