import BeanBagToss
import Foundation
import PlayfieldMaths
import VisionCore

/// A made-up game, filmed from the side: bags fly as physics has it, and a figure of sticks throws.
struct SimulatedGame {
  static let pictureSize = PixelSize(width: 1280, height: 720)
  static let frameRate = 30.0
  /// How much of the field the picture shows.
  private static let metresAcross = 11.0

  private var generator: Generator
  private var session: Session

  init(
    seed: UInt64, rules: ScoringRules = .practice, source: String = "garden.mp4",
    startTime: Double = 1_795_000_000
  ) {
    generator = Generator(state: seed)
    session = Session(
      startTime: startTime, source: source, rules: rules, pictureSize: Self.pictureSize,
      frameRate: Self.frameRate, board: Self.board)
  }

  /// A game of some throws; what lacks, and what is remarked, is chosen throw by throw.
  static func session(
    seed: UInt64, throwCount: Int = 8, styles: [ThrowStyle] = [.underhand],
    rules: ScoringRules = .practice, source: String = "garden.mp4",
    startTime: Double = 1_795_000_000
  ) -> Session {
    var game = SimulatedGame(seed: seed, rules: rules, source: source, startTime: startTime)
    for number in 0..<throwCount { game.throwBag(styles[number % styles.count]) }
    return game.session
  }

  /// The board lies at the right, its hole away from the thrower.
  static let board = GameboardObservation(
    confidence: 0.97,
    corners: .init(
      farLeft: NormalizedPoint(x: 0.925, y: 0.715), farRight: NormalizedPoint(x: 0.948, y: 0.76),
      nearRight: NormalizedPoint(x: 0.84, y: 0.805), nearLeft: NormalizedPoint(x: 0.82, y: 0.755)),
    hole: Ellipse(
      center: NormalizedPoint(x: 0.912, y: 0.747), radii: (0.0115, 0.006), angle: -12))

  private mutating func throwBag(_ style: ThrowStyle) {
    let number = session.throwsMade.count + 1
    let releaseFrame = number * 210
    let release = Double(releaseFrame) / Self.frameRate
    // In metres; the hole lies about 7.9 m from where bags are let go.
    let angle = 40 + 5 * generator.normal() - (style == .overhand ? 12 : 0)
    let speed = 8.6 + 0.25 * generator.normal() + (style == .overhand ? 0.5 : 0)
    let (up, along) = (speed * sin(angle * .pi / 180), speed * cos(angle * .pi / 180))
    let height = style == .overhand ? 1.7 : 0.8
    let flight = (up + (up * up + 2 * 9.81 * (height - 0.2)).squareRoot()) / 9.81
    let distance = along * flight
    let miss = abs(distance - 7.9)
    let outcome: Outcome = miss < 0.25 ? .hole : miss < 0.8 ? .board : .off
    let aspect = Double(Self.pictureSize.width) / Double(Self.pictureSize.height)

    let frames = 1...max(3, Int(flight * Self.frameRate))
    let hand = pose(style, at: 0, aspect: aspect)[.rightWrist].location
    let points = frames.map { step in
      let t = Double(step) / Self.frameRate
      return TrajectoryObservation.Point(
        frame: releaseFrame + step, time: release + t,
        location: NormalizedPoint(
          x: hand.x + along * t / Self.metresAcross + 0.0006 * generator.normal(),
          y: hand.y - (up * t - 9.81 / 2 * t * t) / Self.metresAcross * aspect
            + 0.0006 * generator.normal()),
        radius: 0.008)
    }.filter { $0.location.x < 0.995 }
    let fit = QuadraticFit(points.map { (u: $0.location.x, value: $0.location.y) })
    session.throwsMade.append(
      Throw(
        number: number, startFrame: releaseFrame + 1, endFrame: releaseFrame + points.count,
        releaseFrame: releaseFrame, time: release,
        style: ThrowStyleObservation(style: style, confidence: Float(0.8 + 0.02 * Double(number))),
        releaseAngle: Estimate(value: angle, error: 0.6),
        speed: Estimate(value: speed, error: 0.15),
        distance: Estimate(value: distance, error: 0.09), outcome: outcome,
        points: session.rules.points(for: outcome, style: style),
        trajectory: TrajectoryObservation(
          id: number, points: points,
          equation: fit.map {
            .init(
              a: $0.coefficients.quadratic, b: $0.coefficients.linear, c: $0.coefficients.constant)
          },
          confidence: 0.94, isFinished: true),
        poses: (-24...14).map { step in
          let t = Double(step) / Self.frameRate
          return Throw.TimedPose(
            frame: releaseFrame + step, time: release + t,
            pose: pose(style, at: t, aspect: aspect))
        }))
  }

  /// A figure of sticks that faces right; `t` is 0 at the release.
  private mutating func pose(
    _ style: ThrowStyle, at t: Double, aspect: Double
  ) -> HumanBodyPoseObservation {
    let swing = 1 / (1 + exp(-t * 11))
    let lean = (8 + 22 * swing) * .pi / 180
    let (upperArm, elbow): (Double, Double) =
      style == .overhand
      ? (200 - 120 * swing, 60 + 100 * swing) : (-55 + 150 * swing, 150 + 20 * swing)
    let bend = 168 - 38 * exp(-t * t * 18)
    func at(_ x: Double, _ y: Double) -> NormalizedPoint {
      NormalizedPoint(
        x: 0.13 + x / Self.metresAcross + 0.0004 * generator.normal(),
        y: 0.80 - y / Self.metresAcross * aspect + 0.0004 * generator.normal())
    }
    let hip = (x: 0.0, y: 0.92)
    let neck = (x: 0.55 * sin(lean), y: hip.y + 0.55 * cos(lean))
    /// Down at 0°, forward at 90°.
    func reach(_ from: (x: Double, y: Double), _ length: Double, _ degrees: Double) -> (
      x: Double, y: Double
    ) {
      (from.x + length * sin(degrees * .pi / 180), from.y - length * cos(degrees * .pi / 180))
    }
    let arm = upperArm - lean * 180 / .pi
    let rightElbow = reach(neck, 0.30, arm)
    let rightWrist = reach(rightElbow, 0.28, arm + (180 - elbow))
    let leftElbow = reach(neck, 0.30, 12)
    let leftWrist = reach(leftElbow, 0.27, 30)
    let thigh = (180 - bend) / 2
    let rightKnee = reach(hip, 0.45, thigh)
    let rightAnkle = reach(rightKnee, 0.45, thigh - (180 - bend))
    let leftKnee = reach(hip, 0.45, -10)
    let leftAnkle = reach(leftKnee, 0.45, -20)
    let head = (x: neck.x + 0.06, y: neck.y + 0.22)
    return HumanBodyPoseObservation(confidence: 0.95) { name in
      let place: (x: Double, y: Double) =
        switch name {
        case .nose, .leftEye, .rightEye, .leftEar, .rightEar: head
        case .neck, .leftShoulder, .rightShoulder: neck
        case .root, .leftHip, .rightHip: hip
        case .leftElbow: leftElbow
        case .rightElbow: rightElbow
        case .leftWrist: leftWrist
        case .rightWrist: rightWrist
        case .leftKnee: leftKnee
        case .rightKnee: rightKnee
        case .leftAnkle: leftAnkle
        case .rightAnkle: rightAnkle
        }
      return Joint(location: at(place.x, place.y), confidence: 0.9)
    }
  }
}

/// SplitMix64: the same numbers for the same seed, everywhere (Steele et al., OOPSLA 2014).
struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Normally distributed about 0, scattering by 1.
  mutating func normal() -> Double {
    let (a, b) = (
      Double.random(in: 1e-12..<1, using: &self), Double.random(in: 0..<1, using: &self)
    )
    return (-2 * log(a)).squareRoot() * cos(2 * .pi * b)
  }
}
