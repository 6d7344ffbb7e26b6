internal import PlayfieldMaths
package import VisionCore

/// The frame of ``SquarePoint``.
package enum SquareFrame {}

/// A point of a ``PoseRegion``, from its own top left corner, `0...1` along its own sides.
package typealias SquarePoint = Point<SquareFrame>

/// A square part of a picture, turned so that the person in it stands upright.
///
/// Made from two points, as in Bazarevsky et al., "BlazePose: On-device Real-time Body Pose
/// Tracking" (2020), <https://arxiv.org/abs/2006.10204>: the middle of the hips, and a point above
/// it on the circle round the whole person.
package struct PoseRegion: Hashable, Sendable {
  package var center: EdgePoint
  /// In pixels.
  package var side: Double
  /// In radians, clockwise as on screen.
  package var angle: Double

  /// The square is wider than the circle by this, so that nothing of a person who moves is cut off.
  private static let margin = 1.25

  /// How large it may be, in widths of what was taken for the head: all people of the photographs of
  /// `Scripts/check-poses.py` are within that.
  private static let mostHeads = 16.0

  package init(center: EdgePoint, side: Double, angle: Double) {
    self.center = center
    self.side = side
    self.angle = angle
  }

  /// - Returns: `nil` when the points fall together.
  package init?(hips: EdgePoint, top: EdgePoint) {
    let up = top - hips
    let radius = up.length
    guard radius > 0, radius.isFinite else { return nil }
    self.init(center: hips, side: 2 * radius * Self.margin, angle: arctangent(y: up.x, x: -up.y))
  }

  /// The region of a person whom the detector saw in a square.
  ///
  /// - Returns: `nil` where it guesses a body far too large for the head: nobody is there.
  package init?(_ detection: PoseDetection, in look: PoseRegion) {
    self.init(hips: look.point(detection.hips), top: look.point(detection.top))
    guard side < Self.mostHeads * detection.box.width * look.side else { return nil }
  }

  /// The square round a part of a picture that the detector looks at: what lies outside the picture is
  /// black.
  package init(around part: PixelRect) {
    self.init(
      center: EdgePoint(x: Double(part.x), y: Double(part.y)) + part.size.vector / 2,
      side: Double(part.size.longSide), angle: 0)
  }

  /// Squares as high as a wide part of a picture, or as wide as a high one, each of which overlaps the
  /// next by a third or more; none of a part that is nearly a square itself.
  package static func squares(across part: PixelRect) -> [PoseRegion] {
    let side = Double(min(part.width, part.height))
    let room = Double(part.size.longSide) - side
    let start = EdgePoint(x: Double(part.x), y: Double(part.y))
    guard room > 0.25 * side else { return [] }
    let steps = (room / (0.67 * side)).rounded(.up)
    return evenSteps(from: 0, through: steps, by: 1).map { step in
      let along = side / 2 + room * step / steps
      let isWide = part.width > part.height
      return PoseRegion(
        center: start + (isWide ? SIMD2(along, side / 2) : SIMD2(side / 2, along)), side: side,
        angle: 0)
    }
  }

  /// Whether both show the same person, by where the hips are.
  package func isSamePerson(as other: PoseRegion) -> Bool {
    (other.center - center).length < 0.15 * max(side, other.side)
  }

  /// Where a point of the square is in the picture.
  func point(_ point: SquarePoint) -> EdgePoint {
    let (x, y) = (point.x - 0.5, point.y - 0.5)
    let (cosine, sine) = (PlayfieldMaths.cosine(of: angle), PlayfieldMaths.sine(of: angle))
    return center + side * SIMD2(x * cosine - y * sine, x * sine + y * cosine)
  }
}
