internal import SceneReading
public import VisionCore

/// Watches a game of bean-bag toss frame by frame, and measures every throw.
///
/// It runs no network. It says what networks are to be run for (``giveOut()``), and what that has come to is given back
/// (``takeBack(_:)``), while the next frames are seen. Each answer is used at a fixed time of the film: where one is
/// missing by then, the watch waits for it (``awaited``), and the next frame must wait, too.
///
/// ```swift
/// watch.see(frame, at: time)
/// while let kind = watch.awaited {
///   while let errand = watch.giveOut() { start(errand) }
///   watch.takeBack(await result(of: kind))
/// }
/// for case .throwEnded(let made, _) in watch.takeEvents() { print(made.speed) }
/// ```
///
/// The same frames at the same times always give the same throws, whether they come from a file or a
/// camera, and however long networks take. Memory does not grow with the length of the game but by its throws.
public struct TossWatch: ~Copyable, Sendable {
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

  /// Why no more can be seen.
  public enum Failure: Error, Hashable {
    /// The frame has another size than the first one.
    case anotherSize
    /// Less than an eighth of the board is in the picture.
    case tooLittleOfBoard
  }

  /// What is done with a frame, or at the end, once all that it waits for is there.
  private enum Stage {
    /// The look for the board that is due is taken in, and the next one begun.
    case board
    /// The look for the board is taken in, due or not.
    case lastBoard
    /// The looks for people that are due at a time are taken in.
    case people(until: Double)
    /// All frames around paths are looked at for people.
    case catchUp
    /// Paths, bags and the game.
    case play
    /// The paths at the end; then the game.
    case endPaths, endPlay
    /// What the game has to say; and of a throw, once its style is known.
    case report, style
    /// The game's end.
    case close, summarize
  }

  /// A frame that is being looked at.
  struct Frame {
    var index = 0
    /// In seconds.
    var time = 0.0
    /// As it was received, and how it is turned to stand upright.
    var picture: PlanarImage?
    var orientation = ImageOrientation.up
    /// In which motion and people are sought, upright.
    var image: RGBImage?
    var shift = ImageTranslation(dx: 0, dy: 0)
    /// The paths, and those that may be throws.
    var seen: [TrajectoryObservation] = []
    var played: [TrajectoryObservation] = []
  }

  // What sees, each by itself.
  private var registration = FrameRegistration()
  var trajectories = TrajectoryWatch()
  var clock = FrameClock()
  var camera = CameraStand()
  var finder = BoardFinder()
  var players: PlayerLooks
  var paths = PathSelection()
  var bags = BoardBags()
  var game: TossGame

  /// The board, where it was pointed out and need not be found.
  let corners: GameboardObservation.Corners?
  var givenBoard: GameboardObservation?
  /// Of the upright frames.
  var size: PixelSize?
  var frame = Frame()
  /// When somebody was last seen, in seconds.
  var playerSeen = -Double.infinity
  var reported = OnceOnly()
  /// How many throws had ended when the clip did.
  var throwsBeforeEnd = 0
  var events: [Event] = []

  private var stages: [Stage] = []
  /// What the game has to say that is not yet reported.
  private var unreported: [TossEvent] = []
  /// The throw whose style is asked, and what is asked until it is given out.
  private var measurement: ThrowMeasurement?
  private var styleSearch: ThrowStyleSearch?
  private var isStyleAwaited = false
  private var style: ThrowStyleObservation?
  /// The throws that were measured in this frame.
  private var justMeasured: [Int] = []
  private var hasGivenUp = false

  /// What was seen in the frame that was looked at last; once the game is over, what became known at its end.
  package internal(set) var sight: TossSight?
  /// Why frames can be seen no more.
  public internal(set) var failure: Failure?

  /// The longer side of the frames in which motion and people are sought, in pixels.
  private static let workingLongSides = 640...960

  /// - Parameters:
  ///   - board: The board's corners, where they are known; else it is looked for.
  ///   - rules: By which rules throws are scored.
  ///   - isDrawn: Whether people are also looked at between throws, for ``people(at:)``. It makes no
  ///     difference to what is measured.
  public init(
    board: GameboardObservation.Corners? = nil, rules: ScoringRules, isDrawn: Bool = false
  ) {
    corners = board
    players = PlayerLooks(isDrawn: isDrawn)
    game = TossGame(rules: rules)
  }

  // MARK: - Frames in, events out

  /// Looks at the next frame.
  ///
  /// What becomes known is in ``takeEvents()``, once nothing is ``awaited``: mostly nothing. Bags lag by one frame,
  /// people by 0.3 s, the board by 0.4 s; a throw is reported 1.0 s after the end of its path, or when its bag rests if
  /// that is later.
  ///
  /// - Precondition: Nothing is awaited.
  /// - Parameters:
  ///   - picture: The frame as stored; all of one size.
  ///   - orientation: How it is to be turned to stand upright.
  ///   - time: In seconds; later than that of the frame before.
  public mutating func see(
    _ picture: PlanarImage, orientation: ImageOrientation = .up, at time: Double
  ) {
    precondition(stages.isEmpty, "a frame waits for the one before")
    guard failure == nil else { return }
    let gap = clock.advance(to: time)
    frame = Frame(
      index: clock.count - 1, time: time, picture: picture, orientation: orientation)
    let size = picture.uprightSize(orientation)
    self.size = size
    if let corners, givenBoard == nil {
      givenBoard = GameboardObservation(corners: corners, aspectRatio: size.aspectRatio)
    }
    let image = picture.upright(orientation, toLongSide: Self.workingLongSide(of: size))
    frame.image = image
    guard let shift = try? registration.update(with: image, orientation: .up),
      let seen = try? trajectories.update(with: image, orientation: .up, at: time)
    else {
      failure = .anotherSize
      return
    }
    (frame.shift, frame.seen) = (shift, seen)
    if camera.follow(shift) {
      events.append(.notice(.cameraMoved(time: time)))
      // What was seen of the board is not where it is now.
      finder.begin(at: time)
    }
    stages = [.board]
    // From the first frame on bags may fall.
    if frame.index == 0 { stages.append(.lastBoard) }
    if gap > PlayerLooks.delay {
      // Where frames are missing those before are caught up on, as at the end.
      stages += [.people(until: .infinity), .catchUp, .people(until: .infinity)]
    } else {
      stages.append(.people(until: time))
    }
    stages += [.play, .report]
    proceed()
  }

  /// Ends the game: the clip is over. Throws that have not ended end as far as they were seen.
  ///
  /// - Precondition: Nothing is awaited.
  public mutating func finish() {
    precondition(stages.isEmpty, "the end waits for the last frame")
    guard clock.count > 0 else {
      events.append(.notice(.noFrames))
      return
    }
    stages = [
      .people(until: .infinity), .lastBoard, .endPaths, .catchUp, .people(until: .infinity),
      .endPlay, .report, .close, .report, .summarize,
    ]
    proceed()
  }

  /// - Returns: What has become known since the last call, in order.
  public mutating func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }

  // MARK: - Networks

  /// - Returns: What networks are to be run for next, the most urgent first; `nil` where all is given out.
  package mutating func giveOut() -> TossErrand? {
    guard !hasGivenUp else { return nil }
    if let search = styleSearch {
      styleSearch = nil
      return .style(search)
    }
    if let search = finder.giveOut() { return .board(search) }
    let watch = players.giveOut()
    // Looks that need no network are made by then.
    let count = stages.count
    proceed()
    if let watch { return .players(watch) }
    return stages.count == count ? nil : giveOut()
  }

  /// Takes back what was given out, when no network is to be run for it any more.
  package mutating func takeBack(_ errand: TossErrand) {
    guard !hasGivenUp else { return }
    switch errand {
    case .board(let search): finder.takeBack(search)
    case .players(let watch): players.takeBack(watch)
    case .style(let search):
      style = search.style
      isStyleAwaited = false
    }
    proceed()
  }

  /// What must be given back before the next frame can be seen.
  package var awaited: TossErrand.Kind? {
    guard let stage = stages.first, !isReady(stage) else { return nil }
    return switch stage {
    case .board, .lastBoard: .board
    case .style: .style
    default: .players
    }
  }

  /// Gives up all that networks were to be run for, because they cannot be run: what was seen so far stands.
  package mutating func giveUp() {
    hasGivenUp = true
    players.giveUp()
    finder.giveUp()
    (styleSearch, isStyleAwaited) = (nil, false)
    proceed()
  }

  // MARK: - Stages

  private func isReady(_ stage: Stage) -> Bool {
    switch stage {
    case .board: !finder.isDue(at: frame.time) || finder.isLookMade
    case .lastBoard: finder.isLookMade
    case .people(let time): players.areMade(until: time)
    case .style: !isStyleAwaited
    case .catchUp, .play, .endPaths, .endPlay, .report, .close, .summarize: true
    }
  }

  /// Goes on until something is missing, or all is done.
  private mutating func proceed() {
    while let stage = stages.first, isReady(stage) {
      stages.removeFirst()
      switch stage {
      case .board: lookForBoard()
      case .lastBoard: takeInBoard()
      case .people(let time): takeInPeople(until: time)
      case .catchUp: players.catchUp()
      case .play: unreported += play()
      case .endPaths: endPaths()
      case .endPlay: unreported += endPlay()
      case .report: report()
      case .style: record()
      case .close: unreported += close()
      case .summarize: summarize()
      }
    }
    if stages.isEmpty { justMeasured = [] }
  }

  // MARK: - Throws

  /// Reports what the game has to say, up to a throw whose style is asked first.
  private mutating func report() {
    while !unreported.isEmpty {
      switch unreported.removeFirst() {
      case .stateChanged(let state): events.append(.stateChanged(state))
      case .throwEnded: break
      case .measurementDue(let number):
        guard let toss = game.ended(throw: number) else { continue }
        let current = ThrowMeasurement(
          of: toss, by: players.measured,
          in: ThrowMeasurement.Scene(
            board: knownBoard, picture: size ?? PixelSize(width: 1, height: 1), clock: clock,
            rules: game.scoreboard.rules))
        measurement = current
        (style, styleSearch) = (nil, hasGivenUp ? nil : current.styleSearch)
        isStyleAwaited = styleSearch != nil
        stages = [.style, .report] + stages
        return
      case .outcomeChanged(let number, _):
        guard game.throwsMade.indices.contains(number - 1), !justMeasured.contains(number) else {
          continue
        }
        events.append(.throwChanged(game.throwsMade[number - 1]))
      }
    }
  }

  /// Reports the throw whose style is known now.
  private mutating func record() {
    guard let measurement else { return }
    let made = game.record(measurement.made(style: style))
    justMeasured.append(made.number)
    events += measurement.notices.map { .notice($0) }
    if game.scoreboard.countedBags < made.number, reported.isFirst(.gameOver) {
      events.append(.notice(.gameOver(throw: made.number)))
    }
    if let notice = measurement.gravityNotice { events.append(.notice(notice)) }
    events.append(.throwEnded(made, measurement.decision))
    self.measurement = nil
  }

  /// The longest side in ``workingLongSides`` that averages whole blocks of pixels along it, which takes a tenth of
  /// the time, or their upper bound if no side does.
  private static func workingLongSide(of size: PixelSize) -> Int {
    let (longSide, sides) = (size.longSide, workingLongSides)
    let block = max(1, (longSide + sides.upperBound - 1) / sides.upperBound)
    let whole = longSide / block
    return longSide.isMultiple(of: block) && sides.contains(whole)
      ? whole : sides.upperBound
  }
}
