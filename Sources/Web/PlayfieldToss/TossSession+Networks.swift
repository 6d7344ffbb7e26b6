internal import BeanBagToss
internal import PageInterface
internal import SceneReading
internal import VisionCore

// What is asked of networks, and what the player knows better.

extension TossSession {
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

  mutating func giveOut() {
    while let errand = watch?.giveOut() {
      if errand.nextRun == nil {
        watch?.takeBack(errand)
      } else {
        errands.append(errand)
      }
    }
    noteEvents()
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

  /// Takes in where the board is; returns 0, 1 where no board can be seen so, or a ``WebFault``.
  mutating func putBoard() -> Int32 {
    guard corners.count == 8, let start = corners.start else { return WebFault.outOfTurn.rawValue }
    let numbers = Array(UnsafeBufferPointer(start: start, count: 8))
    guard numbers.allSatisfy({ $0.isFinite }) else { return WebFault.badArgument.rawValue }
    func point(_ index: Int) -> NormalizedPoint {
      NormalizedPoint(x: numbers[2 * index], y: numbers[2 * index + 1])
    }
    let corners = GameboardObservation.Corners(
      farLeft: point(0), farRight: point(1), nearRight: point(2), nearLeft: point(3))
    if let aspectRatio = watch?.pictureSize?.aspectRatio,
      GameboardObservation(corners: corners, aspectRatio: aspectRatio) == nil
    {
      return 1
    }
    return correct(.board(corners))
  }

  /// Has the board looked for again, wherever it was said to be; returns 0, or a ``WebFault``.
  mutating func forgetBoard() -> Int32 { correct(.boardUnknown) }

  private mutating func correct(_ correction: TossCorrection) -> Int32 {
    guard watch != nil else { return WebFault.outOfTurn.rawValue }
    watch?.correct(correction)
    corrections.append(correction)
    noteEvents()
    return 0
  }
}
