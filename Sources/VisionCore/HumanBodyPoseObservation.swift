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
