import VisionCore

/// The part of the reference frame in which the plane is.
struct PlaneRegion: Sendable {
  /// From the top left clockwise.
  let corners: [PixelPoint]

  init(_ box: BoundingBox, of size: PixelSize) {
    let visible = box.intersection(.unit)
    corners = [
      (visible.x, visible.y), (visible.maxX, visible.y), (visible.maxX, visible.maxY),
      (visible.x, visible.maxY),
    ].map { size.pixel(at: NormalizedPoint(x: $0.0, y: $0.1)) }
  }

  var center: PixelPoint { [corners[0], corners[2]].mean() }

  func contains(_ place: PixelPoint) -> Bool {
    place.x >= corners[0].x && place.y >= corners[0].y && place.x <= corners[2].x
      && place.y <= corners[2].y
  }

  /// How far apart two poses show a corner, in pixels, at most.
  func distance(_ a: Matrix3, _ b: Matrix3) -> Double {
    var distance = 0.0
    for corner in corners {
      guard let first = a.map(corner), let second = b.map(corner) else { return .infinity }
      distance = max(distance, (first - second).length)
    }
    return distance
  }

  /// Whether a camera before the plane can see the region so: all of it before the horizon, not
  /// mirrored, neither much larger nor much smaller, foreshortened by no more than eight times.
  func isPossible(_ pose: Matrix3) -> Bool {
    for corner in corners {
      guard let axes = pose.inverseAxes(at: corner) else { return false }
      let area = axes.right.x * axes.down.y - axes.right.y * axes.down.x
      let squares = (axes.right * axes.right + axes.down * axes.down).sum()
      // For singular values a and b: a · b, and a² + b².
      guard area > 1.0 / 36, area < 36, squares < 8.1 * area else { return false }
    }
    return true
  }
}

/// Parts of a frame that are not looked at.
struct Masks {
  private let boxes: [BoundingBox]
  private let size: PixelSize

  init(_ boxes: [BoundingBox], of size: PixelSize) {
    self.boxes = boxes
    self.size = size
  }

  func contain(_ place: PixelPoint) -> Bool {
    guard !boxes.isEmpty else { return false }
    let point = size.normalized(place)
    return boxes.contains { $0.contains(point) }
  }
}
