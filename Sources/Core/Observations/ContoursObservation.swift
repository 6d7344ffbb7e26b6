/// The outlines in a picture, and which of them lie in which.
public struct ContoursObservation: Hashable, Sendable {
  /// All of them, each after the one that it lies in.
  public let contours: [Contour]
  /// The indices of those that lie in no other, and directly in each.
  private let topLevel: [Int]
  private let children: [[Int]]

  /// - Precondition: `contours[i].index == i`, and a parent's index is lower than its children's.
  package init(contours: [Contour]) {
    precondition(contours.enumerated().allSatisfy { $0 == $1.index && ($1.parent ?? -1) < $0 })
    self.contours = contours
    var topLevel: [Int] = []
    var children = [[Int]](repeating: [], count: contours.count)
    for contour in contours {
      if let parent = contour.parent {
        children[parent].append(contour.index)
      } else {
        topLevel.append(contour.index)
      }
    }
    self.topLevel = topLevel
    self.children = children
  }

  /// Those that lie in no other.
  public var topLevelContours: [Contour] { topLevel.map { contours[$0] } }

  /// Those directly within a contour: the holes of an object, or what lies in a hole.
  public func children(of contour: Contour) -> [Contour] {
    children[contour.index].map { contours[$0] }
  }

  /// All outlines with fewer points, as by ``Contour/polygonApproximation(epsilon:)``.
  public func polygonApproximation(epsilon: Double) -> ContoursObservation {
    ContoursObservation(contours: contours.map { $0.polygonApproximation(epsilon: epsilon) })
  }
}

/// The closed outline of an object, or of a hole in one.
public struct Contour: Hashable, Sendable {
  /// Its place in ``ContoursObservation/contours``.
  public let index: Int
  /// The index of the contour directly around it; `nil` at the top level.
  public let parent: Int?
  /// Its points, normalized to the upright picture, between pixels where the brightness passes the
  /// pivot. The object lies on the left of one who walks along them: its own outline runs
  /// counterclockwise as seen on screen, that of a hole clockwise. The last point is joined to the first.
  public let points: [NormalizedPoint]
  /// The upright picture's width divided by its height.
  public let aspectRatio: Double

  package init(index: Int, parent: Int?, points: [NormalizedPoint], aspectRatio: Double) {
    self.index = index
    self.parent = parent
    self.points = points
    self.aspectRatio = aspectRatio
  }

  /// The smallest box around it.
  public var boundingBox: BoundingBox {
    let (x, y) = (points.map { $0.x }, points.map { $0.y })
    guard let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max() else {
      return BoundingBox(x: 0, y: 0, width: 0, height: 0)
    }
    return BoundingBox(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The outline with fewer points: none of those left out is farther from it than `epsilon`.
  ///
  /// By Ramer, "An iterative procedure for the polygonal approximation of plane curves", 1972, and
  /// Douglas and Peucker, 1973, between the two points that are about the farthest apart.
  ///
  /// - Parameter epsilon: In widths of the picture, 0 or more.
  /// - Returns: The contour with some of its points.
  public func polygonApproximation(epsilon: Double) -> Contour {
    Contour(
      index: index, parent: parent, points: simplified(within: epsilon), aspectRatio: aspectRatio)
  }

  private func simplified(within epsilon: Double) -> [NormalizedPoint] {
    guard points.count > 3 else { return points }
    let places = points.map { $0.inWidths(aspectRatio) }
    // The point farthest from any point is an end of about the longest chord, and so a corner.
    func farthest(from place: Int) -> Int {
      places.indices.max {
        (places[$0] - places[place]).length < (places[$1] - places[place]).length
      }
        ?? place
    }
    let first = farthest(from: 0)
    let second = farthest(from: first)
    guard first != second else { return [points[0]] }
    var isKept = [Bool](repeating: false, count: points.count)
    isKept[first] = true
    isKept[second] = true
    // Indices run past the end, so that each run is one range.
    var runs = [
      (min(first, second), max(first, second)),
      (max(first, second), min(first, second) + points.count),
    ]
    while let (from, to) = runs.popLast() {
      let (start, end) = (places[from % points.count], places[to % points.count])
      var widest = (distance: epsilon, index: from)
      for index in (from + 1)..<max(to, from + 1) {
        let distance = places[index % points.count].distance(fromSegment: start, end)
        if distance > widest.distance { widest = (distance, index) }
      }
      guard widest.index != from else { continue }
      isKept[widest.index % points.count] = true
      runs += [(from, widest.index), (widest.index, to)]
    }
    return points.indices.filter { isKept[$0] }.map { points[$0] }
  }
}

extension WidthPoint {
  /// How far it is to the nearest point between two.
  fileprivate func distance(fromSegment start: Self, _ end: Self) -> Double {
    let along = end - start
    let squared = (along * along).sum()
    guard squared > 0 else { return (self - start).length }
    let share = Swift.min(Swift.max(((self - start) * along).sum() / squared, 0), 1)
    return (self - (start + share * along)).length
  }
}
