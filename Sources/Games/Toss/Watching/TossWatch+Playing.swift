internal import SceneReading
public import VisionCore

// What a watch makes of a frame.

extension TossWatch {
  public var state: TossState { game.state }
  public var scoreboard: Scoreboard { game.scoreboard }
  /// Those that have ended and were measured, in their order.
  public var throwsSoFar: [Throw] { game.throwsMade }
  /// Where the board is taken to be.
  public var knownBoard: GameboardObservation? { givenBoard ?? finder.board }

  /// Of the upright frames, in pixels; `nil` before the first one.
  package var pictureSize: PixelSize? { size }
  /// Frames a second, as most of them have come.
  package var frameRate: Double { 1 / clock.interval }

  public var scene: TossScene {
    TossScene(
      state: state, board: knownBoard, paths: paths.shown, scoreboard: scoreboard,
      lastThrow: throwsSoFar.last)
  }

  /// The people at a time of the last 8 seconds, in seconds: as they were seen, or between two looks at them. Those
  /// around a throw are looked at more often, but only once its path is known. What the last 0.3 seconds show is not
  /// taken in yet; for that there is ``newestPeople``.
  public func people(at time: Double) -> [HumanBodyPoseObservation] {
    size.map { players.trail.people(at: time, aspectRatio: $0.aspectRatio) } ?? []
  }

  /// The people in the last look that has ended, for a picture of this moment. Which look that is depends on how fast
  /// the machine is.
  public var newestPeople: [HumanBodyPoseObservation] { players.newestPeople }

  /// Whether somebody was seen in the last look for people that should be made by now.
  package var isPlayerInView: Bool {
    playerSeen > frame.time - PlayerLooks.delay - PlayerWatch.interval - 0.1
  }

  /// Whether a path of the last seconds turned out to be one that nobody can have thrown.
  package func wasTakenBack(path: Int) -> Bool { paths.wasTakenBack(path) }

  /// Whether the board is where it was seen last: the camera has not moved since, or has come back.
  package var isBoardInPlace: Bool { camera.isBoardInPlace }

  /// What moves on the board in the frame that was looked at last, and what has changed there.
  package var surface: BoardSurfaceObservation { bags.surface }
  /// The bags that lie on the board or beside it, of those that were seen to land.
  package var restingBags: [RestingBag] { bags.restingBags }

  /// Where in the upright picture a place on the board is seen; `nil` for one behind the camera, and as long as no board
  /// is known.
  package func location(of place: BoardPoint) -> NormalizedPoint? { bags.location(of: place) }

  // MARK: - Board

  mutating func lookForBoard() {
    if let corners {
      placeBoard(at: corners)
      return
    }
    // A nudge may be too short for the camera to count as moving.
    if !camera.isBoardInPlace { finder.forgetSightings() }
    if finder.isDue(at: frame.time) {
      takeInBoard()
      if finder.hasSeenEnough { reportUncertainBoard() }
    }
    // Of bags alone the board is looked for first, wherever it will be.
    guard camera.isStill || isForBagsAlone, finder.wantsLook(at: frame.time),
      let picture = frame.picture
    else { return }
    light = picture.meanLuma
    finder.look(
      at: picture.upright(frame.orientation), time: frame.time, displacement: camera.displacement)
  }

  mutating func takeInBoard() {
    guard corners == nil else { return }
    if let displacement = finder.takeIn(waitsLonger: !isForBagsAlone) {
      camera.boardWasSeen(at: displacement)
    }
    if isForBagsAlone, frame.index == 0, let picture = frame.picture,
      BoardFillingPicture.mayHide(finder.board),
      let filling = BoardFillingPicture.corners(of: picture.upright(frame.orientation))
    {
      doesBoardFillPicture = true
      corners = filling
      placeBoard(at: filling)
    }
  }

  /// Takes the board to be where it was pointed out; where only bags are watched, it follows the camera.
  private mutating func placeBoard(at corners: GameboardObservation.Corners) {
    guard let aspectRatio = size?.aspectRatio else { return }
    var corners = corners
    if isForBagsAlone, camera.isStill, camera.hasStopped || !camera.isBoardInPlace {
      let shift = camera.displacement
      corners = corners.moved(x: shift.x, y: shift.y * aspectRatio)
      self.corners = corners
      camera.boardWasSeen(at: shift)
    } else if givenBoard != nil {
      return
    }
    givenBoard = GameboardObservation(corners: corners, aspectRatio: aspectRatio)
  }

  /// Reports, once, that no sighting of the board was certain.
  private mutating func reportUncertainBoard() {
    guard let confidence = finder.confidence, confidence < GameboardSearch.certain,
      reported.isFirst(.uncertainBoard)
    else { return }
    events.append(.notice(.uncertainBoard(confidence: confidence)))
  }

  // MARK: - People

  mutating func takeInPeople(until time: Double) {
    for sighting in players.takeIn(until: time) {
      playerSeen = max(playerSeen, sighting.time ?? -.infinity)
      if sighting.count > 1, reported.isFirst(.people) {
        events.append(.notice(.severalPeople(sighting.count)))
      }
    }
  }

  // MARK: - Paths and bags

  /// - Returns: What the game has to say.
  mutating func play() -> [TossEvent] {
    guard !isForBagsAlone else {
      followBags()
      events += bags.takeEvents().map { .bag($0) }
      return []
    }
    var played = select(frame.seen)
    takeBackUnthrown(until: frame.time, from: &played)
    if let image = frame.image {
      players.look(at: FrameRing.Frame(index: frame.index, time: frame.time, image: image))
    }
    let known = bags.takeEvents()
    followBags()
    sight = TossSight(
      frame: frame.index, time: frame.time, shift: frame.shift, motion: trajectories.motion,
      paths: frame.seen.filter { $0.isFinished }, board: knownBoard, bags: known)
    if corners != nil, camera.isStill, !camera.isBoardInPlace, reported.isFirst(.boardElsewhere) {
      events.append(.notice(.boardElsewhere))
    }
    let observation = TossObservation(
      board: camera.isBoardInPlace ? knownBoard : nil, isCameraStill: camera.isStill,
      isPlayerInView: isPlayerInView,
      trajectories: played, bags: known)
    // Not needed any more.
    (frame.picture, frame.image) = (nil, nil)
    return game.update(with: observation, at: frame.time)
  }

  /// The paths that may be throws.
  private mutating func select(_ seen: [TrajectoryObservation]) -> [TrajectoryObservation] {
    guard let size else { return [] }
    let (played, starts) = paths.select(
      from: seen, at: frame.time, after: game.pieces,
      in: PathSelection.Scene(board: knownBoard, aspectRatio: size.aspectRatio))
    for start in starts { players.follow(pathFrom: start) }
    return played
  }

  /// Takes back what nobody can have thrown; what the game is about to receive is left out.
  private mutating func takeBackUnthrown(
    until time: Double, from played: inout [TrajectoryObservation]
  ) {
    guard let size else { return }
    for path in paths.decide(until: time, by: players.measured, aspectRatio: size.aspectRatio) {
      game.takeBack(path: path)
      played.removeAll { $0.id == path }
    }
  }

  private mutating func followBags() {
    guard let board = knownBoard else { return }
    guard camera.isStill, camera.isBoardInPlace else {
      return bags.leaveOutFrame(at: frame.time)
    }
    do throws(BoardSurfaceWatch.Failure) {
      try bags.see(frame, on: board)
      if surface.isNewView { events.append(.notice(.anotherView(time: frame.time))) }
    } catch {
      failure =
        switch error {
        case .anotherSize: .anotherSize
        case .tooLittleOfBoard: .tooLittleOfBoard
        }
    }
  }

  // MARK: - The end

  mutating func endPaths() {
    reportUncertainBoard()
    frame.seen = trajectories.finish()
    frame.shift = ImageTranslation(dx: 0, dy: 0)
    frame.played = select(frame.seen)
  }

  mutating func endPlay() -> [TossEvent] {
    guard !isForBagsAlone else {
      events += bags.finish().map { .bag($0) }
      return []
    }
    var played = frame.played
    takeBackUnthrown(until: .infinity, from: &played)
    let settled = bags.finish()
    sight = TossSight(
      frame: clock.count, time: frame.time, shift: frame.shift, motion: nil, paths: frame.seen,
      board: knownBoard, bags: settled)
    let observation = TossObservation(
      board: camera.isBoardInPlace ? knownBoard : nil, isCameraStill: camera.isStill,
      isPlayerInView: true, trajectories: played, bags: settled)
    return game.update(with: observation, at: frame.time)
  }

  mutating func close() -> [TossEvent] {
    throwsBeforeEnd = game.endedCount
    return game.finish(at: frame.time)
  }

  /// Says what the player should know of the whole clip.
  mutating func summarize() {
    let throwsMade = game.throwsMade
    if throwsMade.count > throwsBeforeEnd, let toss = throwsMade.last,
      let end = toss.trajectory.points.last?.time,
      FlightMeasurement.isCut(seenLast: end, lastFrame: frame.time)
    {
      events.append(.notice(.cutInFlight(throw: toss.number)))
    }
    if clock.isUneven, let gaps = clock.gaps {
      events.append(.notice(.unevenFrames(shortest: gaps.shortest, longest: gaps.longest)))
    }
    if knownBoard == nil { events.append(.notice(.noBoard)) }
    if throwsMade.isEmpty { events.append(.notice(.noThrow)) }
  }
}

extension GameboardObservation.Corners {
  fileprivate func moved(x: Double, y: Double) -> Self {
    func moved(_ point: NormalizedPoint) -> NormalizedPoint {
      NormalizedPoint(x: point.x + x, y: point.y + y)
    }
    return Self(
      farLeft: moved(farLeft), farRight: moved(farRight), nearRight: moved(nearRight),
      nearLeft: moved(nearLeft))
  }
}

/// Which notices were given that are given once.
struct OnceOnly {
  enum Notice {
    case people, uncertainBoard, boardElsewhere, gameOver
  }

  private var given: [Notice] = []

  /// Whether a notice was not given before; from now on it was.
  mutating func isFirst(_ notice: Notice) -> Bool {
    if given.contains(notice) { return false }
    given.append(notice)
    return true
  }

  /// What the notice says may be the case again.
  mutating func forget(_ notice: Notice) { given.removeAll { $0 == notice } }
}
