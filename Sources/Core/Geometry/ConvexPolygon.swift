/// A polygon without a dent, its corners clockwise as one sees it.
package struct ConvexPolygon: Hashable, Sendable {
  package private(set) var corners: [SIMD2<Double>]

  /// The smallest one around some points, by Andrew's monotone chains: "Another efficient algorithm for convex
  /// hulls in two dimensions", 1979.
  ///
  /// - Returns: `nil` where the points lie on a line.
  package init?(around points: [SIMD2<Double>]) {
    let sorted = points.filter { $0.x.isFinite && $0.y.isFinite }
      .sorted { $0.x < $1.x || ($0.x == $1.x && $0.y < $1.y) }
    func chain(_ points: [SIMD2<Double>]) -> [SIMD2<Double>] {
      var chain: [SIMD2<Double>] = []
      for point in points {
        while chain.count > 1,
          Self.turn(chain[chain.count - 2], chain[chain.count - 1], point) <= 0
        {
          chain.removeLast()
        }
        chain.append(point)
      }
      return chain
    }
    let (upper, lower) = (chain(sorted), chain(sorted.reversed()))
    corners = Array(upper.dropLast() + lower.dropLast())
    guard corners.count > 2 else { return nil }
  }

  /// Four corners around it: side by side is left out, the one whose neighbours meet with the smallest area more.
  ///
  /// - Returns: `nil` where it has three corners, or sides that meet nowhere.
  package var enclosingQuadrilateral: [SIMD2<Double>]? {
    var polygon = self
    while polygon.corners.count > 4 {
      guard polygon.removeSide() else { return nil }
    }
    return polygon.corners.count == 4 ? polygon.corners : nil
  }

  private mutating func removeSide() -> Bool {
    var best: (area: Double, index: Int, corner: SIMD2<Double>)?
    let count = corners.count
    for index in 0..<count {
      let (before, start) = (corners[(index + count - 1) % count], corners[index])
      let (end, after) = (corners[(index + 1) % count], corners[(index + 2) % count])
      let (u, v) = (start - before, end - after)
      let determinant = u.x * v.y - u.y * v.x
      guard abs(determinant) > 1e-9 else { continue }
      let between = after - before
      let share = (between.x * v.y - between.y * v.x) / determinant
      let otherShare = (between.x * u.y - between.y * u.x) / determinant
      // Beyond the side, not on the polygon's other side.
      guard share >= 1, otherShare >= 1 else { continue }
      let corner = before + share * u
      let area = abs(Self.turn(start, corner, end)) / 2
      if area < best?.area ?? .infinity { best = (area, index, corner) }
    }
    guard let best else { return false }
    corners[best.index] = best.corner
    corners.remove(at: (best.index + 1) % count)
    return true
  }

  /// Above 0 where a path turns clockwise, as one sees it.
  private static func turn(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ c: SIMD2<Double>) -> Double {
    let (u, v) = (b - a, c - b)
    return u.x * v.y - u.y * v.x
  }
}
