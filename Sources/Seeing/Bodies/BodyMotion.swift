public import VisionCore

/// How a body moves: where its joints are, moment by moment.
///
/// It has the thirteen joints that all pose estimators and data sets share, and no unit: anything will
/// do that is the same across and down the picture, such as pixels.
public struct BodyMotion: Hashable, Sendable {
  /// The head, and the limbs from the shoulders down. Left and right are the person's own.
  public enum Joint: Int, CaseIterable, Hashable, Sendable {
    case head
    case leftShoulder, rightShoulder, leftElbow, rightElbow, leftWrist, rightWrist
    case leftHip, rightHip, leftKnee, rightKnee, leftAnkle, rightAnkle
  }

  /// Where a joint is.
  public struct Place: Hashable, Sendable {
    public var x: Float
    /// Downwards.
    public var y: Float
    /// How much the place is to be believed: 0 for none at all, 1 for a joint that was seen, a half
    /// for one that was guessed.
    public var belief: Float

    public init(x: Float, y: Float, belief: Float) {
      self.x = x
      self.y = y
      self.belief = belief
    }

    public static let unknown = Place(x: 0, y: 0, belief: 0)

    var isKnown: Bool { belief > 0 }
  }

  /// The body at one time.
  public struct Moment: Hashable, Sendable {
    /// In seconds.
    public let time: Double
    /// In the order of ``Joint``.
    private var places: [Place]

    public init(time: Double, place: (Joint) -> Place) {
      self.time = time
      places = Joint.allCases.map(place)
    }

    public subscript(joint: Joint) -> Place {
      get { places[joint.rawValue] }
      set { places[joint.rawValue] = newValue }
    }
  }

  /// In the order of time.
  public let moments: [Moment]

  /// - Parameter moments: In any order; of several at one time the first is kept, and none at a time
  ///   that is not finite.
  public init(moments: [Moment]) {
    var inOrder: [Moment] = []
    for moment in moments.filter({ $0.time.isFinite }).sorted(by: { $0.time < $1.time })
    where moment.time != inOrder.last?.time {
      inOrder.append(moment)
    }
    self.moments = inOrder
  }
}

extension BodyMotion {
  /// The motion of a person who was observed in a film.
  ///
  /// - Parameters:
  ///   - poses: What was observed, and when, in seconds.
  ///   - pictureSize: Of the upright picture; it says how wide a picture is against its height.
  public init(
    poses: [(time: Double, pose: HumanBodyPoseObservation)], pictureSize: PixelSize
  ) {
    self.init(
      moments: poses.map { time, pose in
        Moment(time: time) { Self.place(of: $0.observed, in: pose, pictureSize: pictureSize) }
      })
  }

  /// From this confidence on a joint was seen rather than guessed.
  private static let seen: Float = 0.5
  /// Below this confidence a guess is worth nothing.
  private static let guessed: Float = 0.1

  private static func place(
    of name: JointName, in pose: HumanBodyPoseObservation, pictureSize: PixelSize
  ) -> Place {
    let joint = pose[name]
    guard joint.confidence >= guessed, joint.location.x.isFinite, joint.location.y.isFinite else {
      return .unknown
    }
    return Place(
      x: Float(joint.location.x * Double(pictureSize.width)),
      y: Float(joint.location.y * Double(pictureSize.height)),
      belief: joint.confidence >= seen ? 1 : 0.5)
  }
}

extension BodyMotion.Joint {
  /// The joint as pose requests name it.
  fileprivate var observed: JointName {
    switch self {
    case .head: .nose
    case .leftShoulder: .leftShoulder
    case .rightShoulder: .rightShoulder
    case .leftElbow: .leftElbow
    case .rightElbow: .rightElbow
    case .leftWrist: .leftWrist
    case .rightWrist: .rightWrist
    case .leftHip: .leftHip
    case .rightHip: .rightHip
    case .leftKnee: .leftKnee
    case .rightKnee: .rightKnee
    case .leftAnkle: .leftAnkle
    case .rightAnkle: .rightAnkle
    }
  }
}
