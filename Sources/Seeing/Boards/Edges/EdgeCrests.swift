internal import VisionCore

/// How far the edges may be from where they were guessed, in widths of the board, and how far they
/// likely are.
struct EdgeDoubt {
  var maximum: Double
  var likely: Double
}

/// The places near a line where a picture changes most, row by row across it.
struct EdgeCrests {
  /// The rows between the corners as they were guessed, and beyond each of them.
  static let (rows, beyond) = (56, 8)
  private static let all = rows + 2 * beyond

  /// The line's ends, and the direction across it, in pixels of the straightened board.
  private let start: SIMD2<Double>
  private let end: SIMD2<Double>
  private let across: SIMD2<Double>
  /// A row reaches so far to both sides, in half pixels.
  private let reach: Int
  private var width: Int { 2 * reach + 1 }
  /// How many half pixels a width of the board takes up across the line.
  private let scale: Double
  /// How strongly the picture changes there, of all rows; 0 where that is no crest.
  private var strengths: [Double]
  /// What that says of an edge.
  private var clearness: [Float]
  /// Whether a row lies in the picture.
  private var isSeen: [Bool]
  /// Those that do, between the corners.
  private(set) var known: [Int] = []

  /// 0 for the first row between the corners, 1 for the last.
  private static func share(of row: Int) -> Double { Double(row - beyond) / Double(rows - 1) }

  /// Where a row is on the line, 0 being its start: the corners themselves speak of the other
  /// edges.
  private static func place(ofShare share: Double) -> Double { 0.02 + 0.96 * share }

  /// The row at a place, between two where that is.
  static func row(at place: Double) -> Double {
    (place - 0.02) / 0.96 * Double(rows - 1) + Double(beyond)
  }

  /// A row is known where it lies in the picture as far as the edge likely does.
  ///
  /// - Parameters:
  ///   - guess: The line.
  ///   - board: What is looked at.
  ///   - changes: How strongly the picture changes across the line.
  ///   - inside: Where it shows the image, but for its border, which is no edge.
  ///   - doubt: How far the edge may be from the line.
  init(
    near guess: BoardLine, in board: StraightenedBoard, changes: FloatPlane, inside: BytePlane,
    doubt: EdgeDoubt
  ) {
    start = board.pixel(of: guess.start)
    end = board.pixel(of: guess.end)
    let along = (end - start) / (end - start).length
    across = SIMD2(-along.y, along.x)
    scale = 2 * (abs(across.y) > abs(across.x) ? board.scale.y : board.scale.x)
    reach = max(3, Int((doubt.maximum * scale).rounded(.up)))
    let needed = min(max(Int((doubt.likely * scale).rounded(.up)), 3), reach)
    let width = 2 * reach + 1
    strengths = [Double](repeating: 0, count: Self.all * width)
    clearness = [Float](repeating: 0, count: Self.all * width)
    isSeen = [Bool](repeating: false, count: Self.all)
    var row = [Double](repeating: 0, count: width)
    for index in 0..<Self.all {
      let middle = start + Self.place(ofShare: Self.share(of: index)) * (end - start)
      var isKnown = true
      for step in -reach...reach {
        let place = middle + 0.5 * Double(step) * across
        let change = Self.change(at: place, changes, inside)
        row[step + reach] = change ?? 0
        if change == nil, abs(step) <= needed { isKnown = false }
      }
      guard isKnown else { continue }
      isSeen[index] = true
      if (Self.beyond..<Self.beyond + Self.rows).contains(index) { known.append(index) }
      keepCrests(of: row, at: index * width)
    }
  }

  private static func change(
    at place: SIMD2<Double>, _ changes: FloatPlane, _ inside: BytePlane
  ) -> Double? {
    guard let change = changes.value(at: place) else { return nil }
    let pixel = place.rounded(.toNearestOrEven)
    return inside[Int(pixel.x), Int(pixel.y)] != 0 ? Double(change) : nil
  }

  /// Only crests count, not their flanks.
  private mutating func keepCrests(of row: [Double], at start: Int) {
    for k in 1..<row.count - 1 {
      var highest = row[max(0, k - 2)]
      for other in max(0, k - 2)...min(row.count - 1, k + 2) { highest = max(highest, row[other]) }
      guard row[k] > 0.85 * highest else { continue }
      strengths[start + k] = row[k]
      clearness[start + k] = Float(evidence(ofChange: row[k]))
    }
  }

  /// A line by where it crosses the first and the last row between the corners.
  struct Crossing {
    fileprivate var first: Int
    fileprivate var last: Int
    /// How much it is too far from the middle of the rows.
    fileprivate(set) var doubt: Double
    fileprivate var score: Double

    fileprivate func place(inRow row: Int) -> Double {
      Double(first) + Double(last - first) * EdgeCrests.share(of: row)
    }
  }

  /// The lines along which most of the picture changes, the best first, at most `count`. What one
  /// is found by does not help to find the next, or a strong line would come with all that cross
  /// it.
  ///
  /// - Parameters:
  ///   - doubt: How far from the middle of the rows the line is likely to be, in widths of the
  ///     board.
  ///   - count: How many are sought.
  /// - Returns: None where too little changes.
  func bestCrossings(doubt: Double, count: Int) -> [Crossing] {
    // How far about a line, in half pixels, changes are its own.
    let own = 4
    var clear = clearness
    let slants = slants
    var best: [Crossing] = []
    while best.count < count, let top = bestCrossing(clear, slants, doubt: doubt) {
      // Nothing is left to be seen.
      guard top.score + top.doubt > 0 else { break }
      best.append(top)
      for row in known {
        let middle = Int(top.place(inRow: row) + 0.5)
        let (low, high) = (max(0, middle - own), min(width - 1, middle + own))
        guard low <= high else { continue }
        for k in low...high { clear[row * width + k] = 0 }
      }
    }
    return best
  }

  /// How far each slant, from the first row to the last, has moved sideways in each known row.
  private var slants: [Int32] {
    var slants: [Int32] = []
    for row in known {
      let share = Self.share(of: row)
      for slant in 1 - width..<width {
        slants.append(Int32((Double(slant) * share + 0.5).rounded(.down)))
      }
    }
    return slants
  }

  private func bestCrossing(_ clear: [Float], _ slants: [Int32], doubt: Double) -> Crossing? {
    // How much the doubt weighs, at most, against what is seen.
    let doubtWeight = 0.3
    var top: Crossing?
    var sums = [Float](repeating: 0, count: width)
    for first in 0..<width {
      sum(clear, slants, from: first, into: &sums)
      let u = Double(first - reach) / (doubt * scale)
      for last in 0..<width {
        let v = Double(last - reach) / (doubt * scale)
        let away = u * u + v * v
        // There are other edges near by; but once the guess was wrong it says little about where.
        let doubted = doubtWeight * away / (away + 2)
        let score = Double(sums[last]) / Double(known.count) - doubted
        if score > top?.score ?? -1e9 {
          top = Crossing(first: first, last: last, doubt: doubted, score: score)
        }
      }
    }
    return top
  }

  /// Sums up what is seen along all lines from a place of the first row.
  private func sum(_ clear: [Float], _ slants: [Int32], from first: Int, into sums: inout [Float]) {
    let (width, step) = (width, 2 * width - 1)
    sums.withUnsafeMutableBufferPointer { sums in
      sums.update(repeating: 0)
      clear.withUnsafeBufferPointer { clear in
        slants.withUnsafeBufferPointer { slants in
          var slant: Int = width &- 1 &- first
          for index in known {
            let row: Int = index &* width &+ first
            for last in 0..<width {
              let place: Int = row &+ Int(slants[slant &+ last])
              sums[last] += clear[place]
            }
            slant &+= step
          }
        }
      }
    }
  }

  /// The line along a crossing to a fraction of a pixel, by least squares; `nil` where there is no
  /// such edge.
  func line(along crossing: Crossing, in board: StraightenedBoard) -> BoardLine? {
    var points: [(share: Double, place: Double, weight: Double)] = []
    var support = 0.0
    for row in known {
      let expected = crossing.place(inRow: row)
      var (moment, weight) = (0.0, 0.0)
      for k in max(0, Int(expected) - 2)...min(width - 1, Int(expected) + 3) {
        let strength = strengths[row * width + k]
        moment += strength * Double(k)
        weight += strength
      }
      guard weight > 0 else { continue }
      // Half as clear as where lines are chosen: grass must not pass for an edge.
      let clear = evidence(ofChange: weight / 4)
      support += clear / Double(Self.rows)
      points.append((Self.share(of: row), moment / weight, clear))
    }
    guard support >= 0.25, let (offset, slope) = Self.robustLine(through: points) else {
      return nil
    }
    func found(at place: Double) -> BoardWidthPoint {
      let from = Self.place(ofShare: 0)
      let share = (place - from) / (Self.place(ofShare: 1) - from)
      let away = offset + slope * share - Double(reach)
      let middle = start + place * (end - start)
      return board.place(of: middle + 0.5 * away * across)
    }
    return BoardLine(start: found(at: 0), end: found(at: 1), support: support)
  }

  /// Least squares with Tukey's weights, which leave out what does not lie on the line.
  private static func robustLine(
    through points: [(share: Double, place: Double, weight: Double)]
  ) -> (offset: Double, slope: Double)? {
    var (offset, slope) = (0.0, 0.0)
    for round in 0..<4 {
      var (s0, s1, s2, v0, v1) = (0.0, 0.0, 0.0, 0.0, 0.0)
      for point in points {
        var weight = point.weight
        if round > 0 {
          let miss = (point.place - offset - slope * point.share) / 2.5
          weight *= abs(miss) < 1 ? (1 - miss * miss) * (1 - miss * miss) : 0
        }
        s0 += weight
        s1 += weight * point.share
        s2 += weight * point.share * point.share
        v0 += weight * point.place
        v1 += weight * point.share * point.place
      }
      let determinant = s0 * s2 - s1 * s1
      guard determinant > 1e-6 else { return nil }
      offset = (s2 * v0 - s1 * v1) / determinant
      slope = (s0 * v1 - s1 * v0) / determinant
    }
    return (offset, slope)
  }

  /// How clear the edge is along a crossing, and along its continuation beyond the corners.
  func clearness(along crossing: Crossing) -> EdgeClearness {
    var clearness = EdgeClearness()
    for row in 0..<Self.all {
      let k = Int(crossing.place(inRow: row).rounded(.toNearestOrAwayFromZero))
      clearness.add(
        isSeen[row] && k >= 0 && k < width ? Double(self.clearness[row * width + k]) : nil)
    }
    return clearness
  }
}
