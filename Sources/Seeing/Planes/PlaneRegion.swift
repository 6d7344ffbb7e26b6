import VisionCore

/// The part of the reference frame in which the plane is.
struct PlaneRegion: Sendable {
  /// In pixels, from the top left clockwise.
  let corners: [SIMD2<Double>]
  private let size: PixelSize

  init(_ box: BoundingBox, of size: PixelSize) {
    self.size = size
    let visible = box.intersection(.unit)
    let left = visible.x * Double(size.width) - 0.5
    let top = visible.y * Double(size.height) - 0.5
    let right = visible.maxX * Double(size.width) - 0.5
    let bottom = visible.maxY * Double(size.height) - 0.5
    corners = [SIMD2(left, top), SIMD2(right, top), SIMD2(right, bottom), SIMD2(left, bottom)]
  }

  var center: SIMD2<Double> { (corners[0] + corners[2]) / 2 }

  func contains(_ place: SIMD2<Double>) -> Bool {
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

  func contain(_ place: SIMD2<Double>) -> Bool {
    guard !boxes.isEmpty else { return false }
    let point = NormalizedPoint(
      x: (place.x + 0.5) / Double(size.width), y: (place.y + 0.5) / Double(size.height))
    return boxes.contains { $0.contains(point) }
  }
}
