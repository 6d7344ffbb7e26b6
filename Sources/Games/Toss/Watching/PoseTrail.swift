internal import PlayfieldMaths
internal import SceneReading
internal import VisionCore

/// The people in the frames that were looked at, in the order of time.
struct PoseTrail: Sendable {
  struct Moment {
    var frame: Int
    /// In seconds.
    var time: Double
    var purpose: Purpose
    var people: [HumanBodyPoseObservation]
    /// Knows where these people are; for the next frame.
    var tracker: BodyTracker
    /// When newcomers were looked for, in seconds.
    var searched: Double
  }

  /// What a frame was looked at for. What is measured does not depend on what is only drawn.
  enum Purpose {
    case toMeasure, toDraw
  }

  private(set) var moments: [Moment] = []

  /// Mostly at the end, but what is caught up on lies before; what is measured replaces what is only drawn.
  mutating func insert(_ moment: Moment) {
    moments.removeAll { $0.frame == moment.frame }
    let place = moments.lastIndex { $0.time < moment.time }.map { $0 + 1 } ?? 0
    moments.insert(moment, at: place)
  }

  mutating func forget(before time: Double) { moments.removeAll { $0.time < time } }

  func filtered(_ isIn: (Moment) -> Bool) -> PoseTrail {
    var part = self
    part.moments = moments.filter(isIn)
    return part
  }

  /// The last moment before a time that was looked at for a purpose; any moment is good to draw.
  func last(before time: Double, for purpose: Purpose) -> Moment? {
    moments.last { $0.time < time && (purpose == .toDraw || $0.purpose == .toMeasure) }
  }

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

  /// The people at any time, their joints between two moments interpolated linearly.
  func people(at time: Double, aspectRatio: Double) -> [HumanBodyPoseObservation] {
    guard let next = moments.firstIndex(where: { $0.time >= time }) else {
      return moments.last?.people ?? []
    }
    guard next > 0, moments[next].time > time else { return moments[next].people }
    let (before, after) = (moments[next - 1], moments[next])
    let part = (time - before.time) / (after.time - before.time)
    // Of two people near each other, each needs a partner of its own.
    let partners = minimumCostAssignment(
      rows: before.people.count, columns: after.people.count, limit: 1
    ) { Self.change(from: before.people[$0], to: after.people[$1], aspectRatio) }
    return zip(before.people, partners).compactMap { person, partner in
      guard let partner else { return part < 0.5 ? person : nil }
      return person.moved(to: after.people[partner], by: part)
    }
  }

  private func timed(_ pose: HumanBodyPoseObservation, _ index: Int) -> Throw.TimedPose {
    Throw.TimedPose(frame: moments[index].frame, time: moments[index].time, pose: pose)
  }

  /// The same person in another frame.
  private func follow(
    _ person: HumanBodyPoseObservation, in index: Int, _ aspectRatio: Double
  ) -> HumanBodyPoseObservation? {
    let changes = moments[index].people.map {
      (other: $0, change: Self.change(from: person, to: $0, aspectRatio))
    }
    let nearest = changes.min { $0.change < $1.change }
    return nearest.flatMap { $0.change < 1 ? $0.other : nil }
  }

  /// How far a person's hips have moved, as a multiple of what one person's can have.
  private static func change(
    from person: HumanBodyPoseObservation, to other: HumanBodyPoseObservation, _ aspectRatio: Double
  ) -> Double {
    person[.root].location.distance(to: other[.root].location, aspectRatio)
      / (1.5 * person.trunk(aspectRatio) + 0.02)
  }
}

extension HumanBodyPoseObservation {
  /// Part of the way to another pose, in `0...1`.
  fileprivate func moved(to other: Self, by part: Double) -> Self {
    func between(_ a: Double, _ b: Double) -> Double { a + part * (b - a) }
    return Self(confidence: min(confidence, other.confidence)) { name in
      let (a, b) = (self[name], other[name])
      return Joint(
        location: NormalizedPoint(
          x: between(a.location.x, b.location.x), y: between(a.location.y, b.location.y)),
        confidence: min(a.confidence, b.confidence))
    }
  }
}
