public import VisionCore

/// A measured quantity and its standard error, both in the unit that its owner names.
public struct Estimate: Hashable, Sendable {
  public var value: Double
  /// One standard deviation.
  public var error: Double

  public init(value: Double, error: Double) {
    self.value = value
    self.error = error
  }
}

/// One throw, as it was seen from release to rest.
public struct Throw: Hashable, Sendable {
  /// Counts from 1.
  public var number: Int
  /// The first and the last frame of the flight.
  public var startFrame: Int
  public var endFrame: Int
  /// The first frame in which the bag has left the hand.
  public var releaseFrame: Int
  /// Of the release, in seconds from the start of the clip.
  public var time: Double
  /// `nil` where the thrower was not seen.
  public var style: ThrowStyleObservation?
  /// Above the horizontal, in degrees; `nil` where the board does not give the camera's pose.
  public var releaseAngle: Estimate?
  /// In metres per second.
  public var speed: Estimate?
  /// From release to landing along the ground, in metres.
  public var distance: Estimate?
  /// From the thrower's feet to the hole along the ground, in metres; `nil` where they are not seen, or the board
  /// does not give the camera's pose.
  public var stand: Estimate?
  public var outcome: Outcome
  public var points: Int
  public var trajectory: TrajectoryObservation
  /// The thrower around the release, in the order of time.
  public var poses: [TimedPose]
  /// What the player should know of this throw's figures.
  public var remarks: [Remark]
  /// Whether it was said not to be a throw: then it is worth nothing.
  public var isWithdrawn = false

  public struct TimedPose: Hashable, Sendable {
    public var frame: Int
    public var time: Double
    public var pose: HumanBodyPoseObservation

    public init(frame: Int, time: Double, pose: HumanBodyPoseObservation) {
      self.frame = frame
      self.time = time
      self.pose = pose
    }
  }

  public enum Remark: Hashable, Sendable {
    /// The camera shook while the bag flew, or had moved and the board not been found again.
    case cameraMoved
    /// No hand was seen to let the bag go: the figures are those of where its path begins.
    case releaseUnseen
    /// Gravity, as the path shows it, is this many times what it is on Earth: the scale is off, or
    /// the clip is slowed down.
    case gravityDisagrees(ratio: Double)
    /// The thrower stood so many metres from the hole, and by the rules must stand nearer or farther.
    case offTheLine(stand: Double)
  }

  public init(
    number: Int, startFrame: Int, endFrame: Int, releaseFrame: Int, time: Double,
    style: ThrowStyleObservation?, releaseAngle: Estimate? = nil, speed: Estimate? = nil,
    distance: Estimate? = nil, stand: Estimate? = nil, outcome: Outcome, points: Int,
    trajectory: TrajectoryObservation, poses: [TimedPose] = [], remarks: [Remark] = []
  ) {
    self.number = number
    self.startFrame = startFrame
    self.endFrame = endFrame
    self.releaseFrame = releaseFrame
    self.time = time
    self.style = style
    self.releaseAngle = releaseAngle
    self.speed = speed
    self.distance = distance
    self.stand = stand
    self.outcome = outcome
    self.points = points
    self.trajectory = trajectory
    self.poses = poses
    self.remarks = remarks
  }
}
