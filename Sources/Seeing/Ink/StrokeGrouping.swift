internal import VisionCore

/// Which strokes make one digit.
///
/// Strokes that lie above each other mostly belong together, but a late bar of a 5 hardly touches
/// its digit's column, and a slanted 7 reaches far into the next one's. So the strokes are ordered
/// by the middle of their boxes, and of all ways to cut that row into digits the one is taken that
/// costs least: each digit costs what the network doubts it, and each stroke joined or cut off against
/// the rule of overlap costs by how much. Dynamic programming over the row, as in the lattice of
/// Burges et al., "Shortest Path Segmentation" (1992).
struct StrokeGrouping {
  /// Strokes of which this part of the narrower one's width lies above the other are rather one digit.
  static let overlap = 0.5
  /// The cost of going all of the width against that rule, where a digit that is surely none costs 1.
  static let overlapCost = 0.25
  /// A stroke shorter than this part of the longest is a tap when it stands alone...
  static let tap = 0.12
  /// ...and leaving it out costs this.
  static let tapCost = 0.25
  /// No digit has more strokes.
  static let mostStrokes = 5
  /// A line has no width; for overlaps it is as wide as this part of the longest stroke.
  private static let leastWidth = 0.04

  /// The indices of the strokes by the middles of their boxes, from left to right.
  let order: [Int]
  private let boxes: [BoundingBox]
  private let longest: Double

  init(_ strokes: [Stroke]) {
    let middles = strokes.map { $0.boundingBox.center.x }
    order = strokes.indices.sorted { (middles[$0], $0) < (middles[$1], $1) }
    boxes = order.map { strokes[$0].boundingBox }
    longest = boxes.map { $0.longSide }.max() ?? 0
  }

  /// Cuts the row.
  ///
  /// - Parameter confidence: How sure the network is that the strokes of a range are a digit, in
  ///   `0...1`.
  /// - Returns: The digits from left to right, as ranges of ``order``; taps are left out.
  /// - Complexity: O(*n* · ``mostStrokes``) calls of `confidence`.
  func digits(confidence: (Range<Int>) -> Float) -> [Range<Int>] {
    // The best way to cut the row before each place.
    var ways = [Way(cost: 0, last: 0..<0, isTap: false)]
    for end in boxes.indices.map({ $0 + 1 }) {
      var best: Way?
      for start in max(0, end - Self.mostStrokes)..<end {
        let range = start..<end
        let box = box(of: range)
        let isTap = box.longSide == 0 || box.longSide < Self.tap * longest
        var cost = ways[start].cost
        if isTap {
          cost += Self.tapCost
        } else {
          cost += Double(1 - confidence(range)) + costOfJoining(range)
          if start > 0 { cost += costOfCutting(between: self.box(of: ways[start].last), and: box) }
        }
        if cost < best?.cost ?? .infinity { best = Way(cost: cost, last: range, isTap: isTap) }
      }
      ways.append(best!)
    }
    var digits: [Range<Int>] = []
    var end = boxes.count
    while end > 0 {
      if !ways[end].isTap { digits.append(ways[end].last) }
      end = ways[end].last.lowerBound
    }
    return digits.reversed()
  }

  /// A way to cut the row as far as the end of its last group.
  private struct Way {
    let cost: Double
    let last: Range<Int>
    let isTap: Bool
  }

  private func costOfJoining(_ range: Range<Int>) -> Double {
    range.dropFirst().reduce(0) { cost, index in
      let shared = overlap(box(of: range.lowerBound..<index), box(of: index..<range.upperBound))
      return cost + Self.overlapCost * max(0, Self.overlap - shared)
    }
  }

  private func costOfCutting(between left: BoundingBox, and right: BoundingBox) -> Double {
    Self.overlapCost * max(0, overlap(left, right) - Self.overlap)
  }

  /// The part of the narrower box's width that lies above the other box, in `-1...1`: below 0 they are apart.
  private func overlap(_ a: BoundingBox, _ b: BoundingBox) -> Double {
    let least = Self.leastWidth * longest
    let (widthA, widthB) = (max(a.width, least), max(b.width, least))
    let right = min(a.center.x + widthA / 2, b.center.x + widthB / 2)
    let left = max(a.center.x - widthA / 2, b.center.x - widthB / 2)
    return min(max((right - left) / min(widthA, widthB), -1), 1)
  }

  private func box(of range: Range<Int>) -> BoundingBox {
    range.dropFirst().reduce(boxes[range.lowerBound]) { $0.union(boxes[$1]) }
  }
}
