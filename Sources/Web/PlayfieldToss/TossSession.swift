internal import BeanBagToss
internal import PageInterface
internal import SceneReading
internal import VisionCore

/// The game that the module watches, and what it asks of networks, which another instance runs.
struct TossSession: ~Copyable {
  /// Of frames, in pixels: what the module's memory holds.
  private static let sides: ClosedRange<Int32> = 1...4_096

  private var watch: TossWatch?
  private var pacing = FramePacing()
  /// The image that the next frame is written to.
  private var samples = SharedMemory<UInt8>()
  private var size = PixelSize(width: 1, height: 1)
  /// What the watch has given out, one of each kind.
  private var errands: [TossErrand] = []
  /// The run that was asked for, and of which errand.
  private var run: (errand: Int, TossRun)?
  private var bytes = SharedMemory<UInt8>()
  private var floats = SharedMemory<Float>()
  /// When the last frame was taken, in microseconds.
  private var lastTime: Int64?
  private var hasEnded = false

  private var hash = EventHash()
  /// What the page has not asked for yet.
  private var events: [PageEvent] = []
  private var list = RecordList()
  private var corners = SharedMemory<Double>()

  // MARK: Frames

  /// Begins to watch a game, whatever became of the last one.
  mutating func begin(_ isCornhole: Bool) {
    watch = TossWatch(rules: isCornhole ? .cornhole : .practice)
    (errands, run, lastTime, hasEnded) = ([], nil, nil, false)
    (pacing, hash, events) = (FramePacing(), EventHash(), [])
  }

  /// Memory for the next frame's I420 samples, without gaps; `nil` for a size that no frame has.
  mutating func frame(_ width: Int32, _ height: Int32) -> UnsafeMutablePointer<UInt8>? {
    guard Self.sides.contains(width), Self.sides.contains(height) else { return nil }
    size = PixelSize(width: Int(width), height: Int(height))
    return samples.resize(to: PlanarImage.sampleCount(of: size))
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

  /// Sees the frame that was written last.
  ///
  /// - Parameters:
  ///   - matrix: An index of `ColorEncoding.Matrix`.
  ///   - isFullRange: Whether its samples span 0 to 255.
  ///   - orientation: How it is to be turned to stand upright, `1...8` as in EXIF.
  ///   - microseconds: When it was taken, a whole number above that of the frame before.
  /// - Returns: 0, or a ``WebFault``; all frames of a game have one size.
  mutating func see(
    _ matrix: Int32, _ isFullRange: Bool, _ orientation: Int32, _ microseconds: Double
  ) -> Int32 {
    guard let matrix = ColorEncoding.Matrix(argument: matrix),
      let orientation = ImageOrientation(argument: orientation),
      let time = Int64(exactly: microseconds)
    else { return WebFault.badArgument.rawValue }
    guard watch != nil, !hasEnded, !isWaiting, samples.count == PlanarImage.sampleCount(of: size)
    else {
      return WebFault.outOfTurn.rawValue
    }
    let image = PlanarImage(
      size: size, encoding: ColorEncoding(matrix, isFullRange: isFullRange),
      samples: Array(UnsafeBufferPointer(start: samples.start, count: samples.count)))
    guard lastTime.map({ time > $0 }) ?? true else { return WebFault.badArgument.rawValue }
    lastTime = time
    watch?.see(image, orientation: orientation, at: time)
    noteEvents()
    return watch?.failure == nil ? 0 : WebFault.badArgument.rawValue
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

  // MARK: What the player knows better

  /// Takes in where the bag of a throw rests, by its number; returns 0, or a ``WebFault``.
  mutating func correct(_ number: Int32, _ outcome: Int32) -> Int32 {
    guard Outcome.allCases.indices.contains(Int(outcome)) else {
      return WebFault.badArgument.rawValue
    }
    return correct(.outcome(throw: Int(number), Outcome.allCases[Int(outcome)]))
  }

  /// Takes in that what was reported as a throw, by its number, was not one; returns 0, or a ``WebFault``.
  mutating func withdraw(_ number: Int32) -> Int32 { correct(.noThrow(Int(number))) }

  /// Where the page writes the board's corners for ``putBoard()``: `x` and `y` of the far left, far right, near right and
  /// near left one, normalized to the upright picture.
  mutating func cornerMemory() -> UnsafeMutablePointer<Double> { corners.resize(to: 8) }

  /// Takes in where the board is; returns 0, or a ``WebFault``.
  mutating func putBoard() -> Int32 {
    guard corners.count == 8, let start = corners.start else { return WebFault.outOfTurn.rawValue }
    let numbers = Array(UnsafeBufferPointer(start: start, count: 8))
    guard numbers.allSatisfy({ $0.isFinite }) else { return WebFault.badArgument.rawValue }
    func point(_ index: Int) -> NormalizedPoint {
      NormalizedPoint(x: numbers[2 * index], y: numbers[2 * index + 1])
    }
    return correct(
      .board(
        GameboardObservation.Corners(
          farLeft: point(0), farRight: point(1), nearRight: point(2), nearLeft: point(3))))
  }

  private mutating func correct(_ correction: TossCorrection) -> Int32 {
    guard watch != nil else { return WebFault.outOfTurn.rawValue }
    watch?.correct(correction)
    noteEvents()
    return 0
  }

  // MARK: What is asked of networks

  /// - Returns: Whether a network is to be run, ``nextNetwork`` on ``nextInput``; not as long as the run before is not
  ///   answered.
  mutating func next() -> Bool {
    guard run == nil else { return false }
    giveOut()
    for kind in [TossErrand.Kind.style, .board, .players] {
      guard let index = errands.firstIndex(where: { $0.kind == kind }),
        let next = errands[index].nextRun
      else { continue }
      run = (index, next)
      switch next.input {
      case .picture(let picture, _): bytes.fill(picture)
      case .motion(let window): floats.fill(window.values)
      }
      return true
    }
    return false
  }

  var nextNetwork: TossNetwork? { run?.1.network }

  /// The input of the run that was asked for: bytes of a picture, or floats of a motion.
  var nextInput: UnsafeRawPointer? {
    switch run?.1.input {
    case .picture: UnsafeRawPointer(bytes.start)
    case .motion: UnsafeRawPointer(floats.start)
    case nil: nil
    }
  }

  /// Its size.
  var nextSize: PixelSize {
    switch run?.1.input {
    case .picture(_, let size): size
    case .motion: PixelSize(width: ThrowStyleWindow.length, height: ThrowStyleWindow.channels)
    case nil: PixelSize(width: 0, height: 0)
    }
  }

  /// Takes in what the network has answered that was asked for: the numbers of ``NetworkRunner/answer``;
  /// returns 0, or a ``WebFault``.
  mutating func takeAnswer(_ numbers: UnsafePointer<Float>?, _ count: Int32) -> Int32 {
    guard let numbers, count >= 0 else { return WebFault.badArgument.rawValue }
    guard let (index, _) = run else { return WebFault.outOfTurn.rawValue }
    let answers = TossAnswer.read(UnsafeBufferPointer(start: numbers, count: Int(count)))
    guard let answers else { return WebFault.badArgument.rawValue }
    do throws(UnexpectedShape) {
      try errands[index].record(answers)
    } catch {
      return WebFault.otherNetwork.rawValue
    }
    run = nil
    if errands[index].nextRun == nil {
      watch?.takeBack(errands.remove(at: index))
      noteEvents()
    }
    return 0
  }

  /// Asks networks for nothing more, because they cannot be run: what was seen so far stands.
  mutating func giveUp() {
    watch?.giveUp()
    (errands, run) = ([], nil)
    noteEvents()
  }

  private mutating func giveOut() {
    while let errand = watch?.giveOut() {
      if errand.nextRun == nil {
        watch?.takeBack(errand)
      } else {
        errands.append(errand)
      }
    }
    noteEvents()
  }

  // MARK: What the page is let know

  private mutating func noteEvents() {
    for event in watch?.takeEvents() ?? [] {
      hash.add(event)
      if let event = PageEvent(event) { events.append(event) }
    }
  }

  /// A list of ``eventRecord``s: what has become known since it was asked for last.
  mutating func takeEvents() -> UnsafePointer<Double> {
    defer { events = [] }
    return list.share(events, as: eventRecord)
  }

  /// A list of one ``throwRecord``, or of none for a number that no throw has.
  mutating func throwMade(_ number: Int32) -> UnsafePointer<Double> {
    list.share(made(number).map { [$0] } ?? [], as: throwRecord)
  }

  /// A list of ``pathPointRecord``s, empty for a number that no throw has.
  mutating func path(_ number: Int32) -> UnsafePointer<Double> {
    list.share(made(number)?.trajectory.points ?? [], as: pathPointRecord)
  }

  /// A list of ``timedPoseRecord``s, empty for a number that no throw has.
  mutating func poses(_ number: Int32) -> UnsafePointer<Double> {
    list.share(made(number)?.poses ?? [], as: timedPoseRecord)
  }

  /// A list of one ``hashRecord``.
  mutating func eventHash() -> UnsafePointer<Double> { list.share([hash], as: hashRecord) }

  private mutating func made(_ number: Int32) -> Throw? {
    let made = watch?.throwsSoFar ?? []
    return made.indices.contains(Int(number) - 1) ? made[Int(number) - 1] : nil
  }
}
