internal import PlayfieldMaths
public import VisionCore

/// One of a person's two sides, as the person has them.
public enum BodySide: String, CaseIterable, Hashable, Sendable {
  case left, right
}

/// An angle of the body that shows how a throw is made, as it looks in the picture.
///
/// A camera that films from the side sees nearly the angles that the body has; one that films from
/// behind sees others.
public enum BodyAngle: String, CaseIterable, Hashable, Sendable {
  /// Between upper arm and forearm: 180° is a straight arm.
  case elbow
  /// Between trunk and upper arm: 0° is a hanging arm, 180° a raised one.
  case shoulder
  /// Between thigh and shin: 180° is a straight leg.
  case knee
  /// Between trunk and the vertical: 0° is upright, positive towards where the bag flies.
  case trunkLean
}

extension HumanBodyPoseObservation {
  /// Joints below this confidence are guesses.
  private static let minimumConfidence: Float = 0.3

  /// An angle of the body in the picture.
  ///
  /// - Parameters:
  ///   - angle: Which.
  ///   - side: Whose arm and leg.
  ///   - aspectRatio: The picture's width divided by its height.
  ///   - isFlightToRight: Whether the bag flies to the right in the picture.
  /// - Returns: In degrees; `nil` where a joint is not seen, or two lie on each other.
  public func degrees(
    _ angle: BodyAngle, side: BodySide, aspectRatio: Double, isFlightToRight: Bool
  ) -> Double? {
    let isLeft = side == .left
    func place(_ left: JointName, _ right: JointName) -> WidthPoint? {
      let joint = self[isLeft ? left : right]
      guard joint.confidence >= Self.minimumConfidence else { return nil }
      return joint.location.inWidths(aspectRatio)
    }
    func between(_ a: WidthPoint?, _ middle: WidthPoint?, _ b: WidthPoint?) -> Double? {
      guard let a, let middle, let b else { return nil }
      return Self.degrees(from: a - middle, to: b - middle)
    }
    let shoulder = place(.leftShoulder, .rightShoulder)
    let elbow = place(.leftElbow, .rightElbow)
    let hip = place(.leftHip, .rightHip)
    switch angle {
    case .elbow: return between(shoulder, elbow, place(.leftWrist, .rightWrist))
    case .shoulder: return between(hip, shoulder, elbow)
    case .knee:
      return between(hip, place(.leftKnee, .rightKnee), place(.leftAnkle, .rightAnkle))
    case .trunkLean:
      guard let root = place(.root, .root), let neck = place(.neck, .neck) else { return nil }
      let trunk = neck - root
      guard trunk.length > 0 else { return nil }
      return arctangent(y: isFlightToRight ? trunk.x : -trunk.x, x: -trunk.y) * 180 / .pi
    }
  }

  /// The angle between two ways, 0 to 180; `nil` where either has no length.
  private static func degrees(from a: SIMD2<Double>, to b: SIMD2<Double>) -> Double? {
    guard a.length > 0, b.length > 0 else { return nil }
    return abs(arctangent(y: a.x * b.y - a.y * b.x, x: a.x * b.x + a.y * b.y)) * 180 / .pi
  }
}

extension Throw {
  /// Whether the bag flies to the right in the picture.
  public var isFlightToRight: Bool {
    guard let first = trajectory.points.first, let last = trajectory.points.last else {
      return true
    }
    return last.location.x >= first.location.x
  }

  /// The side of the hand that threw: that whose wrist is nearest to the bag when it is first seen
  /// in the air.
  ///
  /// - Parameter aspectRatio: The picture's width divided by its height.
  /// - Returns: `nil` where no wrist is seen near that moment.
  public func throwingSide(aspectRatio: Double) -> BodySide? {
    guard let bag = trajectory.points.first,
      let moment = poses.min(by: {
        abs($0.time - bag.time) < abs($1.time - bag.time)
      }), abs(moment.time - bag.time) < 0.25
    else { return nil }
    func distance(_ wrist: JointName) -> Double? {
      let joint = moment.pose[wrist]
      guard joint.confidence >= 0.1 else { return nil }
      let dx = joint.location.x - bag.location.x
      let dy = (joint.location.y - bag.location.y) / aspectRatio
      return dx * dx + dy * dy
    }
    switch (distance(.leftWrist), distance(.rightWrist)) {
    case (let left?, let right?): return left < right ? .left : .right
    case (.some, nil): return .left
    case (nil, .some): return .right
    case (nil, nil): return nil
    }
  }

  /// How an angle of the thrower went, in the order of time.
  ///
  /// - Parameters:
  ///   - angle: Which.
  ///   - side: Whose arm and leg.
  ///   - aspectRatio: The picture's width divided by its height.
  /// - Returns: Seconds from the release, negative before it, and degrees; `nil` degrees where a
  ///   joint is not seen.
  public func course(
    of angle: BodyAngle, side: BodySide, aspectRatio: Double
  ) -> [(time: Double, degrees: Double?)] {
    let right = isFlightToRight
    return poses.map {
      (
        $0.time - time,
        $0.pose.degrees(
          angle, side: side, aspectRatio: aspectRatio, isFlightToRight: right)
      )
    }
  }
}
