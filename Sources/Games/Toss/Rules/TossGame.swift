public import VisionCore

/// Follows a game of bean-bag toss from what the frames of a fixed camera show.
///
/// The game is a value that is handed the world: it reads no clock and no camera, and the same
/// observations at the same times always give the same events.
///
/// ```swift
/// var game = TossGame(rules: .practice)
/// for frame in frames {
///   for case .measurementDue(let number) in game.update(with: frame.observation, at: frame.time) {
///     print(game.record(measured(game.ended(throw: number))).points)
///   }
/// }
/// ```
///
/// A throw begins with a path that grows. It ends when the bag rests, or when the path has been gone
/// for ``pathMemory``: till then a bounce may carry it on. A path that does not end was none. A bag
/// that comes to rest without a path was thrown all the same. A bag that was seen before the path that
/// grows now began is that of the throw before, as long as nobody knows where that one rests.
///
/// The game owns its throws. ``measurementDelay`` after a throw's path has ended the game asks for its figures
/// (``TossEvent/measurementDue(throw:)``), and ``record(_:)`` answers; what the bag does later changes the throw where it is
/// kept.
///
/// What is thrown when the game is over is reported like any other throw; the ``scoreboard`` does
/// not count it.
public struct TossGame: Sendable {
  /// For how long the path must be gone, in seconds, until the throw has ended. Longer than
  /// ``LandingTracker`` waits for a bag, so that where it went in is known by then.
  public static let pathMemory = 0.75
  /// How long after the end of its path a throw is to be measured, in seconds. A camera does not wait for the thrower's
  /// joints as a film can: most are known by then.
  public static let measurementDelay = 1.0
  /// For how long a player may go unseen.
  static let playerMemory = 1.5
  /// For how long after its end a throw waits for its bag to rest.
  static let landingMemory = 3.0
  /// For how long the game shows that a bag has landed.
  static let landedSpan = 1.5

  public private(set) var state = TossState.lookingForBoard
  public private(set) var scoreboard: Scoreboard
  /// Where the board was last seen.
  public private(set) var board: GameboardObservation?
  /// Whether the camera has moved since.
  private var isBoardStale = false

  /// A throw that has not ended.
  private struct Flight {
    /// When a path of it was last seen.
    var lastSeen: Double
    var cameraMoved = false
    /// When each of its paths began.
    var starts: [(path: Int, time: Double)] = []
    /// Those of its paths that have ended, in order.
    var ended: [TrajectoryObservation] = []

    var start: Double { starts.map { $0.time }.min() ?? .infinity }

    mutating func note(_ path: Int, from start: Double) {
      starts.removeAll { $0.path == path }
      starts.append((path, start))
    }

    mutating func remove(_ path: Int) {
      starts.removeAll { $0.path == path }
      ended.removeAll { $0.id == path }
    }

    /// The longest path that has ended, of two the first; a bounce does not replace it.
    var trajectory: TrajectoryObservation? {
      ended.reduce(nil) { longest, path in
        longest.map { $0.points.count >= path.points.count } ?? false ? longest : path
      }
    }
  }

  private var flight: Flight?
  private var throwsEnded: [TossThrow] = []
  /// How many of them were asked for.
  private var askedCount = 0
  /// Those that were measured, in order, with what they are worth where their bags rest now.
  public private(set) var throwsMade: [Throw] = []
  /// The paths that have ended since the last throw did.
  private(set) var pieces: [TrajectoryObservation] = []
  /// The flight of the last throw that has ended.
  private var lastFlight: Flight?
  /// The throw of each landing.
  private var throwOfLanding: [Int: Int] = [:]
  /// The paths that no longer count, because they or their throws have ended, and when each was last seen.
  private var endedPaths: [(id: Int, time: Double)] = []
  private var lastPlayer = -Double.infinity
  private var lastEnd = -Double.infinity
  /// When the camera last moved.
  private var lastShake = -Double.infinity
  /// Whether the caller has ended the game.
  private var isClosed = false

  public init(rules: ScoringRules) { scoreboard = Scoreboard(rules: rules) }

  /// Continues a game that was broken off.
  ///
  /// - Parameters:
  ///   - rules: By which throws are scored.
  ///   - throwsMade: Those of the game so far, with numbers from 1 on. What is seen from now on changes none of them.
  public init(rules: ScoringRules, continuing throwsMade: [Throw]) {
    self.init(rules: rules)
    for made in throwsMade {
      precondition(made.number == throwsEnded.count + 1, "throws have numbers in their order")
      throwsEnded.append(
        TossThrow(
          number: made.number, trajectory: made.trajectory, endTime: -.infinity,
          cameraMoved: false))
      scoreboard.add(Scoreboard.Bag(outcome: made.outcome, style: made.style.label))
      if made.isWithdrawn { withdraw(throw: made.number) }
    }
    askedCount = throwsMade.count
    self.throwsMade = throwsMade
  }

  /// Takes in what the next frame shows.
  ///
  /// - Parameters:
  ///   - observation: What there is in this frame.
  ///   - time: When it was taken, in seconds from any start; never falls.
  /// - Returns: What this frame lets us know, in order; mostly nothing.
  public mutating func update(with observation: TossObservation, at time: Double) -> [TossEvent] {
    if observation.isPlayerInView { lastPlayer = time }
    if !observation.isCameraStill {
      flight?.cameraMoved = true
      lastShake = time
      isBoardStale = true
    }
    if let seen = observation.board {
      board = seen
      isBoardStale = !observation.isCameraStill
    }

    var events = measurementsDue(at: time)
    pieces += observation.trajectories.filter { $0.isFinished }
    if !isClosed {
      follow(observation.trajectories, cameraIsStill: observation.isCameraStill, at: time)
    }
    for event in observation.bags { events += take(event, at: time) }
    if let flight, time - flight.lastSeen >= Self.pathMemory {
      events += endFlight(with: nil, at: time)
    }
    events += goOn(observation, at: time)
    return events
  }

  /// Ends the game: the clip is over. What flies has landed, as far as it was seen.
  public mutating func finish(at time: Double) -> [TossEvent] {
    var events = measurementsDue(at: .infinity) + endFlight(with: nil, at: time)
    events += measurementsDue(at: .infinity)
    isClosed = true
    if state != .summary {
      state = .summary
      events.append(.stateChanged(.summary))
    }
    return events
  }

  /// Says that nobody can have thrown what was seen on a path that has ended. Where it is the only path of what
  /// flies, nothing does; a throw that has ended since, because its bag was seen to rest, keeps its other paths.
  public mutating func takeBack(path: Int) {
    pieces.removeAll { $0.id == path }
    flight?.remove(path)
    if let current = flight, current.starts.isEmpty { flight = nil }
    if let last = throwsEnded.indices.last {
      lastFlight?.remove(path)
      throwsEnded[last].trajectory = lastFlight?.trajectory
    }
    for index in throwsEnded.indices.dropFirst(throwsMade.count) {
      throwsEnded[index].pieces.removeAll { $0.id == path }
    }
  }

  /// How many throws have ended.
  var endedCount: Int { throwsEnded.count }

  /// A throw that has ended, by its number from 1 on, with what has become known of it since.
  public func ended(throw number: Int) -> TossThrow? {
    throwsEnded.indices.contains(number - 1) ? throwsEnded[number - 1] : nil
  }

  /// Takes in the figures of a throw that has ended: of the one after those in ``throwsMade``.
  ///
  /// - Parameter made: How it was thrown. Its outcome counts only where no landing has shown another; what it is worth
  ///   follows.
  /// - Returns: The throw as it is kept.
  public mutating func record(_ made: Throw) -> Throw {
    let index = made.number - 1
    precondition(index == throwsMade.count, "throws are measured in their order")
    precondition(index < throwsEnded.count, "a throw is measured once it has ended")
    var made = made
    made.outcome = scoreboard.bags[index].outcome ?? made.outcome
    judge(throw: made.number, outcome: made.outcome, style: made.style?.style)
    made.points = scoreboard.points(of: index)
    made.isWithdrawn = scoreboard.bags[index].isWithdrawn
    throwsMade.append(made)
    throwsEnded[index].pieces = []
    return made
  }

  /// Says what the caller knows of a throw that has ended: its style, whose it was, or where its bag
  /// rests where no landing was seen. Nothing happens for a number that no such throw has.
  public mutating func judge(
    throw number: Int, outcome: Outcome? = nil, style: ThrowStyle? = nil, side: Side? = nil
  ) {
    scoreboard.correct(number - 1) { bag in
      if let outcome { bag.outcome = outcome }
      if let style { bag.style = style }
      if let side { bag.side = side }
    }
  }

  /// Corrects where the bag of a throw that has ended rests; what is seen of it from now on changes nothing. One that
  /// was said not to be a throw is one again.
  ///
  /// - Returns: That it changed; nothing for a number that no such throw has.
  public mutating func correct(throw number: Int, outcome: Outcome) -> [TossEvent] {
    guard throwsEnded.indices.contains(number - 1) else { return [] }
    scoreboard.correct(number - 1) { $0.isWithdrawn = false }
    if throwsMade.indices.contains(number - 1) { throwsMade[number - 1].isWithdrawn = false }
    throwsEnded[number - 1].isCorrected = false
    defer { throwsEnded[number - 1].isCorrected = true }
    return change(outcome: outcome, ofThrow: number)
  }

  /// Takes note that what has ended was no throw: it keeps its number, and counts for nothing. Nothing happens for a
  /// number that no throw has.
  public mutating func withdraw(throw number: Int) {
    scoreboard.correct(number - 1) { $0.isWithdrawn = true }
    guard throwsMade.indices.contains(number - 1) else { return }
    throwsMade[number - 1].isWithdrawn = true
    throwsMade[number - 1].points = 0
  }

  /// Takes note that the board is not where it was seen; it is known again once it is seen again.
  public mutating func forgetBoard() { isBoardStale = true }

  private var isOver: Bool { isClosed || scoreboard.isOver }

  /// Whether the board is no longer where it was seen.
  private var isBoardElsewhere: Bool { board != nil && isBoardStale }

  // MARK: Throws

  private mutating func follow(
    _ paths: [TrajectoryObservation], cameraIsStill: Bool, at time: Double
  ) {
    endedPaths.removeAll { $0.time < time - Self.landingMemory }
    for path in paths {
      if let index = endedPaths.firstIndex(where: { $0.id == path.id }) {
        endedPaths[index].time = time
        continue
      }
      // What is reported late, of long ago, belongs to no throw that still goes on.
      guard let start = path.points.first?.time, let seen = path.points.last?.time,
        time - seen < Self.pathMemory
      else { continue }
      var current =
        flight ?? Flight(lastSeen: seen, cameraMoved: !cameraIsStill || isBoardElsewhere)
      current.lastSeen = max(current.lastSeen, seen)
      current.note(path.id, from: start)
      if path.isFinished {
        end(path.id, at: time)
        current.ended.append(path)
      }
      flight = current
    }
  }

  private mutating func take(_ event: BagEvent, at time: Double) -> [TossEvent] {
    switch event {
    case .landed(let landing) where landing.rest == .unknown(.unsure):
      return []  // the path knows more
    case .landed(let landing):
      let start = flight?.start ?? .infinity
      if let last = throwsEnded.last, last.landing == nil,
        landing.firstTime < min(last.endTime, start), time - last.endTime < Self.landingMemory
      {
        throwsEnded[throwsEnded.count - 1].landing = landing
        throwOfLanding[landing.number] = last.number
        return change(outcome: landing.likelyOutcome, ofThrow: last.number)
      }
      // A path that began when the bag lay still is another's.
      if start < landing.restTime { return endFlight(with: landing, at: time) }
      guard !isClosed else { return [] }
      let flight = Flight(
        lastSeen: landing.restTime,
        cameraMoved: lastShake >= landing.firstTime || isBoardElsewhere)
      return add(flight, with: landing, at: time)
    case .moved(let move):
      guard let landing = move.landing, let number = throwOfLanding[landing] else { return [] }
      return change(outcome: move.rest.likelyOutcome, ofThrow: number)
    }
  }

  private mutating func change(outcome: Outcome?, ofThrow number: Int) -> [TossEvent] {
    guard let outcome, !throwsEnded[number - 1].isCorrected else { return [] }
    judge(throw: number, outcome: outcome)
    if throwsMade.indices.contains(number - 1) {
      throwsMade[number - 1].outcome = outcome
      throwsMade[number - 1].points = scoreboard.points(of: number - 1)
    }
    return [.outcomeChanged(throw: number, outcome: outcome)]
  }

  private mutating func measurementsDue(at time: Double) -> [TossEvent] {
    var events: [TossEvent] = []
    while throwsEnded.indices.contains(askedCount),
      (throwsEnded[askedCount].trajectory?.points.last?.time)
        .map({ $0 + Self.measurementDelay <= time }) ?? true
    {
      askedCount += 1
      events.append(.measurementDue(throw: askedCount))
    }
    return events
  }

  private mutating func end(_ path: Int, at time: Double) {
    if !endedPaths.contains(where: { $0.id == path }) { endedPaths.append((path, time)) }
  }

  private mutating func endFlight(with landing: BagLanding?, at time: Double) -> [TossEvent] {
    guard let flight else { return [] }
    self.flight = nil
    // What still grows goes on as the next throw's only where it began after this one's rest.
    let rest = landing?.restTime ?? .infinity
    for (path, start) in flight.starts where start < rest { end(path, at: time) }
    return add(flight, with: landing, at: time)
  }

  private mutating func add(
    _ flight: Flight, with landing: BagLanding?, at time: Double
  ) -> [TossEvent] {
    // A path that grew and did not end was not one.
    guard flight.trajectory != nil || landing != nil else { return [] }
    let toss = TossThrow(
      number: throwsEnded.count + 1, trajectory: flight.trajectory, pieces: pieces,
      landing: landing, endTime: time, cameraMoved: flight.cameraMoved)
    throwsEnded.append(toss)
    pieces = []
    lastFlight = flight
    scoreboard.add(Scoreboard.Bag(outcome: landing?.likelyOutcome))
    if let landing { throwOfLanding[landing.number] = toss.number }
    lastEnd = time
    return [.throwEnded(toss)] + measurementsDue(at: time)
  }

  // MARK: States

  private mutating func goOn(_ observation: TossObservation, at time: Double) -> [TossEvent] {
    let next: TossState
    if isOver, flight == nil, time - lastEnd >= Self.landedSpan || state == .summary || isClosed {
      next = .summary
    } else if flight != nil {
      next = .inFlight
    } else if time - lastEnd < Self.landedSpan {
      next = .landed
    } else if board != nil, !observation.isCameraStill {
      next = .waitingForStillCamera
    } else if board == nil || isBoardStale {
      next = .lookingForBoard
    } else {
      next = time - lastPlayer < Self.playerMemory ? .ready : .waitingForPlayer
    }
    guard next != state else { return [] }
    state = next
    return [.stateChanged(next)]
  }
}
