internal import VisionCore

/// The people around a throw, frame by frame.
struct PoseTrail {
  struct Moment {
    var frame: Int
    /// In seconds.
    var time: Double
    var people: [HumanBodyPoseObservation]
  }

  private(set) var moments: [Moment] = []

  mutating func append(_ moment: Moment) { moments.append(moment) }

  mutating func forget(before time: Double) { moments.removeAll { $0.time < time } }

  /// Whether nobody was seen around a time.
  func isEmpty(around time: Double) -> Bool {
    moments.allSatisfy { abs($0.time - time) > 0.5 || $0.people.isEmpty }
  }

  /// The person nearest to where a bag was first seen at a time, through all frames; the aspect ratio
  /// is the picture's width divided by its height.
  func thrower(
    near point: NormalizedPoint, at time: Double, aspectRatio: Double
  ) -> [Throw.TimedPose] {
    guard
      let middle = moments.indices.filter({ !moments[$0].people.isEmpty })
        .min(by: { abs(moments[$0].time - time) < abs(moments[$1].time - time) }),
      abs(moments[middle].time - time) < 0.5,
      let person = moments[middle].people.min(by: {
        $0.distance(of: point, aspectRatio) < $1.distance(of: point, aspectRatio)
      })
    else { return [] }
    var trail = [timed(person, middle)]
    var last = person
    for index in moments.indices[middle...].dropFirst() {
      guard let next = follow(last, in: index, aspectRatio) else { continue }
      trail.append(timed(next, index))
      last = next
    }
    last = person
    for index in moments.indices[..<middle].reversed() {
      guard let next = follow(last, in: index, aspectRatio) else { continue }
      trail.insert(timed(next, index), at: 0)
      last = next
    }
    return trail
  }

  private func timed(_ pose: HumanBodyPoseObservation, _ index: Int) -> Throw.TimedPose {
    Throw.TimedPose(frame: moments[index].frame, time: moments[index].time, pose: pose)
  }

  /// The same person in another frame.
  private func follow(
    _ person: HumanBodyPoseObservation, in index: Int, _ aspectRatio: Double
  ) -> HumanBodyPoseObservation? {
    let root = person[.root].location
    func distance(_ other: HumanBodyPoseObservation) -> Double {
      root.distance(to: other[.root].location, aspectRatio)
    }
    guard let next = moments[index].people.min(by: { distance($0) < distance($1) }),
      distance(next) < 1.5 * person.trunk(aspectRatio) + 0.02
    else { return nil }
    return next
  }
}

extension HumanBodyPoseObservation {
  /// The length of the trunk as it is seen, in widths of the picture.
  func trunk(_ aspectRatio: Double) -> Double {
    self[.neck].location.distance(to: self[.root].location, aspectRatio)
  }

  /// From the nearer wrist, in widths of the picture.
  func distance(of point: NormalizedPoint, _ aspectRatio: Double) -> Double {
    min(
      self[.leftWrist].location.distance(to: point, aspectRatio),
      self[.rightWrist].location.distance(to: point, aspectRatio))
  }
}

extension NormalizedPoint {
  /// In widths of the picture.
  func distance(to other: NormalizedPoint, _ aspectRatio: Double) -> Double {
    let (dx, dy) = (x - other.x, (y - other.y) / aspectRatio)
    return (dx * dx + dy * dy).squareRoot()
  }

  /// In widths of the picture, `y` too.
  func inWidths(_ aspectRatio: Double) -> SIMD2<Double> { SIMD2(x, y / aspectRatio) }
}
