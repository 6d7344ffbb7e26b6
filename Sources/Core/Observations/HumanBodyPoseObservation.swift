/// The joints of a body, under Vision's names. Left and right are the person's own.
public enum JointName: UInt8, CaseIterable, Hashable, Sendable {
  case nose, leftEye, rightEye, leftEar, rightEar
  /// Half-way between the shoulders.
  case neck
  case leftShoulder, rightShoulder, leftElbow, rightElbow, leftWrist, rightWrist
  /// Half-way between the hips.
  case root
  case leftHip, rightHip, leftKnee, rightKnee, leftAnkle, rightAnkle
}

/// Where a joint is, and how sure that is.
public struct Joint: Hashable, Sendable {
  /// Normalized to the upright image; outside `0...1` for a joint that is guessed beyond its edge.
  public var location: NormalizedPoint
  /// How likely the joint is in the image and not hidden, in `0...1`.
  public var confidence: Float

  public init(location: NormalizedPoint, confidence: Float) {
    self.location = location
    self.confidence = confidence
  }
}

/// A person's pose: all of ``JointName``'s joints.
public struct HumanBodyPoseObservation: Hashable, Sendable {
  /// How sure it is that there is a person, in `0...1`.
  public var confidence: Float
  /// In the order of ``JointName``.
  private var joints: [Joint]

  public init(confidence: Float, joint: (JointName) -> Joint) {
    self.confidence = confidence
    joints = JointName.allCases.map(joint)
  }

  public subscript(name: JointName) -> Joint {
    get { joints[Int(name.rawValue)] }
    set { joints[Int(name.rawValue)] = newValue }
  }

  /// The smallest box around the body as far as it is seen, within the picture.
  ///
  /// Joints end at eyes, wrists and ankles: the crown, the fingertips and the soles are taken to lie
  /// beyond them as far as in Drillis and Contini, "Body Segment Parameters", 1966. Joints lie inside
  /// the body: for its thickness a tenth of the width is added on each side, a twentieth of the height above
  /// and below, which brought boxes nearest to those that people drew round 19 others.
  public var boundingBox: BoundingBox {
    var places = seen.map { $0.location }
    for (from, to, reach) in Self.extremities where isSeen(from) && isSeen(to) {
      let (start, end) = (self[from].location, self[to].location)
      places.append(
        NormalizedPoint(
          x: end.x + reach * (end.x - start.x), y: end.y + reach * (end.y - start.y)))
    }
    let box = places.dropFirst().reduce(
      BoundingBox(x: places[0].x, y: places[0].y, width: 0, height: 0)
    ) { $0.union(BoundingBox(x: $1.x, y: $1.y, width: 0, height: 0)) }
    let whole = BoundingBox(
      x: box.x - 0.1 * box.width, y: box.y - 0.05 * box.height, width: 1.2 * box.width,
      height: 1.1 * box.height)
    let seen = whole.intersection(.unit)
    return BoundingBox(
      x: min(seen.x, 1), y: min(seen.y, 1), width: seen.width, height: seen.height)
  }

  /// The joints that are likelier seen than not; all, where none is.
  private var seen: [Joint] {
    let seen = joints.filter { $0.confidence >= 0.5 }
    return seen.isEmpty ? joints : seen
  }

  private func isSeen(_ name: JointName) -> Bool { self[name].confidence >= 0.5 }

  /// How far a body reaches beyond a joint, in lengths of the limb that ends there.
  private static let extremities: [(from: JointName, to: JointName, reach: Double)] = [
    (.neck, .nose, 0.7), (.leftElbow, .leftWrist, 0.6), (.rightElbow, .rightWrist, 0.6),
    (.leftKnee, .leftAnkle, 0.16), (.rightKnee, .rightAnkle, 0.16),
  ]

  /// The pairs of joints between which a body has a limb, or the trunk a side: what is drawn.
  public static let bones: [(JointName, JointName)] = [
    (.nose, .leftEye), (.nose, .rightEye), (.leftEye, .leftEar), (.rightEye, .rightEar),
    (.nose, .neck), (.neck, .leftShoulder), (.neck, .rightShoulder),
    (.leftShoulder, .leftElbow), (.leftElbow, .leftWrist),
    (.rightShoulder, .rightElbow), (.rightElbow, .rightWrist),
    (.leftShoulder, .leftHip), (.rightShoulder, .rightHip), (.leftHip, .root), (.root, .rightHip),
    (.leftHip, .leftKnee), (.leftKnee, .leftAnkle),
    (.rightHip, .rightKnee), (.rightKnee, .rightAnkle),
  ]
}
