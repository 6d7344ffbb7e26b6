internal import SceneReading
internal import VisionCore

/// How a throw was made, as its path, its landing and the thrower's joints show it. Of which style it was, a network
/// says.
struct ThrowMeasurement {
  /// What throws are measured in.
  struct Scene {
    var board: GameboardObservation?
    var picture: PixelSize
    var clock: FrameClock
    var rules: ScoringRules
  }

  let toss: TossThrow
  private let scene: Scene
  private let poses: [Throw.TimedPose]
  private let flight: FlightMeasurement
  private let isFlightSeen: Bool
  /// When the bag left the hand, in seconds.
  private let releaseTime: Double
  private let releaseFrame: Int
  /// The path since the release.
  private let flown: TrajectoryObservation

  init(of toss: TossThrow, by trail: PoseTrail, in scene: Scene) {
    (self.toss, self.scene) = (toss, scene)
    let (aspectRatio, clock) = (scene.picture.aspectRatio, scene.clock)
    let whole = toss.joinedPath(aspectRatio: aspectRatio)
    poses =
      whole.points.first.map {
        trail.thrower(near: $0.location, at: $0.time, aspectRatio: aspectRatio)
      } ?? []
    flight = FlightMeasurement(
      of: whole.points, by: poses, landing: toss.landing,
      in: FlightMeasurement.View(
        corners: scene.board?.corners, aspectRatio: aspectRatio,
        frameInterval: clock.interval, lastTime: clock.times?.last ?? 0))
    isFlightSeen = !whole.points.isEmpty
    // A flight that the clip begins with was let go before it.
    let releaseTime = max(
      clock.times?.first ?? 0,
      flight.release?.time ?? toss.landing?.firstTime ?? toss.endTime)
    self.releaseTime = releaseTime
    releaseFrame = clock.frame(at: releaseTime, near: whole.points.first)
    var flown = whole
    flown.points = whole.points.after(releaseTime)
    self.flown = flown
  }

  /// What the throw-style network is to be asked; `nil` where the thrower was not seen.
  var styleSearch: ThrowStyleSearch? {
    guard !poses.isEmpty else { return nil }
    return ThrowStyleSearch(
      of: BodyMotion(poses: poses.map { ($0.time, $0.pose) }, pictureSize: scene.picture),
      releasedAt: releaseTime)
  }

  /// How it was decided where the bag landed.
  var decision: TossWatch.Decision { toss.landing?.rest.outcome == nil ? .path : .rest }

  /// The throw, but for what it is worth.
  func made(style: ThrowStyleObservation?) -> Throw {
    let fit = flight.fit
    return Throw(
      number: toss.number, startFrame: releaseFrame,
      endFrame: flown.points.last?.frame ?? toss.landing?.restFrame ?? releaseFrame,
      releaseFrame: releaseFrame, time: releaseTime, style: style, releaseAngle: fit?.angle,
      speed: fit?.speed, distance: fit?.distance, stand: fit?.stand,
      outcome: toss.landing?.likelyOutcome ?? likelyOutcome, points: 0, trajectory: flown,
      poses: poses.filter { abs($0.time - releaseTime) <= 1 }, remarks: remarks)
  }

  /// What the player should know, so that the next clip is better.
  var notices: [TossNotice] {
    var notices: [TossNotice] = []
    if flight.fit == nil, scene.board != nil {
      notices.append(
        isFlightSeen ? .notMeasured(throw: toss.number) : .flightUnseen(throw: toss.number))
    }
    if flight.isReleaseUnseen { notices.append(.releaseUnseen(throw: toss.number)) }
    return notices
  }

  /// The same of what the scale shows.
  var gravityNotice: TossNotice? {
    flight.disagreeingGravity.map { .gravityDisagrees(throw: toss.number, ratio: $0) }
  }

  private var remarks: [Throw.Remark] {
    var remarks: [Throw.Remark] = []
    if toss.cameraMoved { remarks.append(.cameraMoved) }
    if flight.isReleaseUnseen { remarks.append(.releaseUnseen) }
    if let ratio = flight.disagreeingGravity { remarks.append(.gravityDisagrees(ratio: ratio)) }
    if let stand = flight.fit?.stand,
      scene.rules.preset.forbids(stand: stand.value, error: stand.error)
    {
      remarks.append(.offTheLine(stand: stand.value))
    }
    return remarks
  }

  private var likelyOutcome: Outcome {
    Outcome(
      lastSeen: flown.points.last.flatMap { scene.board?.position(of: $0.location) },
      hit: flight.fit?.placeOnBoard, isMeasured: flight.fit != nil)
  }
}

extension TossThrow {
  /// The path, joined where it left the picture in between.
  fileprivate func joinedPath(aspectRatio: Double) -> TrajectoryObservation {
    guard var whole = trajectory else {
      return TrajectoryObservation(
        id: -1, points: [], equation: nil, confidence: 0, isFinished: true)
    }
    func isAtEdge(_ point: TrajectoryObservation.Point) -> Bool {
      let margin = 0.04
      return point.location.x < margin || point.location.x > 1 - margin
        || point.location.y < margin * aspectRatio
    }
    for piece in pieces where piece.id != whole.id {
      guard let first = piece.points.first, let last = piece.points.last,
        let start = whole.points.first, let end = whole.points.last
      else { continue }
      if last.time < start.time, isAtEdge(last), isAtEdge(start) {
        whole.points = piece.points + whole.points
      } else if first.time > end.time, isAtEdge(first), isAtEdge(end) {
        whole.points += piece.points
      }
    }
    return whole
  }
}

extension FrameClock {
  /// The first frame that is not before a time.
  fileprivate func frame(at time: Double, near point: TrajectoryObservation.Point?) -> Int {
    guard let point else { return Int((time / interval).rounded(.up)) }
    return max(0, point.frame + Int(((time - point.time) / interval - 0.01).rounded(.up)))
  }
}

extension FlightMeasurement {
  /// Whether the flight was measured though no hand was seen to let the bag go.
  fileprivate var isReleaseUnseen: Bool { fit != nil && release?.isAtHand != true }

  /// How many times Earth's gravity the path shows, where it is not Earth's.
  fileprivate var disagreeingGravity: Double? {
    fit.flatMap { $0.gravityDisagrees ? $0.gravityRatio.value : nil }
  }
}
