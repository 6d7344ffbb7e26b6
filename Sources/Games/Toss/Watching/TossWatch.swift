internal import SceneReading
public import VisionCore

/// Watches a game of bean-bag toss frame by frame, and measures every throw.
///
/// It runs no network. It says what networks are to be run for (``giveOut()``), and what that has come to is given back
/// (``takeBack(_:)``), while the next frames are seen. Each answer is used at a fixed time of the film: where one is
/// missing by then, the watch waits for it (``awaited``), and so must the next frame.
///
/// ```swift
/// watch.see(frame, at: time)
/// while true {
///   while let errand = watch.giveOut() { start(errand) }
///   guard let kind = watch.awaited else { break }
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
    /// The bag of a throw that has ended rests elsewhere now, or the throw was corrected.
    case throwChanged(Throw)
    /// What has become of a bag, where bags alone are watched.
    case bag(BagEvent)
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

  /// Whether it is only watched where bags come to rest.
  let isForBagsAlone: Bool
  /// The board, where it was pointed out and need not be found.
  var corners: GameboardObservation.Corners?
  var givenBoard: GameboardObservation?
  /// Whether the board was taken to fill the first picture.
  public internal(set) var doesBoardFillPicture = false
  /// Of the upright frames.
  var size: PixelSize?
  var frame = Frame()
  /// The mean luma of the frame in which the board was looked for last, of 255.
  var light: Double?
  /// When somebody was last seen, in seconds.
  var playerSeen = -Double.infinity
  var reported = OnceOnly()
  /// How many throws had ended when the clip did.
  var throwsBeforeEnd = 0
  var events: [Event] = []

  var stages: [Stage] = []
  /// What the game has to say that is not yet reported.
  var unreported: [TossEvent] = []
  /// The throw whose style is asked, and what is asked until it is given out.
  var measurement: ThrowMeasurement?
  var styleSearch: ThrowStyleSearch?
  var isStyleAwaited = false
  var style: ThrowStyleObservation?
  /// The throws that were measured in this frame.
  var justMeasured: [Int] = []
  var hasGivenUp = false

  /// What was seen in the frame that was looked at last; once the game is over, what became known at its end.
  package internal(set) var sight: TossSight?
  /// Why frames can be seen no more.
  public internal(set) var failure: Failure?

  /// The longer side of the frames in which motion and people are sought, in pixels.
  private static let workingLongSides = 640...960

  /// - Parameters:
  ///   - board: The board's corners, where they are known; else it is looked for.
  ///   - rules: By which rules throws are scored.
  ///   - throwsMade: Those of a game that was broken off and is continued, with numbers from 1 on.
  ///   - isDrawn: Whether people are also looked at between throws, for ``people(at:)``. It makes no
  ///     difference to what is measured.
  public init(
    board: GameboardObservation.Corners? = nil, rules: ScoringRules,
    continuing throwsMade: [Throw] = [], isDrawn: Bool = false
  ) {
    corners = board
    isForBagsAlone = false
    players = PlayerLooks(isDrawn: isDrawn)
    game = TossGame(rules: rules, continuing: throwsMade)
  }

  /// A watch that only reports where bags come to rest, from a camera that sees the board; nobody need be in view. Of a
  /// film that begins with a picture of one board all over, that is the board.
  ///
  /// - Parameter board: The board's corners, where they are known; else it is looked for. Where the camera moves, they
  ///   follow it.
  public init(bagsOn board: GameboardObservation.Corners?) {
    corners = board
    isForBagsAlone = true
    players = PlayerLooks(isDrawn: false)
    game = TossGame(rules: .practice)
  }

  // MARK: - Frames in, events out

  /// Looks at the next frame.
  ///
  /// What becomes known is in ``takeEvents()``, once nothing is ``awaited``: mostly nothing. Bags lag by one frame where throws are watched,
  /// people by 0.3 s, the board by 0.4 s; a throw is reported 1.0 s after the end of its path, or when its bag rests if
  /// that is later.
  ///
  /// - Precondition: Nothing is awaited.
  /// - Parameters:
  ///   - picture: The frame as stored; all of one size.
  ///   - orientation: How it is to be turned to stand upright.
  ///   - microseconds: When it was taken; later than the frame before.
  public mutating func see(
    _ picture: PlanarImage, orientation: ImageOrientation = .up, at microseconds: Int64
  ) {
    precondition(stages.isEmpty, "a frame waits for the one before")
    guard failure == nil else { return }
    let time = Double(microseconds) / 1e6
    let gap = clock.advance(to: time)
    frame = Frame(
      index: clock.count - 1, time: time, picture: picture, orientation: orientation)
    let size = picture.uprightSize(orientation)
    self.size = size
    let image = picture.upright(orientation, toLongSide: Self.workingLongSide(of: size))
    frame.image = image
    guard let shift = try? registration.update(with: image, orientation: .up),
      let seen = isForBagsAlone
        ? [] : try? trajectories.update(with: image, orientation: .up, at: time)
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
    // From the first frame on bags may fall; of these alone nothing is seen without the board.
    if frame.index == 0 || isForBagsAlone { stages.append(.lastBoard) }
    if isForBagsAlone {
      stages.append(.play)
      return proceed()
    }
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
    stages =
      isForBagsAlone
      ? [.lastBoard, .endPlay]
      : [
        .people(until: .infinity), .lastBoard, .endPaths, .catchUp, .people(until: .infinity),
        .endPlay, .report, .close, .report, .summarize,
      ]
    proceed()
  }

  /// Looks for joints in half as many frames around paths from now on, or in as many as before again: for a device that is
  /// too slow.
  package mutating func sparePoses(_ isSparing: Bool) { players.spare(isSparing) }

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
