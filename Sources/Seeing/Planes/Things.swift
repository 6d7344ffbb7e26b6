import VisionCore

/// What stands on a plane, dice above all, in a frame in which the plane was seen: where the plane itself
/// shows too little, how they have moved says how it has.
struct Things: Sendable {
  private let pyramid: LumaPyramid
  private let pose: Matrix3
  private let boxes: [BoundingBox]
  /// The frame with features on the things; made when they are first looked for.
  private(set) lazy var keyFrame = KeyFrame(
    pyramid, pose: pose, cell: max(12, pyramid.size.longSide / 32),
    where: Masks(boxes, of: pyramid.size).contain)

  /// - Parameters:
  ///   - pyramid: The frame.
  ///   - pose: From pixels of the reference frame to those of this one.
  ///   - boxes: Where the things are, normalized.
  init(_ pyramid: LumaPyramid, pose: Matrix3, boxes: [BoundingBox]) {
    self.pyramid = pyramid
    self.pose = pose
    self.boxes = boxes
  }

  var count: Int { boxes.count }

  /// Whether there are as many, each within a tenth of its size where another is.
  func lie(where others: Things) -> Bool {
    boxes.count == others.boxes.count
      && boxes.allSatisfy { box in
        others.boxes.contains { other in
          abs(box.center.x - other.center.x) < 0.1 * box.width
            && abs(box.center.y - other.center.y) < 0.1 * box.height
        }
      }
  }

  /// How many of the things have two or more of some places on them.
  func count(having places: [PixelPoint]) -> Int {
    boxes.count { box in
      places.count { Masks([box], of: pyramid.size).contain($0) } >= 2
    }
  }
}
