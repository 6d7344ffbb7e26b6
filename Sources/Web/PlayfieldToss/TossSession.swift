internal import BeanBagToss
internal import PageInterface
internal import SceneReading
internal import VisionCore

/// The game that the module watches, and what it asks of networks, which another instance runs.
struct TossSession: ~Copyable {
  /// Of frames, in pixels: what the module's memory holds.
  private static let sides = 1...4_096

  var watch: TossWatch?
  private var pacing = FramePacing()
  /// The picture that is to be seen next.
  var frame = FrameMemory()
  /// What was seen last, and how it is to be turned.
  var seen: (image: PlanarImage, orientation: ImageOrientation)?
  /// What the watch has given out, one of each kind.
  var errands: [TossErrand] = []
  /// The run that was asked for, and of which errand.
  var run: (errand: Int, TossRun)?
  /// Its input.
  var bytes = SharedMemory<UInt8>()
  var floats = SharedMemory<Float>()
  /// When the last frame was taken, in microseconds.
  private var lastTime: Int64?
  private var hasEnded = false

  /// The game as it was when it began, or was continued; ``record`` is the game as it is now.
  var begun = GameRecord(Session(isCornhole: false, startTime: 0))
  /// In the order in which they were made.
  var corrections: [TossCorrection] = []

  var hash = EventHash()
  /// What the page has not asked for yet.
  var events: [PageEvent] = []
  var list = RecordList()
  var corners = SharedMemory<Double>()
  /// A text, or a picture, for the page.
  var written = SharedMemory<UInt8>()
  var pictureSize = PixelSize(width: 0, height: 0)

  // MARK: Frames

  /// Begins to watch a game, whatever became of the last one.
  ///
  /// - Parameters:
  ///   - isCornhole: Whether two sides play to 21; else one player throws eight times.
  ///   - startTime: In seconds since the start of 1970, UTC.
  mutating func begin(_ isCornhole: Bool, _ startTime: Double) {
    begin(GameRecord(Session(isCornhole: isCornhole, startTime: startTime)))
  }

  /// Continues a game that was broken off; its record is UTF-8. Returns 0, or a ``WebFault``.
  mutating func proceed(_ text: UnsafePointer<UInt8>?, _ count: Int32) -> Int32 {
    guard let text, count >= 0 else { return WebFault.badArgument.rawValue }
    do throws(GameRecord.ReadingError) {
      begin(
        try GameRecord(reading: Array(UnsafeBufferPointer(start: text, count: Int(count)))))
    } catch {
      return WebFault.badArgument.rawValue
    }
    return 0
  }

  private mutating func begin(_ record: GameRecord) {
    let session = record.session
    watch = TossWatch(rules: session.rules, continuing: session.throwsMade)
    (begun, corrections) = (record, record.corrections)
    (errands, run, lastTime, hasEnded, seen) = ([], nil, nil, false, nil)
    (pacing, hash, events) = (FramePacing(), EventHash(), [])
  }

  /// Decides about the first frame of a queue.
  ///
  /// - Parameters:
  ///   - microseconds: When it was taken.
  ///   - newest: When the last frame of the queue was taken.
  /// - Returns: Whether it is to be seen; else it is left out because the device is too slow.
  mutating func wants(_ microseconds: Double, newest: Double) -> Bool {
    guard let time = Int64(exactly: microseconds), let newest = Int64(exactly: newest) else {
      return true
    }
    let before = pacing.pace
    let isWanted = pacing.wants(
      frameAt: time, newest: newest, isPlayerInView: watch?.isPlayerInView ?? false)
    notePace(before)
    return isWanted
  }

  /// A frame was lost, as the queue is full.
  mutating func lose(_ microseconds: Double) {
    guard let time = Int64(exactly: microseconds) else { return }
    let before = pacing.pace
    pacing.lose(frameAt: time)
    notePace(before)
  }

  private mutating func notePace(_ before: FramePacing.Pace) {
    guard pacing.pace != before else { return }
    let spares = (before != .nothingLeftOut, pacing.pace != .nothingLeftOut)
    if spares.0 != spares.1 { watch?.sparePoses(spares.1) }
    events.append(.paceChanged(pacing.pace))
  }

  /// Sees the frame that was described last.
  ///
  /// - Parameter microseconds: When it was taken, a whole number above that of the frame before.
  /// - Returns: 0, or a ``WebFault``; all frames of a game have one size.
  mutating func see(_ microseconds: Double) -> Int32 {
    guard watch != nil, !hasEnded, !isWaiting, let picture = frame.picture else {
      return WebFault.outOfTurn.rawValue
    }
    guard let time = Int64(exactly: microseconds), lastTime.map({ time > $0 }) ?? true,
      Self.sides.contains(picture.planes.size.width),
      Self.sides.contains(picture.planes.size.height)
    else { return WebFault.badArgument.rawValue }
    let image = PlanarImage(picture.planes)
    lastTime = time
    seen = (image, picture.orientation)
    watch?.see(image, orientation: picture.orientation, at: time)
    noteEvents()
    return watch?.failure == .anotherSize ? WebFault.badArgument.rawValue : 0
  }

  /// Ends the game; returns 0, or a ``WebFault``.
  mutating func finish() -> Int32 {
    guard watch != nil, !hasEnded, !isWaiting else { return WebFault.outOfTurn.rawValue }
    hasEnded = true
    watch?.finish()
    noteEvents()
    return 0
  }

  /// Whether a network's answer is missing without which the next frame cannot be seen.
  var isWaiting: Bool {
    mutating get {
      giveOut()
      return watch?.awaited != nil
    }
  }

  mutating func noteEvents() {
    for event in watch?.takeEvents() ?? [] {
      hash.add(event)
      if let event = PageEvent(event) { events.append(event) }
    }
  }

  /// The game so far.
  var record: GameRecord {
    mutating get {
      GameRecord(
        session: watch?.session(after: begun.session) ?? begun.session,
        isFinished: begun.isFinished || hasEnded, corrections: corrections)
    }
  }
}

extension TossWatch {
  /// The game so far, of which a part may have been watched before.
  fileprivate func session(after begun: Session) -> Session {
    var session = begun
    if let pictureSize { (session.pictureSize, session.frameRate) = (pictureSize, frameRate) }
    session.board = knownBoard ?? begun.board
    session.throwsMade = throwsSoFar
    return session
  }
}

extension Session {
  /// A game before the page's camera, of which nothing was seen yet.
  fileprivate init(isCornhole: Bool, startTime: Double) {
    self.init(
      startTime: startTime, source: "camera", rules: isCornhole ? .cornhole : .practice,
      pictureSize: PixelSize(width: 1, height: 1), frameRate: 30, board: nil)
  }
}

extension GameRecord {
  fileprivate init(_ session: Session) { self.init(session: session, isFinished: false) }
}
