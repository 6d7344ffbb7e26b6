internal import VisionCore

/// A stroke in which the pen was not lifted between two digits, as in a quick "00".
///
/// Where the network is sure that a stroke is no digit, places along it are tried as the end of one
/// digit and the beginning of the next: segmentation by recognition.
struct JoinedStroke {
  /// Above this confidence a stroke is taken for the digit that it is read as.
  static let doubt: Float = 0.5
  /// Both halves must be digits about as surely.
  static let sureness: Float = 0.9
  /// How much of a half's confidence is believed: a join may look like part of a digit, and of two
  /// such digits both were right in somewhat more than half of the made-up numbers tried.
  static let belief: Float = 0.75
  /// How many places are tried, less one.
  private static let parts = 16
  /// A half is no lower than this part of the stroke.
  private static let leastHeight = 0.4
  /// Halves of which more than this part of the narrower one's width lies above the other are no
  /// neighbours.
  private static let mostOverlap = 0.5

  private let stroke: Stroke
  /// The way along the stroke to each of its points.
  private let lengths: [Double]

  init(_ stroke: Stroke) {
    self.stroke = stroke
    var length = 0.0
    var last = stroke.points[0]
    lengths = stroke.points.map { point in
      let (dx, dy) = (point.x - last.x, point.y - last.y)
      length += (dx * dx + dy * dy).squareRoot()
      last = point
      return length
    }
  }

  /// What the stroke may be cut into, the left half first.
  var halves: [(Stroke, Stroke)] {
    let length = lengths.last ?? 0
    guard length > 0 else { return [] }
    return (1..<Self.parts).compactMap { part in
      guard let (first, second) = cut(at: length * Double(part) / Double(Self.parts)) else {
        return nil
      }
      let (left, right) =
        first.boundingBox.center.x <= second.boundingBox.center.x
        ? (first, second) : (second, first)
      return Self.areNeighbors(left.boundingBox, right.boundingBox, of: stroke.boundingBox)
        ? (left, right) : nil
    }
  }

  /// Both halves have the place of the cut.
  private func cut(at way: Double) -> (Stroke, Stroke)? {
    guard let end = lengths.firstIndex(where: { $0 >= way }), end > 0 else { return nil }
    let (before, after) = (stroke.points[end - 1], stroke.points[end])
    let step = lengths[end] - lengths[end - 1]
    let part = step > 0 ? (way - lengths[end - 1]) / step : 0
    let place = InkPoint(
      x: before.x + (after.x - before.x) * part, y: before.y + (after.y - before.y) * part)
    guard let first = Stroke(points: stroke.points[..<end] + [place]),
      let second = Stroke(points: [place] + stroke.points[end...])
    else { return nil }
    return (first, second)
  }

  private static func areNeighbors(
    _ left: BoundingBox, _ right: BoundingBox, of whole: BoundingBox
  ) -> Bool {
    let narrower = max(min(left.width, right.width), 0.04 * whole.longSide)
    return min(left.height, right.height) >= leastHeight * whole.height
      && left.maxX - right.x <= mostOverlap * narrower
  }
}
