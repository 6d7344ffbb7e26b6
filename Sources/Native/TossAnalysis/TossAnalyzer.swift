public import BeanBagToss
internal import SceneReading
public import VisionCore
public import VisionRequests

/// Watches a game of bean-bag toss frame by frame, and measures every throw.
///
/// ```swift
/// var analyzer = TossAnalyzer(models: try TossModels(), rules: .practice)
/// while let frame = try video.next() {
///   for case .throwEnded(let toss, _) in try await analyzer.update(with: frame.image, at: frame.time) {
///     print(toss.style?.style ?? .none, toss.speed?.value, toss.points)
///   }
/// }
/// try await analyzer.finish()
/// ```
///
/// The same frames at the same times always give the same throws, whether they come from a file or a
/// camera. Memory does not grow with the length of the game but by its throws.
public struct TossAnalyzer: ~Copyable, Sendable {
  /// What a frame lets us know.
  public enum Event: Hashable, Sendable {
    case stateChanged(TossState)
    case throwEnded(Throw, Decision)
    /// The bag of a throw that has ended rests elsewhere now.
    case throwChanged(Throw)
    case notice(TossNotice)
  }

  /// How it was decided where a bag landed.
  public enum Decision: String, Hashable, Sendable {
    /// It was seen to rest there.
    case rest
    /// Nobody saw it rest: its path leads there.
    case path
  }

  /// The board, where it was pointed out and need not be found.
  private let corners: GameboardObservation.Corners?
  private let models: TossModels
  private let registration: Isolated<TrackTranslationalImageRegistrationRequest>
  private var trajectories: DetectTrajectoriesRequest
  private var stability = CameraStability()

  private var game: TossGame
  private var board: GameboardObservation?
  private var boardSightings: [GameboardObservation] = []
  /// The highest confidence of a sighting that shows the board where it is taken to be.
  private var boardConfidence: Float?
  private var nextBoardSearch = 0.0
  /// A look for the board, which goes on beside the next frames.
  private var boardLook: BoardLook?
  private var boardSearchInterval = searchIntervals.lowerBound
  /// How far the picture has moved since the board was seen, or given, in its widths.
  private var displacement = SIMD2<Double>.zero
  private var wasStill = true
  private var bags: Isolated<BagWatch>?
  /// The board on which the bags are watched, and the frame from which on that counts.
  private var bagsBoard: GameboardObservation?
  private var bagsFirstFrame = 0
  /// The search for the bags of the last frame, which goes on beside the next one.
  private var bagSearch: Task<Result<[BagEvent], VisionError>, Never>?

  private var picture: PixelSize?
  private var frameCount = 0
  private var times: (first: Double, last: Double)?
  private var intervals: (shortest: Double, longest: Double)?
  /// Seconds from frame to frame, as most are.
  private var interval = 1.0 / 30

  private var players: PlayerSearch
  private var playerSeen = -Double.infinity
  private var hasReportedPeople = false
  private var hasReportedBoardElsewhere = false
  private var hasReportedUncertainBoard = false
  private var hasReportedGameOver = false

  /// The paths that grow, and those that have ended a moment ago: what is drawn.
  public private(set) var paths: [TrajectoryObservation] = []
  private var knownPaths: Set<Int> = []
  /// The paths since the last throw has ended.
  private var pieces: [TrajectoryObservation] = []
  /// Paths of which it is to be decided whether somebody could have thrown them, and those that went before.
  private var undecided: [(path: TrajectoryObservation, before: Set<Int>)] = []
  /// Paths of the last seconds that nobody can have thrown.
  private var takenBack: [(path: Int, time: Double)] = []
  /// Throws that have ended and are to be measured.
  private var unmeasured: [UnmeasuredThrow] = []
  private var throwsMade: [Throw] = []
  /// What was seen in the frame that was looked at last; once the game is over, what became known at its end.
  package private(set) var sight: TossSight?

  /// The longer side of the frames in which motion and people are sought, in pixels.
  private static let workingLongSides = 640...960
  /// How often the board is looked for, in seconds, from the first look to those after many that found none:
  /// such a look takes the longest.
  private static let searchIntervals = 0.5...4.0
  private static let boardSightingsWanted = 5
  /// When a look for the board is taken in after it has begun, in seconds.
  private static let boardDelay = 0.4
  /// The board has moved when its corners together have by so much, in widths of the picture.
  private static let boardTolerance = 0.008
  /// Sightings agree whose corners together are apart by no more, in widths of the picture.
  private static let agreement = 0.04
  /// For how long, in seconds, it is known that a path was taken back; longer than a film is drawn late.
  private static let memoryOfTakenBack = 4.0
  /// A picture that has moved by less, in its widths, still shows the board where it was.
  private static let maximumDisplacementInPlace = 0.01

  /// - Parameters:
  ///   - models: The networks.
  ///   - board: The board's corners, where they are known; else it is looked for.
  ///   - rules: By which rules throws are scored.
  ///   - isDrawn: Whether people are also looked at between throws, for ``people(at:)``. It makes no
  ///     difference to what is measured.
  public init(
    models: TossModels, board: GameboardObservation.Corners? = nil, rules: ScoringRules,
    isDrawn: Bool = false
  ) {
    registration = Isolated(TrackTranslationalImageRegistrationRequest())
    trajectories = DetectTrajectoriesRequest()
    self.models = models
    corners = board
    players = PlayerSearch(PlayerWatch(model: models.poses, isDrawn: isDrawn))
    game = TossGame(rules: rules)
  }

  public var state: TossState { game.state }
  public var scoreboard: Scoreboard { game.scoreboard }
  public var knownBoard: GameboardObservation? { board }
  /// Those that have ended, in their order.
  public var throwsSoFar: [Throw] { throwsMade }

  /// The people at a time of the last 8 seconds, in seconds: as they were seen, or between two looks at them. Those
  /// around a throw are looked at more often, but only once its path is known. What the last 0.3 seconds show is not
  /// taken in yet; for that there is ``newestPeople``.
  public func people(at time: Double) -> [HumanBodyPoseObservation] {
    guard let picture else { return [] }
    return players.trail.people(
      at: time, aspectRatio: picture.aspectRatio)
  }

  /// The people in the last look that has ended, for a picture of this moment. Which look that is depends on how fast
  /// the machine is.
  public var newestPeople: [HumanBodyPoseObservation] { players.newestPeople }

  /// Looks at the next frame.
  ///
  /// - Parameters:
  ///   - picture: The frame as stored; all of one size.
  ///   - orientation: How it is to be turned to stand upright.
  ///   - time: In seconds; later than that of the frame before.
  /// - Returns: What this frame lets us know, in order; mostly nothing. Bags lag by one frame, people by 0.3 s, the
  ///   board by 0.4 s; a throw is reported 1.0 s after the end of its path, or when its bag rests if that is later.
  /// - Throws: `VisionError` when a network cannot be run, the frame has another size than the first one, or too little
  ///   of a board is in it.
  public mutating func update(
    with picture: some Picture & Sendable, orientation: ImageOrientation = .up, at time: Double
  ) async throws(VisionError) -> [Event] {
    let frame = frameCount
    frameCount += 1
    let gap = times.map { time - $0.last } ?? 0
    measureInterval(at: time)
    let size = picture.uprightSize(orientation)
    self.picture = size
    let small = picture.upright(orientation, toLongSide: Self.workingLongSide(of: size))

    var events: [Event] = []
    // Neither needs the other.
    let registration = registration
    async let moved = Self.result { () async throws(VisionError) in
      try await registration.withValue { request throws(VisionError) in
        try request.perform(on: small, orientation: .up)
      }
    }
    let seen = try trajectories.perform(on: small, orientation: .up, at: time)
    let shift = try await moved.get()
    let isStill = follow(shift, at: time, &events)
    try await lookForBoard(
      in: picture, orientation, at: time, isStill: isStill, &events)
    try await takeInPeople(until: gap > PlayerSearch.delay ? .infinity : time, &events)
    // Where frames are missing those before are caught up on, as at the end.
    if gap > PlayerSearch.delay { await players.finish() }
    let played = judge(seen, at: time)
    decide(until: time)
    players.look(at: FrameRing.Frame(index: frame, time: time, image: small))
    // From the first frame on bags may fall.
    if frame == 0, let look = boardLook { try await takeIn(look) }
    let bags = try await followBags(
      in: picture, orientation, frame: frame, at: time, isStill: isStill)
    sight = TossSight(
      frame: frame, time: time, shift: shift, motion: trajectories.motion,
      paths: seen.filter(\.isFinished), board: board, bags: bags)

    if corners != nil, isStill, !isBoardInPlace, !hasReportedBoardElsewhere {
      hasReportedBoardElsewhere = true
      events.append(.notice(.boardElsewhere))
    }

    let observation = TossObservation(
      board: isBoardInPlace ? board : nil, isCameraStill: isStill,
      isPlayerInView: playerSeen > time - PlayerSearch.delay - PlayerWatch.interval - 0.1,
      trajectories: played,
      bags: bags)
    try await report(game.update(with: observation, at: time), at: time, &events)
    return events
  }

  /// Ends the game: the clip is over. Throws that have not ended end as far as they were seen.
  ///
  /// - Returns: What is known now, in order.
  /// - Throws: `VisionError` when a network cannot be run.
  public mutating func finish() async throws(VisionError) -> [Event] {
    var events: [Event] = []
    guard let times else { return [.notice(.noFrames)] }
    // A game ends also where the last frames could not be looked at; what was seen before them stands.
    while let sighting = await players.sighting(until: .infinity) {
      if case .success(let seen) = sighting { takeIn(seen, &events) }
    }
    if let look = boardLook { try? await takeIn(look) }
    reportUncertainBoard(&events)
    let lastBags = (try? await lastBagEvents()) ?? []
    let lastPaths = trajectories.finish()
    let last = judge(lastPaths, at: times.last)
    await players.finish()
    decide(until: .infinity)
    let settled = lastBags + numbered(await bags?.withValue { $0.finish() } ?? [])
    sight = TossSight(
      frame: frameCount, time: times.last, shift: ImageTranslation(dx: 0, dy: 0), motion: nil,
      paths: lastPaths, board: board, bags: settled)
    let observation = TossObservation(
      board: isBoardInPlace ? board : nil, isCameraStill: wasStill, isPlayerInView: true,
      trajectories: last, bags: settled)
    try await report(game.update(with: observation, at: times.last), at: .infinity, &events)
    let throwsBefore = throwsMade.count
    try await report(game.finish(at: times.last), at: .infinity, &events)
    if throwsMade.count > throwsBefore, let toss = throwsMade.last,
      let end = toss.trajectory.points.last?.time,
      FlightMeasurement.isCut(seenLast: end, lastFrame: times.last)
    {
      events.append(.notice(.cutInFlight(throw: toss.number)))
    }
    if let intervals, intervals.longest > 1.6 * intervals.shortest,
      intervals.longest - intervals.shortest > 0.005
    {
      events.append(
        .notice(.unevenFrames(shortest: intervals.shortest, longest: intervals.longest)))
    }
    if board == nil { events.append(.notice(.noBoard)) }
    if throwsMade.isEmpty { events.append(.notice(.noThrow)) }
    return events
  }

  /// What `async let` can hand on without losing the error's type.
  private static func result<Value: Sendable>(
    _ work: () async throws(VisionError) -> Value
  ) async -> Result<Value, VisionError> {
    do throws(VisionError) {
      return .success(try await work())
    } catch {
      return .failure(error)
    }
  }

  // MARK: - The camera and its frames

  /// The longest side in ``workingLongSides`` that averages whole blocks of pixels along it, which takes a tenth of
  /// the time, or their upper bound if no side does.
  private static func workingLongSide(of size: PixelSize) -> Int {
    let (longSide, sides) = (size.longSide, workingLongSides)
    let block = max(1, (longSide + sides.upperBound - 1) / sides.upperBound)
    let whole = longSide / block
    return longSide.isMultiple(of: block) && sides.contains(whole)
      ? whole : sides.upperBound
  }

  private mutating func measureInterval(at time: Double) {
    if let times {
      let passed = time - times.last
      intervals = (
        min(intervals?.shortest ?? passed, passed), max(intervals?.longest ?? passed, passed)
      )
      // A running mean that a pause moves little.
      interval += (min(max(passed, 0.5 * interval), 2 * interval) - interval) * 0.1
    }
    times = (times?.first ?? time, time)
  }

  private mutating func follow(
    _ shift: ImageTranslation, at time: Double, _ events: inout [Event]
  ) -> Bool {
    _ = stability.update(dx: shift.dx, dy: shift.dy)
    // Shifts of a camera that stands still are errors of measurement, and their sum would grow.
    let moved = SIMD2(shift.dx, shift.dy)
    if moved.length > stability.threshold / Double(stability.window) {
      displacement += moved
    }
    let isStill = stability.summedShift < stability.threshold
    if wasStill, !isStill {
      events.append(.notice(.cameraMoved(time: time)))
      // What was seen of the board is not where it is now.
      boardSightings = []
      (nextBoardSearch, boardSearchInterval) = (time, Self.searchIntervals.lowerBound)
    }
    wasStill = isStill
    return isStill
  }

  // MARK: - Board

  private mutating func lookForBoard(
    in picture: some Picture & Sendable, _ orientation: ImageOrientation, at time: Double,
    isStill: Bool, _ events: inout [Event]
  ) async throws(VisionError) {
    if let corners {
      board =
        board
        ?? GameboardObservation(
          corners: corners, aspectRatio: picture.uprightSize(orientation).aspectRatio)
      return
    }
    // A nudge may be too short for the camera to count as moving.
    if !isBoardInPlace { boardSightings = [] }
    if let look = boardLook, time >= look.start + Self.boardDelay {
      try await takeIn(look)
      if boardSightings.count == Self.boardSightingsWanted { reportUncertainBoard(&events) }
    }
    guard boardLook == nil, isStill, time >= nextBoardSearch,
      boardSightings.count < Self.boardSightingsWanted
    else { return }
    var request = DetectGameboardRequest(model: models.boards)
    request.isThorough = false
    request.confidenceThreshold = DetectGameboardRequest.forKnownBoard
    boardLook = BoardLook(
      start: time, displacement: displacement,
      task: Task { [request] in
        await Self.result { () async throws(VisionError) in
          try await request.perform(on: picture.upright(orientation), orientation: .up).first
        }
      })
  }

  private struct BoardLook: Sendable {
    /// When the frame was taken, in seconds, and how far the picture had moved by then.
    var start: Double
    var displacement: SIMD2<Double>
    var task: Task<Result<GameboardObservation?, VisionError>, Never>
  }

  private mutating func takeIn(_ look: BoardLook) async throws(VisionError) {
    boardLook = nil
    let found = try await look.task.value.get()
    boardSearchInterval =
      found == nil
      ? min(1.5 * boardSearchInterval, Self.searchIntervals.upperBound)
      : Self.searchIntervals.lowerBound
    nextBoardSearch = look.start + boardSearchInterval
    guard let found else { return }
    boardSightings.append(found)
    let board = Self.median(of: boardSightings)
    self.board = board
    boardConfidence =
      board.flatMap { board in
        boardSightings.filter { Self.distance($0, board) <= Self.agreement }.map(\.confidence).max()
      }
    // Nudges between sightings add up: they must all be of one place. What moved since the look began, counts.
    if boardSightings.count == 1 { displacement -= look.displacement }
  }

  /// Reports, once, that no sighting of the board was certain.
  private mutating func reportUncertainBoard(_ events: inout [Event]) {
    guard !hasReportedUncertainBoard, let boardConfidence,
      boardConfidence < DetectGameboardRequest.forAnyPicture
    else { return }
    hasReportedUncertainBoard = true
    events.append(.notice(.uncertainBoard(confidence: boardConfidence)))
  }

  /// Whether the board is where it was seen last: the camera has not moved since, or has come back.
  var isBoardInPlace: Bool { displacement.length < Self.maximumDisplacementInPlace }

  private static func distance(_ a: GameboardObservation, _ b: GameboardObservation) -> Double {
    zip(a.corners.all, b.corners.all).reduce(0) { $0 + $1.0.distance(to: $1.1, 1) }
  }

  /// The sighting whose corners lie nearest to all others': one that a leg hid a corner of is not it.
  private static func median(of sightings: [GameboardObservation]) -> GameboardObservation? {
    func sum(_ a: GameboardObservation) -> Double {
      sightings.reduce(0) { $0 + Self.distance(a, $1) }
    }
    return sightings.min { sum($0) < sum($1) }
  }

  // MARK: - Bags

  /// What has become of the bags on the board and beside it, up to the frame before: this frame is
  /// looked at while the next one is read and looked at for other things.
  private mutating func followBags(
    in picture: some Picture & Sendable, _ orientation: ImageOrientation, frame: Int,
    at time: Double, isStill: Bool
  ) async throws(VisionError) -> [BagEvent] {
    let events = try await lastBagEvents()
    guard let board else { return events }
    guard isStill, isBoardInPlace else {
      guard let bags else { return events }
      bagSearch = Task { .success(await bags.withValue { $0.leaveOutFrame(at: time) }) }
      return events
    }
    let bags: Isolated<BagWatch>
    if let known = self.bags {
      bags = known
    } else {
      bags = Isolated(BagWatch(board: board.corners))
      (self.bags, bagsBoard, bagsFirstFrame) = (bags, board, frame)
    }
    let hasMoved = bagsBoard.map { Self.distance($0, board) > Self.boardTolerance } ?? false
    if hasMoved { bagsBoard = board }
    bagSearch = Task {
      await Self.result { () async throws(VisionError) in
        try await bags.withValue { bags throws(VisionError) in
          if hasMoved { bags.moveBoard(to: board.corners) }
          return try bags.update(with: picture, orientation: orientation, at: time).events
        }
      }
    }
    return events
  }

  /// What the last frame that was looked at for bags has shown.
  private mutating func lastBagEvents() async throws(VisionError) -> [BagEvent] {
    let search = bagSearch
    bagSearch = nil
    return numbered(try await search?.value.get() ?? [])
  }

  /// ``BagWatch`` counts frames from its own first one.
  private func numbered(_ events: [BagEvent]) -> [BagEvent] {
    events.map { event in
      switch event {
      case .landed(var landing):
        landing.firstFrame += bagsFirstFrame
        landing.restFrame += bagsFirstFrame
        return .landed(landing)
      case .moved(var move):
        move.frame += bagsFirstFrame
        return .moved(move)
      }
    }
  }

  // MARK: - People

  /// Who was in the picture up to ``PlayerSearch/delay`` before a time.
  private mutating func takeInPeople(
    until time: Double, _ events: inout [Event]
  ) async throws(VisionError) {
    while let sighting = await players.sighting(until: time) {
      takeIn(try sighting.get(), &events)
    }
  }

  private mutating func takeIn(_ sighting: PlayerWatch.Sighting, _ events: inout [Event]) {
    playerSeen = max(playerSeen, sighting.time ?? -.infinity)
    if sighting.count > 1, !hasReportedPeople {
      hasReportedPeople = true
      events.append(.notice(.severalPeople(sighting.count)))
    }
  }

  // MARK: - Paths

  /// The paths that may be throws: those that grow and do not lead away from the board, and of those that
  /// have ended the ones that lead towards it. Whether they begin at a person is decided later.
  private mutating func judge(
    _ seen: [TrajectoryObservation], at time: Double
  ) -> [TrajectoryObservation] {
    paths = paths.filter { $0.isFinished && ($0.points.last?.time ?? 0) > time - 1.5 }
    var played: [TrajectoryObservation] = []
    for path in seen {
      guard let first = path.points.first else { continue }
      if knownPaths.insert(path.id).inserted {
        players.follow(pathFrom: first.time)
      }
      if path.isFinished {
        guard mayBeThrow(path) else { continue }
        pieces.append(path)
      } else if let board, let picture,
        path.leadsAway(from: board, aspectRatio: picture.aspectRatio)
      {
        continue
      }
      played.append(path)
      paths.append(path)
    }
    return played
  }

  /// Whether a path that has ended leads towards the board. Of what does not come down on it people decide.
  private mutating func mayBeThrow(_ path: TrajectoryObservation) -> Bool {
    guard let first = path.points.first, let last = path.points.last, let picture else {
      return false
    }
    if let board {
      let (middle, aspectRatio) = (board.middle, picture.aspectRatio)
      let left = last.location.distance(to: middle, aspectRatio)
      guard left < first.location.distance(to: middle, aspectRatio) else { return false }
      // What comes down on the board was thrown, whoever is seen: the thrower may be found later.
      if left < board.reach(aspectRatio) { return true }
    }
    undecided.append((path, before: Set(pieces.map(\.id))))
    return true
  }

  /// Takes back the paths that nobody can have thrown, of those that ended long enough before a time.
  private mutating func decide(until time: Double) {
    func isDue(_ path: TrajectoryObservation) -> Bool {
      (path.points.last?.time ?? 0) + TossDelays.thrower <= time
    }
    let due = undecided.filter { isDue($0.path) }
    undecided.removeAll { isDue($0.path) }
    for (path, before) in due {
      let continues = before.contains { !wasTakenBack(path: $0) }
      guard !beginsAtPerson(path, continues: continues) else { continue }
      let id = path.id
      takenBack.append((id, path.points.last?.time ?? 0))
      game.takeBack(path: id)
      pieces.removeAll { $0.id == id }
      paths.removeAll { $0.id == id }
      for index in unmeasured.indices { unmeasured[index].pieces.removeAll { $0.id == id } }
    }
    takenBack.removeAll { $0.time < time - Self.memoryOfTakenBack && time.isFinite }
  }

  /// Whether a path of the last seconds turned out to be one that nobody can have thrown.
  package func wasTakenBack(path: Int) -> Bool { takenBack.contains { $0.path == path } }

  private func beginsAtPerson(_ path: TrajectoryObservation, continues: Bool) -> Bool {
    guard let first = path.points.first, let picture else { return false }
    let trail = players.measured
    guard !trail.isEmpty(around: first.time) else { return true }
    let aspectRatio = picture.aspectRatio
    let thrower = trail.thrower(near: first.location, at: first.time, aspectRatio: aspectRatio)
    let now = thrower.min { abs($0.time - first.time) < abs($1.time - first.time) }
    guard let pose = now?.pose else { return true }
    // A hand that has let go a bag is no farther from it than a body is long; a path that continues
    // another piece begins anywhere.
    let reach = 2.5 * pose.trunk(aspectRatio) + 0.02
    return continues || pose.distance(of: first.location, aspectRatio) < reach
  }

  // MARK: - Throws

  /// A throw that has ended, until it is measured.
  private struct UnmeasuredThrow {
    let number: Int
    /// The paths since the throw before had ended.
    var pieces: [TrajectoryObservation]
    /// Where its bag rests, if that has changed since.
    var outcome: Outcome?
  }

  private mutating func report(
    _ happened: [TossEvent], at time: Double, _ events: inout [Event]
  ) async throws(VisionError) {
    try await measureDue(at: time, &events)
    for event in happened {
      switch event {
      case .stateChanged(let state): events.append(.stateChanged(state))
      case .throwEnded(let toss):
        unmeasured.append(UnmeasuredThrow(number: toss.number, pieces: pieces))
        pieces = []
        try await measureDue(at: time, &events)
      case .outcomeChanged(let number, let outcome):
        if let index = unmeasured.firstIndex(where: { $0.number == number }) {
          unmeasured[index].outcome = outcome
          continue
        }
        guard throwsMade.indices.contains(number - 1) else { continue }
        throwsMade[number - 1].outcome = outcome
        throwsMade[number - 1].points = game.scoreboard.points(of: number - 1)
        events.append(.throwChanged(throwsMade[number - 1]))
      }
    }
  }

  /// Measures the throws whose path ended long enough before a time, in their order.
  private mutating func measureDue(
    at time: Double, _ events: inout [Event]
  ) async throws(VisionError) {
    while let next = unmeasured.first, let toss = game.ended(throw: next.number),
      (toss.trajectory?.points.last?.time).map({ $0 + TossDelays.measurement <= time }) ?? true
    {
      let (measured, decision) = try await measure(toss, next, &events)
      unmeasured.removeFirst()
      throwsMade.append(measured)
      events.append(.throwEnded(measured, decision))
    }
  }

  private mutating func measure(
    _ toss: TossThrow, _ ended: UnmeasuredThrow, _ events: inout [Event]
  ) async throws(VisionError) -> (Throw, Decision) {
    let picture = picture ?? PixelSize(width: 1, height: 1)
    let aspectRatio = picture.aspectRatio
    let whole = joinedPath(of: toss, ended.pieces, aspectRatio: aspectRatio)
    let poses =
      whole.points.first.map {
        players.measured.thrower(near: $0.location, at: $0.time, aspectRatio: aspectRatio)
      } ?? []
    let measurement = FlightMeasurement(
      of: whole.points, by: poses, landing: toss.landing,
      in: FlightMeasurement.View(
        corners: board?.corners, aspectRatio: aspectRatio,
        frameInterval: interval, lastTime: times?.last ?? 0))
    let (release, fit) = (measurement.release, measurement.fit)
    // A flight that the clip begins with was let go before it.
    let releaseTime = max(
      times?.first ?? 0, release?.time ?? toss.landing?.firstTime ?? toss.endTime)
    var flown = whole
    flown.points = whole.points.after(releaseTime)
    let style = try await style(of: poses, in: picture, releasedAt: releaseTime)
    let decision = toss.landing?.rest.outcome == nil ? Decision.path : .rest
    let outcome =
      ended.outcome ?? toss.landing?.likelyOutcome ?? likelyOutcome(of: flown, fit)
    game.judge(throw: toss.number, outcome: outcome, style: style?.style)
    events += notices(about: toss, measurement, isFlightSeen: !whole.points.isEmpty)
    let releaseFrame = frame(at: releaseTime, near: whole.points.first)
    let measured = Throw(
      number: toss.number, startFrame: releaseFrame,
      endFrame: flown.points.last?.frame ?? toss.landing?.restFrame ?? releaseFrame,
      releaseFrame: releaseFrame, time: releaseTime, style: style, releaseAngle: fit?.angle,
      speed: fit?.speed, distance: fit?.distance, stand: fit?.stand, outcome: outcome,
      points: game.scoreboard.points(of: toss.number - 1), trajectory: flown,
      poses: poses.filter { abs($0.time - releaseTime) <= 1 },
      remarks: remarks(on: toss, measurement))
    return (measured, decision)
  }

  /// `nil` where the thrower was not seen.
  private func style(
    of poses: [Throw.TimedPose], in picture: PixelSize, releasedAt time: Double
  ) async throws(VisionError) -> ThrowStyleObservation? {
    guard !poses.isEmpty else { return nil }
    return try await ClassifyThrowStyleRequest(model: models.styles).perform(
      on: BodyMotion(poses: poses.map { ($0.time, $0.pose) }, pictureSize: picture),
      releasedAt: time)
  }

  private mutating func notices(
    about toss: TossThrow, _ measurement: FlightMeasurement, isFlightSeen: Bool
  ) -> [Event] {
    var notices: [TossNotice] = []
    if measurement.fit == nil, board != nil {
      notices.append(
        isFlightSeen ? .notMeasured(throw: toss.number) : .flightUnseen(throw: toss.number))
    }
    if measurement.isReleaseUnseen { notices.append(.releaseUnseen(throw: toss.number)) }
    if game.scoreboard.countedBags < toss.number, !hasReportedGameOver {
      hasReportedGameOver = true
      notices.append(.gameOver(throw: toss.number))
    }
    if let ratio = measurement.disagreeingGravity {
      notices.append(.gravityDisagrees(throw: toss.number, ratio: ratio))
    }
    return notices.map { .notice($0) }
  }

  private func remarks(on toss: TossThrow, _ measurement: FlightMeasurement) -> [Throw.Remark] {
    var remarks: [Throw.Remark] = []
    if toss.cameraMoved { remarks.append(.cameraMoved) }
    if measurement.isReleaseUnseen { remarks.append(.releaseUnseen) }
    if let ratio = measurement.disagreeingGravity {
      remarks.append(.gravityDisagrees(ratio: ratio))
    }
    if let stand = measurement.fit?.stand,
      game.scoreboard.rules.preset.forbids(stand: stand.value, error: stand.error)
    {
      remarks.append(.offTheLine(stand: stand.value))
    }
    return remarks
  }

  /// The path of a throw, joined where it left the picture in between.
  private func joinedPath(
    of toss: TossThrow, _ pieces: [TrajectoryObservation], aspectRatio: Double
  ) -> TrajectoryObservation {
    guard var whole = toss.trajectory else {
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

  /// The first frame that is not before a time.
  private func frame(at time: Double, near point: TrajectoryObservation.Point?) -> Int {
    guard let point else { return Int((time / interval).rounded(.up)) }
    return max(0, point.frame + Int(((time - point.time) / interval - 0.01).rounded(.up)))
  }

  private func likelyOutcome(of path: TrajectoryObservation, _ fit: FlightFit?) -> Outcome {
    Outcome(
      lastSeen: path.points.last.flatMap { board?.position(of: $0.location) },
      hit: fit?.placeOnBoard, isMeasured: fit != nil)
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
